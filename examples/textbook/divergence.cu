// Threads of one warp that go different ways. Four threads show the masks
// 1111, 1100, 1000, 0100, 0011: ptx-run --job=divergence.json --trace=text --lanes=4
#include "cuda.h"

static __device__ void add_often(volatile int *p, int v, int n) {
  for (int k = 0; k < n; ++k)
    *p = *p + v;
}

extern "C" __global__ void nested(int *out, int n) {
  int *mine = out + threadIdx.x;
  if (threadIdx.x < 2) {
    if (threadIdx.x != 0)
      add_often(mine, 2, n);
    else
      add_often(mine, 1, n);
  } else {
    add_often(mine, 3, n);
  }
}

// Two equal halves: each instruction of either runs with half of the lanes.
extern "C" __global__ void halves(int *out, int n) {
  unsigned i = threadIdx.x;
  unsigned x = i;
  if (i & 1) {
    for (int k = 0; k < n; ++k)
      x = (x ^ x >> 3) + 5;
  } else {
    for (int k = 0; k < n; ++k)
      x = (x ^ x >> 5) + 3;
  }
  out[i] = x;
}
