// Chunks of an array through several streams, as samples show overlap.
#include <cstdio>

__global__ void work(float *data, int offset) {
  int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
  float x = i;
  data[i] += sqrtf(sinf(x) * sinf(x) + cosf(x) * cosf(x));
}

int main() {
  const int streams = 4, blockSize = 64, n = 4 * blockSize * streams;
  const int chunk = n / streams;
  float *host, *device;
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&device, n * sizeof(float));
  cudaStream_t stream[streams];
  for (auto &s : stream)
    cudaStreamCreate(&s);
  for (int i = 0; i < n; ++i)
    host[i] = 0;
  for (int i = 0; i < streams; ++i) {
    int at = i * chunk;
    cudaMemcpyAsync(device + at, host + at, chunk * 4, cudaMemcpyHostToDevice, stream[i]);
    work<<<chunk / blockSize, blockSize, 0, stream[i]>>>(device, at);
    cudaMemcpyAsync(host + at, device + at, chunk * 4, cudaMemcpyDeviceToHost, stream[i]);
  }
  cudaDeviceSynchronize();
  float worst = 0;
  for (int i = 0; i < n; ++i)
    worst = fmaxf(worst, fabsf(host[i] - 1));
  printf("close to one: %d\n", worst < 1e-6f);
  for (auto &s : stream)
    printf("%d", cudaStreamDestroy(s));
  printf("\n");
  cudaFree(device);
  cudaFreeHost(host);
}

// Prints:
//   close to one: 1
//   0000
