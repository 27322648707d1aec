// Threads of the host that launch at once, each with a stream of its own.
#include <cstdio>
#include <thread>
#include <vector>

__global__ void fill(int *p, int v) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

int main() {
  const int threads = 8, n = 512;
  std::vector<int> wrong(threads, -1);
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t)
    all.emplace_back([&, t] {
      cudaSetDevice(0);
      cudaStream_t stream;
      cudaStreamCreate(&stream);
      int *p;
      std::vector<int> host(n);
      cudaMalloc(&p, n * sizeof(int));
      int bad = 0;
      for (int round = 0; round < 5; ++round) {
        fill<<<n / 128, 128, 0, stream>>>(p, t * 1000 + round);
        cudaMemcpyAsync(host.data(), p, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        for (int v : host)
          bad += v != t * 1000 + round;
      }
      cudaFree(p);
      cudaStreamDestroy(stream);
      // Errors are a thread's own.
      if (t == 3)
        cudaSetDevice(50);
      wrong[t] = bad + (cudaGetLastError() != (t == 3 ? cudaErrorInvalidDevice : cudaSuccess));
    });
  for (auto &t : all)
    t.join();
  for (int w : wrong)
    printf("%d", w);
  printf("\n");
}

// Prints:
//   00000000
