// An access outside of all memory ends the context, and cudaDeviceReset makes
// another.
#include <cstdio>

__global__ void store(int *p, size_t at) { p[at] = 1; }

int main() {
  int *p;
  cudaMalloc(&p, 64);
  store<<<1, 1>>>(p, size_t(1) << 40);
  printf("launch %d\n", cudaPeekAtLastError());
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s: %s\n", cudaGetErrorName(e), cudaGetErrorString(e));
  int mallocs = cudaMalloc(&p, 64);
  printf("malloc %d, free %d\n", mallocs, cudaFree(p));
  cudaGetLastError();
  printf("again %d\n", cudaDeviceSynchronize());
  printf("reset %d\n", cudaDeviceReset());
  cudaGetLastError();
  printf("malloc %d\n", cudaMalloc(&p, 64));
  store<<<1, 1>>>(p, 3);
  printf("%d\n", cudaDeviceSynchronize());
}

// Finds: invalid __global__ write of size 4
// Prints:
//   launch 0
//   cudaErrorIllegalAddress: an illegal memory access was encountered
//   malloc 700, free 700
//   again 700
//   reset 0
//   malloc 0
//   0
