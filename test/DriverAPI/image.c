/* A reference of a texture to which nothing is bound: the kernel that fetches is
   there, and its launch names the reference.

RUN: %cuda %s -o %t && %t 2>&1 | FileCheck %s
CHECK: <ptx>:9:{{[0-9]+}}: fault: access to texture 'picture', to which nothing is bound, by thread (0,0,0)
CHECK: done
*/
#include "check.h"

static const char *const fetching = ".version 7.5\n.target sm_75\n"
                                    ".address_size 64\n"
                                    ".global .texref other;\n"
                                    ".global .texref picture;\n"
                                    ".visible .entry k(.param .u64 p) {\n"
                                    ".reg .u32 r<5>; .reg .u64 d;\n"
                                    "ld.param.u64 d, [p]; mov.u32 r0, 0;\n"
                                    "tex.1d.v4.u32.s32 {r1,r2,r3,r4}, "
                                    "[picture, {r0}];\n"
                                    "st.global.u32 [d], r1; ret; }\n";

int main(void) {
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr p;
  CUcontext mine;
  CUtexref reference = NULL;
  void *params[] = {&p};

  start();
  OK(cuCtxCreate(&mine, NULL, 0, 0));
  OK(cuModuleLoadData(&module, fetching));
  OK(cuModuleGetTexRef(&reference, module, "picture"));
  OK(cuModuleGetFunction(&kernel, module, "k"));
  OK(cuMemAlloc(&p, 64));
  OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  FAILS(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  return finish();
}
