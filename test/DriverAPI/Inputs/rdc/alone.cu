#include <cstdio>

/// Defined in another file, or not at all.
__attribute__((weak)) void launchNewer() {}

__global__ void twice(int *p) { p[threadIdx.x] = threadIdx.x * 2; }

int main() {
  int *d, h[32];
  cudaError_t made = cudaMalloc(&d, sizeof h);
  twice<<<1, 32>>>(d);
  std::printf("%d %d\n", made,
              cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  std::printf("%d %s\n", h[31], cudaGetErrorString(cudaGetLastError()));
  std::fflush(stdout);
  launchNewer();
}
