// runtime.cu - A program that uses the CUDA runtime.
//
//   nvcc -cudart shared runtime.cu -o runtime
//   heddle-run ./runtime

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernels.cu"

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));           \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

int main() {
  const int n = 10000, block = 256, grid = (n + block - 1) / block;
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  printf("%s, compute capability %d.%d\n", device.name, device.major,
         device.minor);

  std::vector<float> x(n), y(n, 1.0f);
  std::vector<unsigned> numbers(n), counts(8);
  for (int i = 0; i < n; ++i) {
    x[i] = (float)(i % 100);
    numbers[i] = (unsigned)(i * i);
  }

  cudaStream_t first, second;
  cudaEvent_t start, copied, end;
  CHECK(cudaStreamCreate(&first));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreateWithFlags(&copied, cudaEventDisableTiming));
  CHECK(cudaEventCreate(&end));

  float *dx, *dy, *total;
  unsigned *dnumbers, *dcounts;
  CHECK(cudaMalloc(&dx, n * sizeof(float)));
  CHECK(cudaMalloc(&dy, n * sizeof(float)));
  CHECK(cudaMalloc(&dnumbers, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&dcounts, 8 * sizeof(unsigned)));
  CHECK(cudaMallocManaged(&total, sizeof(float)));
  *total = 0;

  CHECK(cudaEventRecord(start, first));
  CHECK(cudaMemcpyAsync(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice,
                        first));
  CHECK(cudaMemcpyAsync(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice,
                        first));
  CHECK(cudaEventRecord(copied, first));
  saxpy<<<grid, block, 0, first>>>(n, 2.0f, dx, dy);
  CHECK(cudaGetLastError());

  CHECK(cudaStreamWaitEvent(second, copied, 0));
  sum<<<grid, block, 0, second>>>(n, dx, total);
  CHECK(cudaMemcpyAsync(dnumbers, numbers.data(), n * sizeof(unsigned),
                        cudaMemcpyHostToDevice, second));
  CHECK(cudaMemsetAsync(dcounts, 0, 8 * sizeof(unsigned), second));
  histogram<<<grid, block, 0, second>>>(n, dnumbers, dcounts);

  CHECK(cudaMemcpyAsync(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost,
                        first));
  CHECK(cudaEventRecord(end, first));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(counts.data(), dcounts, 8 * sizeof(unsigned),
                   cudaMemcpyDeviceToHost));

  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, start, end));
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += y[i] != 2 * (float)(i % 100) + 1;
  printf("saxpy: %d wrong, sum: %g, time: %s\n", wrong, *total,
         milliseconds >= 0 ? "measured" : "none");
  printf("squares by 8:");
  for (unsigned count : counts)
    printf(" %u", count);
  printf("\n");

  float value = 2.5f;
  int times = 0;
  CHECK(cudaMemcpyToSymbol(factor, &value, sizeof value));
  hello<<<2, 2>>>();
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpyFromSymbol(&times, launches, sizeof times));
  printf("%d blocks said hello\n", times);

  CHECK(cudaFree(dx));
  CHECK(cudaFree(dy));
  CHECK(cudaFree(dnumbers));
  CHECK(cudaFree(dcounts));
  CHECK(cudaFree(total));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(copied));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
  return wrong != 0;
}
