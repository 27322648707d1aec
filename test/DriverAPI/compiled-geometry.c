/* An object that was compiled for an SM keeps its limits here, too: the board
 * has room for 1024 threads, and the SM that the code is for has not.

RUN: ptxas-lite -O3 --occupancy=off -e many --geometry=gt200 %S/../Tools/ptx-run/Inputs/later.ptx -o %t.cubin
RUN: %cuda %s -o %t && %t %t.cubin | FileCheck %s
CHECK: done
*/
#include "check.h"

int main(int argc, char **argv) {
  CUmodule module;
  CUfunction many;
  CUdeviceptr buffer;
  int most = 0, registers = 0;
  CHECK(argc == 2);
  start();
  OK(cuModuleLoad(&module, argv[1]));
  OK(cuModuleGetFunction(&many, module, "many"));
  OK(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, many));
  OK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, many));
  CHECK(registers > 64);
  CHECK(most >= 32 && most * registers <= 16384);
  OK(cuMemAlloc(&buffer, 4096));
  OK(cuMemsetD8(buffer, 0, 4096));
  void *params[] = {&buffer};
  FAILS(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
        cuLaunchKernel(many, 1, 1, 1, 512, 1, 1, 0, NULL, params, NULL));
  OK(cuLaunchKernel(many, 1, 1, 1, (unsigned)most, 1, 1, 0, NULL, params,
                    NULL));
  OK(cuCtxSynchronize());
  return finish();
}
