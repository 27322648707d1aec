/* What a program has it may give back when it has put its context away, as
 * destructors do.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"

int main(void) {
  CUctxCreateParams nothing = {0}, something = {0};
  CUcontext context, popped;
  CUmodule module;
  CUdeviceptr p, more;
  CUstream stream;
  CUevent event;
  CUfunction put;
  void *host;
  static char page[4096];
  size_t before, after, total;
  unsigned value = 3;

  OK(cuInit(0));
  /* Parameters that ask for nothing are those that samples pass. */
  something.numExecAffinityParams = 1;
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuCtxCreate(&context, &something, 0, 0));
  OK(cuCtxCreate(&context, &nothing, 0, 0));
  OK(cuMemGetInfo(&before, &total));
  OK(cuModuleLoadData(&module, kernels));
  OK(cuMemAlloc(&p, 1 << 20));
  OK(cuMemAllocManaged(&more, 1 << 20, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemHostAlloc(&host, 1 << 20, 0));
  OK(cuMemHostRegister(page, sizeof page, 0));
  OK(cuStreamCreate(&stream, 0));
  OK(cuEventCreate(&event, 0));
  OK(cuCtxPopCurrent(&popped));

  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&p, 4));
  OK(cuEventDestroy(event));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventDestroy(event));
  OK(cuStreamDestroy(stream));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy(stream));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy(NULL));
  OK(cuMemFree(p));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuMemFree(p));
  OK(cuMemFree(more));
  OK(cuMemFree(0));
  OK(cuMemFreeHost(host));
  OK(cuMemHostUnregister(page));
  OK(cuModuleUnload(module));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(module));
  OK(cuCtxPushCurrent(context));
  OK(cuMemGetInfo(&after, &total));
  CHECK(before == after);

  /* What a kernel left behind still counts. */
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
  OK(cuMemAlloc(&p, 4));
  more = p + 4;
  void *params[] = {&more, &value};
  cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL);
  OK(cuCtxPopCurrent(&popped));
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemFree(p));
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuModuleUnload(module));
  OK(cuCtxDestroy(context));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuMemFree(p));
  return finish();
}
