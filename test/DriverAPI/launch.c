/* Launches: all forms, parameters, limits.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread && %t.thread | FileCheck %s
CHECK: done
*/
#include "check.h"

static void *nonsense = (void *)0x1234;

static CUresult shape(CUfunction f, void **params, unsigned grid,
                      unsigned block, unsigned shared) {
  return cuLaunchKernel(f, grid, 1, 1, block, 1, 1, shared, NULL, params, NULL);
}

int main(void) {
  CUmodule module;
  CUfunction put;
  CUdeviceptr p;
  CUcontext second;
  unsigned value = 1, got = 0;
  void *params[] = {&p, &value};
  struct {
    CUdeviceptr p;
    unsigned value;
  } block;
  size_t size = 12;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block,
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  void *wrong[] = {(void *)7, &block, CU_LAUNCH_PARAM_END};
  void *missing[] = {&p, NULL};
  CUlaunchAttribute attributes[2] = {{0}};
  CUlaunchConfig config = {1, 1, 1, 1, 1, 1, 0, NULL, attributes, 0};

  start();
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
  OK(cuMemAlloc(&p, 4));
#define PUTS(call)                                                             \
  ++value;                                                                     \
  block.p = p;                                                                 \
  block.value = value;                                                         \
  OK(call);                                                                    \
  OK(cuMemcpyDtoH(&got, p, 4));                                                \
  CHECK(got == value)
  PUTS(cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  PUTS(cuLaunchKernel(put, 3, 2, 2, 4, 4, 4, 0, NULL, NULL, extra));
  PUTS(cuLaunchKernelEx(&config, put, params, NULL));
  PUTS(cuLaunchCooperativeKernel(put, 4, 1, 1, 32, 1, 1, 0, NULL, params));
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attributes[0].value.cooperative = 1;
  attributes[1].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
  config.numAttrs = 2;
  PUTS(cuLaunchKernelEx(&config, put, params, NULL));
  /* Hints, which no result depends on. */
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW;
  attributes[1].id = CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN;
  PUTS(cuLaunchKernelEx(&config, put, params, NULL));
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
  attributes[1].id = CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY;
  PUTS(cuLaunchKernelEx(&config, put, params, NULL));
  PUTS(shape(put, params, 1, 1024, 0));
  PUTS(shape(put, params, 1, 32, 49152));
  /* Arguments are copied by the call. */
  value = 50;
  OK(shape(put, params, 1, 1, 0));
  value = 51;
  OK(cuMemcpyDtoH(&got, p, 4));
  CHECK(got == 50);

  FAILS(CUDA_ERROR_INVALID_VALUE, shape(put, params, 0, 1, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, shape(put, params, 1, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, shape(put, params, 1u << 31, 1, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, shape(put, params, 1, 1025, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLaunchKernel(put, 1, 65536, 1, 1, 1, 1, 0, NULL, params, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLaunchKernel(put, 1, 1, 1, 64, 64, 1, 0, NULL, params, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, shape(put, params, 1, 32, 49153));
  OK(cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                        100000));
  PUTS(shape(put, params, 1, 32, 100000));
  FAILS(CUDA_ERROR_INVALID_VALUE, shape(put, params, 1, 32, 100001));
  FAILS(CUDA_ERROR_INVALID_HANDLE, shape(nonsense, params, 1, 1, 0));
  FAILS(CUDA_ERROR_INVALID_HANDLE, shape(NULL, params, 1, 1, 0));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, nonsense, params, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, shape(put, NULL, 1, 1, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, shape(put, missing, 1, 1, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, extra));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, wrong));
  size = 11;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
  FAILS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
        cuLaunchCooperativeKernel(put, 132 * 2 + 1, 1, 1, 1024, 1, 1, 0, NULL,
                                  params));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunchKernelEx(NULL, put, params, NULL));
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attributes[0].value.clusterDim.x = 2;
  attributes[0].value.clusterDim.y = attributes[0].value.clusterDim.z = 1;
  FAILS(CUDA_ERROR_INVALID_CLUSTER_SIZE,
        cuLaunchKernelEx(&config, put, params, NULL));
  /* More than eight blocks in a cluster have to be allowed. */
  config.gridDimX = 16;
  attributes[0].value.clusterDim.x = 16;
  FAILS(CUDA_ERROR_INVALID_CLUSTER_SIZE,
        cuLaunchKernelEx(&config, put, params, NULL));
  OK(cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
  PUTS(cuLaunchKernelEx(&config, put, params, NULL));
  attributes[0].id = (CUlaunchAttributeID)99;
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuLaunchKernelEx(&config, put, params, NULL));
  OK(cuCtxCreate(&second, NULL, 0, 0));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, shape(put, params, 1, 1, 0));
  OK(cuCtxDestroy(second));
  OK(cuModuleUnload(module));
  FAILS(CUDA_ERROR_INVALID_HANDLE, shape(put, params, 1, 1, 0));
  return finish();
}
