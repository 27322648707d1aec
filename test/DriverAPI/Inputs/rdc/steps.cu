// A device function, a constant and a variable that the other file uses, and a
// kernel of the same name as there.
#include "shared.cuh"

__constant__ Step steps[2];
__device__ int calls;

__device__ int Step::apply(int x) const {
  atomicAdd(&calls, 1);
  return x * factor;
}

static __global__ void fill(int *out, int n) {
  int i = threadIdx.x;
  if (i < n)
    out[i] = i * i;
}

void launchSquares(int *out, int n) { fill<<<1, n>>>(out, n); }
