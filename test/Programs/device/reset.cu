// The device is reset and used again; what was is gone.
#include <cstdio>

__device__ int counter = 3;
__global__ void bump(int *p) { *p = ++counter; }

int main() {
  int *p, host;
  for (int round = 0; round < 3; ++round) {
    cudaMalloc(&p, sizeof *p);
    bump<<<1, 1>>>(p);
    bump<<<1, 1>>>(p);
    cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host, round == 1 ? cudaDeviceReset() : 0);
  }
  unsigned flags;
  printf("%d", cudaGetDeviceFlags(&flags));
  printf(" %d\n", cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
}

// Prints:
//   5 0
//   7 0
//   5 0
//   0 0
