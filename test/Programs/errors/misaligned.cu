// A vector that is not where vectors can be.
#include <cstdio>

__global__ void load(const char *from, float4 *to) {
  *to = *reinterpret_cast<const float4 *>(from);
}

int main() {
  char *from;
  float4 *to;
  cudaMalloc(&from, 64);
  cudaMalloc(&to, sizeof *to);
  load<<<1, 1>>>(from + 16, to);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  load<<<1, 1>>>(from + 4, to);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

// Finds: misaligned __global__ read of size 16
// Prints:
//   cudaSuccess
//   cudaErrorMisalignedAddress
