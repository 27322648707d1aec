// A lock that threads of one warp fight for. The one that has it must be able
// to give it back while the others still spin: it does so inside of the loop.
#include "cuda.h"

extern "C" __global__ void locked_add(int *lock, int *sum) {
  int done = 0;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *(volatile int *)sum = *(volatile int *)sum + threadIdx.x;
      atomicExch(lock, 0);
      done = 1;
    }
    // Or else the compiler moves what follows a success behind the loop.
    asm volatile("" : "+r"(done));
  }
}

// Here it waits behind the loop for the others, and they wait for it.
extern "C" __global__ void deadlock(int *lock, int *sum) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *(volatile int *)sum = *(volatile int *)sum + threadIdx.x;
  atomicExch(lock, 0);
}
