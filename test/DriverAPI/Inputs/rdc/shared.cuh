// What the two files of the program share.
#pragma once

struct Step {
  int factor;
  __device__ int apply(int x) const;
};

extern __constant__ Step steps[2];
extern __device__ int calls;

void launchSquares(int *out, int n);
