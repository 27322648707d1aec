// Launches of programs have all that ptx-run has: options of heddle-run, or
// variables of the environment.
//
// RUN: %cuda %s -o %t
// RUN: %src/scripts/run-without-gpu %t > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: count 0 < %t.err
// RUN: %src/scripts/run-without-gpu --check=race --error-exitcode=9 %t > %t.out 2> %t.err \
// RUN:   || test $? = 9
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: FileCheck %s --check-prefix=RACE < %t.err
// RUN: env HEDDLE_CHECK=race HEDDLE_CHECK_FORMAT=json:%t.json \
// RUN:   HEDDLE_STATS=json:%t-%%p.stats %src/scripts/run-without-gpu %t
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: cat %t-[0-9]*.stats | FileCheck %s --check-prefix=STATS
// RUN: rm -rf %t.cache
// RUN: env XDG_CACHE_HOME=%t.cache %src/scripts/run-without-gpu \
// RUN:   --engine=translated %t
// RUN: env XDG_CACHE_HOME=%t.cache %src/scripts/run-without-gpu \
// RUN:   --engine=translated --verbose %t 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: %src/scripts/run-without-gpu --trace=text --trace-warp=1 %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRACE
//
// RUN: %src/scripts/run-without-gpu --job-log %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LOG
// LOG: heddle: launch 1: exchange grid (1,1,1) block (64,1,1) smem 0: {{[0-9.]+}} ms, {{[0-9]+}} warp-instructions, done
//
// Modules have findings of their own, also where kernels have one name.
// RUN: %src/scripts/run-without-gpu --check=race %t twice 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: heddle: 2 findings
//
// RUN: env HEDDLE_ERROR_EXITCODE=300 not %src/scripts/run-without-gpu %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CODE
// CODE: heddle: HEDDLE_ERROR_EXITCODE: '300' is no number from 0 to 255
//
// What the environment says is checked before anything runs.
// RUN: env HEDDLE_CHECK=rice not %src/scripts/run-without-gpu %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RICE
// RUN: not %src/scripts/run-without-gpu --check-errors=3 %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALONE
//
// OUT: 32 and 0
// RACE: <ptx>:14:3: race: read of shared variable 'part' + 128 is not ordered with a write
// RACE: st.shared.u32 [%i], %t;
// RACE: heddle: 1 finding
// JSON: "rule": "race-shared"
// STATS: "name": "exchange"
// HOST: heddle: kernel 'exchange': host code from {{.*}}.cache
// TRACE: cta 0,0,0 warp 1
// RICE: heddle: HEDDLE_CHECK: option '--check' takes race, sync, init, memory, all or none, not 'rice'
// ALONE: --check-errors goes with --check only

#include <cuda.h>
#include <stdio.h>

static const char PTX[] = ".version 7.0\n"
                          ".target sm_75\n"
                          ".address_size 64\n"
                          ".shared .align 4 .b32 part[64];\n"
                          ".visible .entry exchange(.param .u64 out) {\n"
                          "  .reg .b64 %a, %w; .reg .b32 %t, %o, %p, %i, %v;\n"
                          "  ld.param.u64 %a, [out];\n"
                          "  mov.u32 %t, %tid.x;\n"
                          "  mov.u32 %p, part;\n"
                          "  mad.lo.u32 %i, %t, 4, %p;\n"
                          "  st.shared.u32 [%i], %t;\n"
                          "  xor.b32 %o, %t, 32;\n"
                          "  mad.lo.u32 %i, %o, 4, %p;\n"
                          "  ld.shared.u32 %v, [%i];\n"
                          "  mad.wide.u32 %w, %t, 4, %a;\n"
                          "  st.global.u32 [%w], %v;\n"
                          "  ret;\n"
                          "}\n";

static int run(CUmodule Module, CUdeviceptr Out) {
  CUfunction Function;
  void *Arguments[] = {&Out};
  return cuModuleGetFunction(&Function, Module, "exchange") ||
         cuLaunchKernel(Function, 1, 1, 1, 64, 1, 1, 0, 0, Arguments, 0);
}

int main(int argc, char **argv) {
  CUdevice Device;
  CUcontext Context;
  CUmodule Module, Other;
  CUdeviceptr Out;
  unsigned Got[64];
  (void)argv;
  if (cuInit(0) || cuDeviceGet(&Device, 0) ||
      cuDevicePrimaryCtxRetain(&Context, Device) ||
      cuCtxSetCurrent(Context) || cuModuleLoadData(&Module, PTX) ||
      cuModuleLoadData(&Other, PTX) || cuMemAlloc(&Out, sizeof(Got)) ||
      run(Module, Out) || (argc > 1 && run(Other, Out)) ||
      cuMemcpyDtoH(Got, Out, sizeof(Got)))
    return 1;
  printf("%u and %u\n", Got[0], Got[32]);
  return 0;
}
