// A lock that the lanes of one warp take in turn, as code for sm_70 may: the lane
// that has it waits for the others behind the loop in which these spin, so they
// part. That the host may look at the lock does not change it.
//
// RUN: %cuda %s -o %t
// RUN: %src/scripts/run-without-gpu %t | FileCheck %s
// RUN: %src/scripts/run-without-gpu %t managed | FileCheck %s
// RUN: %src/scripts/run-without-gpu --engine=interpreter %t | FileCheck %s
// CHECK: 256 of 256

#include <cuda.h>
#include <stdio.h>

static const char PTX[] = ".version 7.0\n"
                          ".target sm_75\n"
                          ".address_size 64\n"
                          ".visible .entry count(.param .u64 p) {\n"
                          "  .reg .u64 %p;\n"
                          "  .reg .u32 %old, %n;\n"
                          "  .reg .pred %busy;\n"
                          "  ld.param.u64 %p, [p];\n"
                          "again:\n"
                          "  atom.global.cas.b32 %old, [%p], 0, 1;\n"
                          "  setp.ne.u32 %busy, %old, 0;\n"
                          "  @%busy bra again;\n"
                          "  ld.volatile.global.u32 %n, [%p+4];\n"
                          "  add.u32 %n, %n, 1;\n"
                          "  st.volatile.global.u32 [%p+4], %n;\n"
                          "  membar.gl;\n"
                          "  atom.global.exch.b32 %old, [%p], 0;\n"
                          "  ret;\n"
                          "}\n";

static void check(CUresult R, const char *Call) {
  if (R != CUDA_SUCCESS)
    printf("%s: %d\n", Call, R);
}
#define CHECK(X) check(X, #X)

int main(int argc, char **argv) {
  CUdevice D;
  CUcontext C;
  CUmodule M;
  CUfunction F;
  CUdeviceptr P;
  unsigned Words[2] = {0, 0};
  void *Args[] = {&P};
  (void)argv;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&D, 0));
  CHECK(cuDevicePrimaryCtxRetain(&C, D));
  CHECK(cuCtxSetCurrent(C));
  CHECK(cuModuleLoadData(&M, PTX));
  CHECK(cuModuleGetFunction(&F, M, "count"));
  if (argc > 1)
    CHECK(cuMemAllocManaged(&P, 8, CU_MEM_ATTACH_GLOBAL));
  else
    CHECK(cuMemAlloc(&P, 8));
  CHECK(cuMemcpyHtoD(P, Words, 8));
  CHECK(cuLaunchKernel(F, 2, 1, 1, 128, 1, 1, 0, 0, Args, 0));
  CHECK(cuMemcpyDtoH(Words, P, 8));
  printf("%u of 256\n", Words[1]);
  return 0;
}
