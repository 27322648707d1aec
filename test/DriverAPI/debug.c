/* A program's launches in the debugger: those that something stops, forwards
   and back, and the program goes on as if nobody had looked.

RUN: rm -rf %t && mkdir %t
RUN: %cuda %s -o %t/program
RUN: %t/program | FileCheck %s --check-prefix=OUTPUT
OUTPUT: 20 29 38
OUTPUT: done

Without a breakpoint later launches pass, and the results are the same.
RUN: printf 'continue\n' > %t/pass
RUN: heddle-run --debug %t/program < %t/pass > %t/out && FileCheck %s --check-prefix=PASS < %t/out
PASS: Launch 1: scale(float*, unsigned int), grid (1,1,1), block (32,1,1)
PASS-NOT: Launch 2
PASS: 20 29 38
PASS: done

RUN: printf 'break two.cu:8\nbreak add\nbreak two.cu:99\nbreak nosuch\ninfo breakpoints\ncontinue\nprint %%%%f2\nreverse-step\nstep\ncontinue\nprint _Z5scalePfj_param_0[0..2]:f32\ncontinue\ndelete\nprint _Z5scalePfj_param_0[0..2]:f32\ncontinue\n' > %t/stops
RUN: heddle-run --debug %t/program < %t/stops > %t/out && FileCheck %s --check-prefix=STOPS < %t/out
STOPS: Launch 1: scale(float*, unsigned int)
STOPS: Breakpoint 1 at line
STOPS: Breakpoint 2 at add, of which this kernel has no code
STOPS: Breakpoint 3 at two.cu:99, of which this kernel has no code
STOPS: Breakpoint 4 at nosuch, of which this kernel has no code
STOPS: Breakpoint 1, warp 0 of block (0,0,0), line {{[0-9]+}} (two.cu:8), lanes 00000007
STOPS: %f2 = [5 8 11]
STOPS: (two.cu:7)
STOPS: (two.cu:8)
STOPS: The launch is over
STOPS: Launch 2: add(float*, unsigned int)
STOPS: Breakpoint 2, warp 0 of block (0,0,0)
STOPS: nothing in memory is called '_Z5scalePfj_param_0'
STOPS: The launch is over
STOPS: Launch 3: scale(float*, unsigned int)
STOPS: Breakpoint 1, {{.*}}(two.cu:8)
STOPS: _Z5scalePfj_param_0[0..2]:f32 = 6 9 12
STOPS: The launch is over
STOPS-NEXT: 20 29 38
STOPS: done

The user ends the program, also with the end of the input.
RUN: printf 'quit\n' > %t/quit
RUN: heddle-run --debug %t/program < %t/quit > %t/out && FileCheck %s --check-prefix=QUIT --implicit-check-not=done < %t/out
RUN: heddle-run --debug %t/program < /dev/null > %t/out && FileCheck %s --check-prefix=QUIT --implicit-check-not=done < %t/out
QUIT: Launch 1

RUN: not heddle-run --debug=gdb %t/program 2>&1 | FileCheck %s --check-prefix=VALUE
VALUE: HEDDLE_DEBUG: 'gdb' is neither 1 nor dap:PORT

A client of the protocol.
RUN: python3 %S/Inputs/debug_client.py heddle-run %t/program | FileCheck %s --check-prefix=CLIENT
CLIENT: attached: True
CLIENT: stopped: breakpoint two.cu:8 scale(float*, unsigned int)
CLIENT: set: [True, False]
CLIENT: evaluate: [5 8 11]
CLIENT: back: step two.cu:7
CLIENT: console: Breakpoint {{[0-9]+}} at add, of which this kernel has no code
CLIENT: functions: [True, False]
CLIENT: stopped: breakpoint {{.*}} add(float*, unsigned int)
CLIENT: verified: True
CLIENT: text: .version 7.0
CLIENT: stopped: breakpoint two.cu:16 add(float*, unsigned int)
CLIENT: stopped: breakpoint {{.*}} scale(float*, unsigned int)
CLIENT: stopped: breakpoint two.cu:8 scale(float*, unsigned int)
CLIENT: program: 20 29 38 done 0
CLIENT: said: [('exited', 0), ('terminated', None)]
CLIENT: numbers go up: True
*/
#include "check.h"

static const char two[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".file 1 \"two.cu\"\n"
    ".visible .entry _Z5scalePfj(.param .u64 _Z5scalePfj_param_0,\n"
    "                            .param .u32 _Z5scalePfj_param_1)\n{\n"
    ".reg .pred %p<2>;\n.reg .b32 %r<3>;\n.reg .f32 %f<3>;\n"
    ".reg .b64 %rd<4>;\n"
    ".loc 1 4 0\nmov.u32 %r1, %tid.x;\n"
    "ld.param.u32 %r2, [_Z5scalePfj_param_1];\n"
    "setp.ge.u32 %p1, %r1, %r2;\n@%p1 bra DONE;\n"
    ".loc 1 6 0\nld.param.u64 %rd1, [_Z5scalePfj_param_0];\n"
    "mul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, %rd1, %rd2;\n"
    "ld.global.f32 %f1, [%rd3];\n"
    ".loc 1 7 0\nfma.rn.f32 %f2, %f1, 0f40400000, 0f40000000;\n"
    ".loc 1 8 0\nst.global.f32 [%rd3], %f2;\n"
    ".loc 1 9 0\nDONE:\nret;\n}\n"
    ".visible .entry _Z3addPfj(.param .u64 _Z3addPfj_param_0,\n"
    "                          .param .u32 _Z3addPfj_param_1)\n{\n"
    ".reg .pred %p<2>;\n.reg .b32 %r<3>;\n.reg .f32 %f<3>;\n"
    ".reg .b64 %rd<4>;\n"
    ".loc 1 14 0\nmov.u32 %r1, %tid.x;\n"
    "ld.param.u32 %r2, [_Z3addPfj_param_1];\n"
    "setp.ge.u32 %p1, %r1, %r2;\n@%p1 bra DONE;\n"
    ".loc 1 15 0\nld.param.u64 %rd1, [_Z3addPfj_param_0];\n"
    "mul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, %rd1, %rd2;\n"
    "ld.global.f32 %f1, [%rd3];\nadd.f32 %f2, %f1, 0f3F800000;\n"
    ".loc 1 16 0\nst.global.f32 [%rd3], %f2;\n"
    "DONE:\nret;\n}\n";

int main(void) {
  enum { N = 3 };
  float x[N] = {1, 2, 3};
  unsigned n = N;
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction scale, add;
  CUdeviceptr dx;
  void *params[] = {&dx, &n};

  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuCtxCreate(&context, NULL, 0, device));
  OK(cuModuleLoadData(&module, two));
  OK(cuModuleGetFunction(&scale, module, "_Z5scalePfj"));
  OK(cuModuleGetFunction(&add, module, "_Z3addPfj"));
  OK(cuMemAlloc(&dx, sizeof x));
  OK(cuMemcpyHtoD(dx, x, sizeof x));
  OK(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL));
  OK(cuLaunchKernel(add, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL));
  OK(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL));
  OK(cuCtxSynchronize());
  OK(cuMemcpyDtoH(x, dx, sizeof x));
  printf("%g %g %g\n", x[0], x[1], x[2]);
  OK(cuMemFree(dx));
  OK(cuModuleUnload(module));
  OK(cuCtxDestroy(context));
  return finish();
}
