// Radix sort of a block's keys: 32 times, zeros before ones.
#include "cuda.h"

static __device__ unsigned plus_scan(unsigned *x) {
  unsigned i = threadIdx.x, n = blockDim.x;
  for (unsigned offset = 1; offset < n; offset *= 2) {
    unsigned t = 0;
    if (i >= offset)
      t = x[i - offset];
    __syncthreads();
    if (i >= offset)
      x[i] = t + x[i];
    __syncthreads();
  }
  return x[i];
}

static __device__ void partition_by_bit(unsigned *values, unsigned bit) {
  unsigned i = threadIdx.x, size = blockDim.x;
  unsigned x_i = values[i];
  unsigned p_i = (x_i >> bit) & 1;
  __syncthreads();
  values[i] = p_i;
  __syncthreads();
  unsigned ones_before = plus_scan(values);
  unsigned ones = values[size - 1];
  unsigned zeros = size - ones;
  __syncthreads();
  if (p_i)
    values[ones_before - 1 + zeros] = x_i;
  else
    values[i - ones_before] = x_i;
  __syncthreads();
}

extern "C" __global__ void partition(unsigned *keys, unsigned bit) {
  __shared__ unsigned values[256];
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  values[threadIdx.x] = keys[at];
  __syncthreads();
  partition_by_bit(values, bit);
  keys[at] = values[threadIdx.x];
}

extern "C" __global__ void radix_sort(unsigned *keys) {
  __shared__ unsigned values[256];
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  values[threadIdx.x] = keys[at];
  __syncthreads();
  for (unsigned bit = 0; bit < 32; ++bit)
    partition_by_bit(values, bit);
  keys[at] = values[threadIdx.x];
}
