// Variables of the device by their symbols.
#include <cstdio>

__constant__ float weights[5] = {1, 2, 3, 4, 5};
__device__ int counter = 40;
__device__ double table[8];
static __device__ unsigned hidden[3] = {7, 8, 9};

__global__ void use(float *out) {
  int i = threadIdx.x;
  out[i] = weights[i] * 10 + hidden[i % 3];
  table[i] = out[i];
  atomicAdd(&counter, 1);
}

int main() {
  float *out, host[5], more[2] = {20, 30};
  cudaMalloc(&out, sizeof host);
  cudaMemcpyToSymbol(weights, more, sizeof more, 2 * sizeof(float));
  use<<<1, 5>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (float f : host)
    printf("%g ", f);
  int count = 0;
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  double last;
  cudaMemcpyFromSymbol(&last, table, sizeof last, 4 * sizeof last);
  printf("\ncounter %d, last %g\n", count, last);
  size_t bytes;
  cudaGetSymbolSize(&bytes, table);
  void *address;
  printf("size %zu, address %d\n", bytes, cudaGetSymbolAddress(&address, table));
  cudaMemset(address, 0, bytes);
  cudaMemcpyFromSymbol(&last, table, sizeof last, 4 * sizeof last);
  printf("last %g, beyond %s\n", last, cudaGetErrorName(cudaMemcpyFromSymbol(&last, table, 8, 64)));
  printf("none %s\n", cudaGetErrorName(cudaGetSymbolAddress(&address, &count)));
  cudaFree(out);
}

// Prints:
//   17 28 209 307 58 
//   counter 45, last 58
//   size 64, address 0
//   last 0, beyond cudaErrorInvalidValue
//   none cudaErrorInvalidSymbol
