/* Resetting the primary context does not release it: whoever retained it does,
 * and nobody is in it until it is retained again.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"

int main(void) {
  CUcontext c = NULL, d = NULL;
  CUdeviceptr p = 0;
  size_t bytes, all;
  unsigned flags;
  int active = 1;
  OK(cuInit(0));
  OK(cuDevicePrimaryCtxRetain(&c, 0));
  OK(cuCtxPushCurrent(c));
  OK(cuMemAlloc(&p, 64));
  OK(cuDevicePrimaryCtxReset(0));
  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  CHECK(!active);
  FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemAlloc(&p, 64));
  OK(cuDevicePrimaryCtxRelease(0));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuDevicePrimaryCtxRelease(0));
  OK(cuDevicePrimaryCtxRetain(&d, 0));
  CHECK(d == c);
  OK(cuMemAlloc(&p, 64));
  OK(cuMemGetInfo(&bytes, &all));
  /* Two retain it, one resets it, and it takes two to release it. */
  OK(cuDevicePrimaryCtxRetain(&d, 0));
  OK(cuDevicePrimaryCtxReset(0));
  OK(cuDevicePrimaryCtxReset(0));
  OK(cuDevicePrimaryCtxRetain(&d, 0));
  OK(cuDevicePrimaryCtxRelease(0));
  OK(cuMemAlloc(&p, 64));
  OK(cuDevicePrimaryCtxRelease(0));
  OK(cuMemAlloc(&p, 64));
  OK(cuDevicePrimaryCtxRelease(0));
  FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemAlloc(&p, 64));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuDevicePrimaryCtxRelease(0));
  return finish();
}
