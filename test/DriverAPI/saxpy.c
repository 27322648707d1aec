/* The least that a program does: PTX from a string, memory, a launch.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.per-thread && %t.per-thread | FileCheck %s
CHECK: 1 3 5 7 9
CHECK: done
*/
#include "check.h"

int main(void) {
  enum { N = 1000 };
  static float x[N], y[N];
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction saxpy;
  CUdeviceptr dx, dy;
  float a = 2;
  unsigned n = N;
  void *params[] = {&dy, &dx, &a, &n};

  for (int i = 0; i < N; ++i) {
    x[i] = (float)i;
    y[i] = 1;
  }
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuCtxCreate(&context, NULL, 0, device));
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&saxpy, module, "saxpy"));
  OK(cuMemAlloc(&dx, sizeof x));
  OK(cuMemAlloc(&dy, sizeof y));
  OK(cuMemcpyHtoD(dx, x, sizeof x));
  OK(cuMemcpyHtoD(dy, y, sizeof y));
  OK(cuLaunchKernel(saxpy, (N + 127) / 128, 1, 1, 128, 1, 1, 0, NULL, params,
                    NULL));
  OK(cuCtxSynchronize());
  OK(cuMemcpyDtoH(y, dy, sizeof y));
  for (int i = 0; i < 5; ++i)
    printf("%g%c", y[i], i < 4 ? ' ' : '\n');
  for (int i = 0; i < N; ++i)
    CHECK(y[i] == 2 * (float)i + 1);
  OK(cuMemFree(dx));
  OK(cuMemFree(dy));
  OK(cuModuleUnload(module));
  OK(cuCtxDestroy(context));
  return finish();
}
