/* Faults of kernels: a report, and a context that repeats the error.

RUN: %cuda %s -o %t && %t 2>&1 | FileCheck %s
RUN: env CUDA_LAUNCH_BLOCKING=1 %t blocking 2>&1 | FileCheck %s
CHECK: <ptx>:{{[0-9]+}}:{{[0-9]+}}: fault: invalid __global__ write of size 4 by thread (0,0,0) in block (0,0,0); address 0x{{[0-9a-f]+}} is 0 bytes after
CHECK-SAME: 'allocation #1'
CHECK: st.global.u32 [p], v;
CHECK: fault: invalid __global__ write
CHECK: misaligned
CHECK: trap
CHECK: done
*/
#include "check.h"

static const char *const trap = ".version 7.5\n.target sm_75\n"
                                ".address_size 64\n"
                                ".visible .entry t() { trap; }\n";

int main(int argc, char **argv) {
  CUmodule module, other;
  CUfunction put, bad;
  CUdeviceptr p, freed;
  CUcontext context, mine;
  CUstream stream;
  unsigned value = 3, got = 0;
  void *params[] = {&p, &value};
  CUresult now = argc > 1 ? CUDA_ERROR_ILLEGAL_ADDRESS : CUDA_SUCCESS;
  (void)argv;

  start();
  OK(cuCtxCreate(&mine, NULL, 0, 0));
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
  OK(cuMemAlloc(&p, 64));
  p += 64;
  FAILS(now, cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL));
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuStreamSynchronize(stream));
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemFree(p - 64));
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS,
        cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL));
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuModuleUnload(module));
  /* Another context is as good as ever. */
  OK(cuCtxDestroy(mine));
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
  OK(cuMemAlloc(&p, 64));
  OK(cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  OK(cuMemcpyDtoH(&got, p, 4));
  CHECK(got == 3);
  OK(cuMemFree(p));
  freed = p;
  FAILS(now, cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemcpyDtoH(&got, freed, 4));
  /* A reset mends the primary one. */
  OK(cuDevicePrimaryCtxReset(0));
  context = start();
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
  OK(cuMemAlloc(&p, 64));
  p += 2;
  cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL);
  FAILS(CUDA_ERROR_MISALIGNED_ADDRESS, cuCtxSynchronize());
  OK(cuDevicePrimaryCtxReset(0));
  context = start();
  OK(cuModuleLoadData(&other, trap));
  OK(cuModuleGetFunction(&bad, other, "t"));
  cuLaunchKernel(bad, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL);
  FAILS(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  CHECK(context != NULL);
  return finish();
}
