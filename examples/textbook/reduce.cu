// The sum of all elements: a tree in each block, an atomic for each block.
#include "cuda.h"

extern "C" __global__ void reduce(const int *in, int n, int *total) {
  __shared__ int x[256];
  unsigned i = threadIdx.x, at = blockIdx.x * blockDim.x + i;
  x[i] = at < n ? in[at] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (i < s)
      x[i] += x[i + s];
    __syncthreads();
  }
  if (i == 0)
    atomicAdd(total, x[0]);
}
