// Kernels of programs run as host code where that pays, as with ptx-run, and
// what they compute is the same.
//
// RUN: %cuda %s -o %t
// RUN: env HEDDLE_NO_CACHE=true %src/scripts/run-without-gpu --verbose %t 20000 \
// RUN:   > %t.auto 2> %t.notes
// RUN: FileCheck %s --check-prefix=NOTE < %t.notes
// NOTE: heddle: kernel 'sums': host code from here on, after {{[0-9]+}} warp-instructions
// RUN: %src/scripts/run-without-gpu --engine=interpreter --verbose %t 20000 \
// RUN:   > %t.interpreter 2> %t.notes
// RUN: count 0 < %t.notes
// RUN: cmp %t.auto %t.interpreter
//
// Of what is short nobody makes host code, unless it is launched so often that
// this pays, however small each launch is.
// RUN: env HEDDLE_NO_CACHE=true %src/scripts/run-without-gpu --verbose %t 1 \
// RUN:   2> %t.notes
// RUN: count 0 < %t.notes
// RUN: env HEDDLE_NO_CACHE=true %src/scripts/run-without-gpu --verbose %t 1500 12000 1 \
// RUN:   > %t.auto 2> %t.notes
// RUN: FileCheck %s --check-prefix=NOTE < %t.notes
// RUN: %src/scripts/run-without-gpu --engine=interpreter %t 1500 1 1 \
// RUN:   | cmp %t.auto -

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

static const char PTX[] = ".version 7.0\n"
                          ".target sm_75\n"
                          ".address_size 64\n"
                          ".visible .entry sums(.param .u64 out,\n"
                          "                     .param .u32 n) {\n"
                          "  .reg .b64 %a; .reg .b32 %t, %c, %n, %s;\n"
                          "  .reg .pred %p;\n"
                          "  ld.param.u64 %a, [out];\n"
                          "  ld.param.u32 %n, [n];\n"
                          "  mov.u32 %t, %tid.x;\n"
                          "  mov.u32 %c, %ctaid.x;\n"
                          "  mad.lo.u32 %t, %c, 64, %t;\n"
                          "  mad.wide.u32 %a, %t, 4, %a;\n"
                          "  mov.u32 %s, 0;\n"
                          "loop:\n"
                          "  mad.lo.u32 %s, %s, 1664525, %t;\n"
                          "  sub.u32 %n, %n, 1;\n"
                          "  setp.ne.u32 %p, %n, 0;\n"
                          "  @%p bra loop;\n"
                          "  st.global.u32 [%a], %s;\n"
                          "  ret;\n"
                          "}\n";

int main(int argc, char **argv) {
  enum { Most = 256, Threads = 64 };
  static unsigned Got[Most * Threads];
  unsigned Turns = argc > 1 ? (unsigned)atoi(argv[1]) : 1, Sum = 0;
  int Launches = argc > 2 ? atoi(argv[2]) : 3;
  unsigned Ctas = argc > 3 ? (unsigned)atoi(argv[3]) : Most;
  CUdevice Device;
  CUcontext Context;
  CUmodule Module;
  CUfunction Function;
  CUdeviceptr Out;
  void *Arguments[] = {&Out, &Turns};
  if (cuInit(0) || cuDeviceGet(&Device, 0) ||
      cuDevicePrimaryCtxRetain(&Context, Device) ||
      cuCtxSetCurrent(Context) || cuModuleLoadData(&Module, PTX) ||
      cuModuleGetFunction(&Function, Module, "sums") ||
      cuMemAlloc(&Out, sizeof(Got)))
    return 1;
  for (int N = 0; N != Launches; ++N)
    if (cuLaunchKernel(Function, Ctas, 1, 1, Threads, 1, 1, 0, 0, Arguments, 0))
      return 1;
  if (cuMemcpyDtoH(Got, Out, sizeof(Got)))
    return 1;
  for (unsigned N = 0; N != Ctas * Threads; ++N)
    Sum = Sum * 31 + Got[N];
  printf("%u\n", Sum);
  return 0;
}
