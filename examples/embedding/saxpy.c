/* saxpy.c - A kernel on the arrays of a C program.
 *
 * Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <heddle-c/heddle.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, BLOCK = 128 };

static const char PTX[] =
    ".version 7.0\n"
    ".target sm_75\n"
    ".address_size 64\n"
    ".visible .entry saxpy(.param .u32 n, .param .f32 a,\n"
    "                      .param .u64 x, .param .u64 y) {\n"
    "  .reg .pred %p; .reg .b32 %n, %c, %b, %t, %i;\n"
    "  .reg .f32 %a, %vx, %vy; .reg .b64 %x, %y;\n"
    "  ld.param.u32 %n, [n];\n"
    "  mov.u32 %c, %ctaid.x;\n"
    "  mov.u32 %b, %ntid.x;\n"
    "  mov.u32 %t, %tid.x;\n"
    "  mad.lo.u32 %i, %c, %b, %t;\n"
    "  setp.ge.u32 %p, %i, %n;\n"
    "  @%p ret;\n"
    "  ld.param.f32 %a, [a];\n"
    "  ld.param.u64 %x, [x];\n"
    "  ld.param.u64 %y, [y];\n"
    "  mad.wide.u32 %x, %i, 4, %x;\n"
    "  mad.wide.u32 %y, %i, 4, %y;\n"
    "  ld.global.f32 %vx, [%x];\n"
    "  ld.global.f32 %vy, [%y];\n"
    "  fma.rn.f32 %vy, %a, %vx, %vy;\n"
    "  st.global.f32 [%y], %vy;\n"
    "  ret;\n"
    "}\n";

static void check(heddleError_t Error) {
  if (Error == heddleSuccess)
    return;
  fprintf(stderr, "%s: %s\n", heddleGetErrorName(Error),
          heddleGetLastErrorMessage());
  exit(1);
}

int main(void) {
  static float X[N], Y[N];
  for (int I = 0; I != N; ++I) {
    X[I] = (float)I;
    Y[I] = 1;
  }

  heddleCompilation_t Compilation;
  heddleDevice_t Device;
  heddleModule_t Module;
  heddleKernel_t Kernel;
  check(heddleCompile(PTX, sizeof(PTX), NULL, &Compilation));
  check(heddleDeviceCreate(NULL, &Device));
  check(heddleModuleLoadCompilation(Device, Compilation, &Module));
  heddleCompilationDestroy(Compilation);
  check(heddleModuleGetKernel(Module, "saxpy", &Kernel));

  /* The kernel gets the pointers of this program, and Heddle knows how far they
   * reach: an access beyond is a fault with a name. */
  check(heddleHostRegister(Device, X, sizeof(X), "X"));
  check(heddleHostRegister(Device, Y, sizeof(Y), "Y"));

  uint32_t Count = N;
  float A = 2;
  float *PointerToX = X, *PointerToY = Y;
  const void *Arguments[] = {&Count, &A, &PointerToX, &PointerToY};
  heddleLaunchConfig_t Config;
  HEDDLE_INIT(Config);
  Config.Block[0] = BLOCK;
  Config.Grid[0] = (N + BLOCK - 1) / BLOCK;
  check(heddleLaunch(Kernel, &Config, Arguments, NULL));

  int Wrong = 0;
  for (int I = 0; I != N; ++I)
    Wrong += Y[I] != 2 * (float)I + 1;
  printf("Heddle %s: %d elements, %d wrong\n", heddleGetVersion(), N, Wrong);
  heddleModuleDestroy(Module);
  heddleDeviceDestroy(Device);
  return Wrong != 0;
}
