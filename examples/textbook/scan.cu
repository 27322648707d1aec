// Inclusive sums of the elements of a block, in log n steps of two barriers.
#include "cuda.h"

extern "C" __global__ void scan(const int *in, int *out) {
  __shared__ int x[256];
  unsigned i = threadIdx.x, n = blockDim.x, at = blockIdx.x * n + i;
  x[i] = in[at];
  __syncthreads();
  for (unsigned offset = 1; offset < n; offset *= 2) {
    int t = 0;
    if (i >= offset)
      t = x[i - offset];
    __syncthreads();
    if (i >= offset)
      x[i] += t;
    __syncthreads();
  }
  out[at] = x[i];
}
