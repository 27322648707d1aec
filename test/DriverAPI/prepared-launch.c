/* Launches of CUDA before 4.0, whose block and parameters are set beforehand.

RUN: %cuda %s -o %t && env HEDDLE_LOG=1 %t 2> %t.log | FileCheck %s
RUN: FileCheck %s --check-prefix=LOG < %t.log
CHECK: done
LOG: cuLaunch: CUDA_ERROR_INVALID_VALUE: the function has parameters that were not set
*/
#include "check.h"

int main(void) {
  CUmodule module;
  CUfunction saxpy, put, sum;
  CUdeviceptr x, y;
  CUstream stream;
  float in[8], out[8];
  unsigned got = 0;
  start();
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&saxpy, module, "saxpy"));
  OK(cuModuleGetFunction(&put, module, "put"));
  OK(cuModuleGetFunction(&sum, module, "shared_sum"));
  OK(cuMemAlloc(&x, sizeof in));
  OK(cuMemAlloc(&y, sizeof in));
  for (int i = 0; i != 8; ++i)
    in[i] = (float)i;
  OK(cuMemcpyHtoD(x, in, sizeof in));
  OK(cuMemsetD32(y, 0, 8));

  FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunch(saxpy));
  OK(cuFuncSetBlockShape(saxpy, 4, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunch(saxpy));
  OK(cuFuncSetSharedSize(saxpy, 16));
  OK(cuParamSetv(saxpy, 0, &y, 8));
  OK(cuParamSetv(saxpy, 8, &x, 8));
  OK(cuParamSetf(saxpy, 16, 2.0f));
  OK(cuParamSeti(saxpy, 20, 7));
  OK(cuParamSetSize(saxpy, 24));
  OK(cuLaunchGrid(saxpy, 2, 1));
  OK(cuMemcpyDtoH(out, y, sizeof out));
  for (int i = 0; i != 8; ++i)
    CHECK(out[i] == (i < 7 ? 2.0f * (float)i : 0));
  OK(cuStreamCreate(&stream, 0));
  OK(cuParamSeti(saxpy, 20, 2));
  OK(cuLaunchGridAsync(saxpy, 1, 2, stream));
  OK(cuStreamSynchronize(stream));
  OK(cuMemcpyDtoH(out, y, sizeof out));
  CHECK(out[0] == 0 && out[2] == 4);
  /* Of each function its own. */
  OK(cuFuncSetBlockShape(put, 1, 1, 1));
  OK(cuParamSetv(put, 0, &x, 8));
  OK(cuParamSeti(put, 8, 99));
  OK(cuParamSetSize(put, 12));
  OK(cuLaunch(put));
  OK(cuMemcpyDtoH(&got, x, 4));
  CHECK(got == 99);

  FAILS(CUDA_ERROR_INVALID_VALUE, cuFuncSetBlockShape(put, 0, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuFuncSetBlockShape(put, 1, -1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuParamSetSize(put, 0x10000));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuParamSeti(put, -4, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuParamSetf(put, 0x7fffffff, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuParamSetv(put, 4, &x, 0xffffffff));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuParamSetv(put, 0, NULL, 8));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunchGrid(put, 0, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunchGrid(put, 1, -1));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuLaunchGridAsync(put, 1, 1, (CUstream)64));
  OK(cuFuncSetBlockShape(put, 2048, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunch(put));
  OK(cuFuncSetBlockShape(sum, 1, 1, 1));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuFuncSetSharedSize((CUfunction)-1, 0));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuFuncSetBlockShape((CUfunction)-2, 1, 1, 1));
  OK(cuFuncSetSharedSize(sum, 1 << 30));
  OK(cuParamSetSize(sum, 8));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunch(sum));
  return finish();
}
