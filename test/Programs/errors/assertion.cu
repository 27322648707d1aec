// assert in a kernel.
#include <cassert>
#include <cstdio>

__global__ void positive(const int *p) { assert(p[threadIdx.x] >= 0); }

int main() {
  int host[4] = {1, 2, 3, 4}, *p;
  cudaMalloc(&p, sizeof host);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  positive<<<1, 4>>>(p);
  printf("%d\n", cudaDeviceSynchronize());
  host[2] = -3;
  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  positive<<<1, 4>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

// Finds: assertion 'p[threadIdx.x] >= 0' failed
// Prints:
//   0
//   cudaErrorAssert
