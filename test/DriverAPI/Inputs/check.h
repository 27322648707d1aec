/* What the programs here share: calls whose result is checked, and the kernels
 * that they launch. */
#ifndef CHECK_H
#define CHECK_H

#include "cuda.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static inline const char *nameOf(CUresult result) {
  const char *name = NULL;
  cuGetErrorName(result, &name);
  return name ? name : "an unknown error";
}

/* The call ends with ERROR. */
#define FAILS(error, call)                                                     \
  do {                                                                         \
    CUresult result_ = (call);                                                 \
    if (result_ != (error)) {                                                  \
      fprintf(stderr, "%s:%d: %s: %s, not %s\n", __FILE__, __LINE__, #call,    \
              nameOf(result_), nameOf(error));                                 \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

#define OK(call) FAILS(CUDA_SUCCESS, call)

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);  \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

/* What every program but those about initialization starts with. */
static inline CUcontext start(void) {
  CUcontext context = NULL;
  OK(cuInit(0));
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuCtxSetCurrent(context));
  return context;
}

static inline int finish(void) {
  if (!failures)
    puts("done");
  return failures != 0;
}

/* TEXT with so long a comment that its kernels are compiled late. */
static inline char *makeLong(const char *text) {
  const size_t blanks = 1 << 16;
  const size_t size = strlen(text);
  char *made = (char *)malloc(size + blanks + 4);
  CHECK(made != NULL);
  memcpy(made, text, size);
  memset(made + size, ' ', blanks + 3);
  memcpy(made + size, "//", 2);
  made[size + blanks + 3] = 0;
  return made;
}

/* y[i] = a * x[i] + y[i] for i < n; puts value into *p; faults at 0; spoils the
 * rest of an array; waits for nothing. */
static const char *const kernels =
    ".version 7.5\n"
    ".target sm_75\n"
    ".address_size 64\n"
    ".visible .global .align 4 .b8 numbers[16] = {1, 0, 0, 0, 2};\n"
    ".visible .global .attribute(.managed) .align 4 .b8 both[8] = {6, 0, 0, 0,"
    " 7};\n"
    ".visible .const .align 4 .u32 factor = 3;\n"
    ".visible .entry saxpy(.param .u64 py, .param .u64 px, .param .f32 pa,\n"
    "                      .param .u32 pn) {\n"
    "  .reg .pred p;\n"
    "  .reg .b32 i, t, c, n;\n"
    "  .reg .b64 x, y, o;\n"
    "  .reg .f32 a, u, v;\n"
    "  mov.u32 t, %ntid.x;\n"
    "  mov.u32 c, %ctaid.x;\n"
    "  mov.u32 i, %tid.x;\n"
    "  mad.lo.s32 i, t, c, i;\n"
    "  ld.param.u32 n, [pn];\n"
    "  setp.ge.u32 p, i, n;\n"
    "  @p bra done;\n"
    "  ld.param.u64 y, [py];\n"
    "  ld.param.u64 x, [px];\n"
    "  ld.param.f32 a, [pa];\n"
    "  cvta.to.global.u64 y, y;\n"
    "  cvta.to.global.u64 x, x;\n"
    "  mul.wide.u32 o, i, 4;\n"
    "  add.s64 y, y, o;\n"
    "  add.s64 x, x, o;\n"
    "  ld.global.f32 u, [x];\n"
    "  ld.global.f32 v, [y];\n"
    "  fma.rn.f32 v, a, u, v;\n"
    "  st.global.f32 [y], v;\n"
    "done:\n"
    "  ret;\n"
    "}\n"
    ".visible .entry put(.param .u64 pp, .param .u32 pv) {\n"
    "  .reg .b64 p;\n"
    "  .reg .b32 v;\n"
    "  ld.param.u64 p, [pp];\n"
    "  ld.param.u32 v, [pv];\n"
    "  st.global.u32 [p], v;\n"
    "  ret;\n"
    "}\n"
    ".visible .entry scale(.param .u64 pp) {\n"
    "  .reg .b64 p;\n"
    "  .reg .b32 v, f;\n"
    "  ld.param.u64 p, [pp];\n"
    "  ld.global.u32 v, [p];\n"
    "  ld.const.u32 f, [factor];\n"
    "  mul.lo.u32 v, v, f;\n"
    "  st.global.u32 [p], v;\n"
    "  ret;\n"
    "}\n"
    ".visible .entry shared_sum(.param .u64 pp) {\n"
    "  .reg .b64 p;\n"
    "  .reg .b32 v, a;\n"
    "  .shared .align 4 .b8 room[1024];\n"
    "  ld.param.u64 p, [pp];\n"
    "  mov.u32 a, room;\n"
    "  st.shared.u32 [a], 7;\n"
    "  ld.shared.u32 v, [room];\n"
    "  st.global.u32 [p], v;\n"
    "  ret;\n"
    "}\n";

#endif
