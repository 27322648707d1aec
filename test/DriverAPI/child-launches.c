/* Kernels that launch kernels, without NVIDIA's compiler.

RUN: %cuda %s -o %t && %t 2>%t.err | FileCheck %s
RUN: FileCheck %s --check-prefix=TOLD <%t.err
CHECK: done
TOLD: a launch by a kernel failed: CUDA_ERROR_INVALID_VALUE
TOLD: launches more kernels than can wait: 904 launches were refused
*/
#include "check.h"

/* Each thread launches a grid of n blocks, which add 1 to *p. */
static const char *const nested =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(\n"
    "  .param .b64 f, .param .align 4 .b8 g[12],\n"
    "  .param .align 4 .b8 b[12], .param .b32 s);\n"
    ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(\n"
    "  .param .b64 b, .param .b64 s);\n"
    ".visible .entry child(.param .u64 p) {\n"
    "  .reg .b64 %p;\n  ld.param.u64 %p, [p];\n  red.global.add.u32 [%p], 1;\n"
    "  ret;\n}\n"
    ".visible .entry parent(.param .u64 p, .param .u32 n) {\n"
    "  .reg .b64 %p, %f, %b;\n  .reg .b32 %n;\n  .reg .pred %q;\n"
    "  ld.param.u64 %p, [p];\n  ld.param.u32 %n, [n];\n"
    "  mov.u64 %f, child;\n"
    "  { .param .b64 a; .param .align 4 .b8 g[12]; .param .align 4 .b8 k[12];\n"
    "    .param .b32 s; .param .b64 o;\n"
    "    st.param.b64 [a], %f;\n"
    "    st.param.b32 [g], %n; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1;\n"
    "    st.param.b32 [k], 1; st.param.b32 [k+4], 1; st.param.b32 [k+8], 1;\n"
    "    st.param.b32 [s], 0;\n"
    "    call.uni (o), __cudaCDP2GetParameterBufferV2, (a, g, k, s);\n"
    "    ld.param.b64 %b, [o];\n  }\n"
    "  setp.eq.u64 %q, %b, 0;\n  @%q bra Done;\n  st.u64 [%b], %p;\n"
    "  { .param .b64 a; .param .b64 s; .param .b32 o;\n"
    "    st.param.b64 [a], %b; st.param.b64 [s], 0;\n"
    "    call.uni (o), __cudaCDP2LaunchDeviceV2, (a, s);\n  }\n"
    "Done:\n  ret;\n}\n";

int main(void) {
  CUcontext own;
  CUmodule module;
  CUfunction parent;
  CUdeviceptr p;
  char *late;
  unsigned n = 3, seen = 0;
  void *params[] = {&p, &n};
  start();
  OK(cuCtxCreate(&own, NULL, 0, 0));
  OK(cuModuleLoadData(&module, nested));
  OK(cuModuleGetFunction(&parent, module, "parent"));
  OK(cuMemAlloc(&p, 4));
  OK(cuMemsetD32(p, 0, 1));
  OK(cuLaunchKernel(parent, 2, 1, 1, 4, 1, 1, 0, NULL, params, NULL));
  OK(cuMemcpyDtoH(&seen, p, 4));
  CHECK(seen == 24);
  /* A grid that cannot be. */
  n = 0;
  OK(cuLaunchKernel(parent, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  FAILS(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  OK(cuCtxDestroy(own));
  OK(cuCtxCreate(&own, NULL, 0, 0));
  OK(cuModuleLoadData(&module, nested));
  OK(cuModuleGetFunction(&parent, module, "parent"));
  OK(cuMemAlloc(&p, 4));
  OK(cuMemsetD32(p, 0, 1));
  /* More launches than can wait. */
  n = 1;
  OK(cuLaunchKernel(parent, 5, 1, 1, 1000, 1, 1, 0, NULL, params, NULL));
  OK(cuMemcpyDtoH(&seen, p, 4));
  CHECK(seen == 4096);
  OK(cuCtxDestroy(own));
  /* The kernels of a long text are compiled when others launch them. */
  OK(cuCtxCreate(&own, NULL, 0, 0));
  late = makeLong(nested);
  OK(cuModuleLoadData(&module, late));
  free(late);
  OK(cuModuleGetFunction(&parent, module, "parent"));
  OK(cuMemAlloc(&p, 4));
  OK(cuMemsetD32(p, 0, 1));
  n = 3;
  OK(cuLaunchKernel(parent, 2, 1, 1, 4, 1, 1, 0, NULL, params, NULL));
  OK(cuMemcpyDtoH(&seen, p, 4));
  CHECK(seen == 24);
  OK(cuCtxDestroy(own));
  return finish();
}
