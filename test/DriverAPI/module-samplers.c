/* Samplers that a module describes itself, with a texture that the program binds.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"

static const char *const sampling =
    ".version 7.0\n.target sm_75, texmode_independent\n.address_size 64\n"
    ".global .texref t;\n"
    ".global .samplerref near = {filter_mode = nearest, addr_mode_0 = clamp_to_border,"
    " force_unnormalized_coords = 1};\n"
    ".visible .entry k(.param .u64 out) {\n"
    "  .reg .u32 %r<4>;\n  .reg .u64 %rd<4>;\n  .reg .f32 %f<8>;\n"
    "  mov.u32 %r1, %tid.x;\n"
    "  cvt.rn.f32.u32 %f1, %r1;\n"
    "  add.f32 %f1, %f1, 0f3f800000;\n"
    "  tex.1d.v4.f32.f32 {%f4,%f5,%f6,%f7}, [t, near, {%f1}];\n"
    "  ld.param.u64 %rd1, [out];\n"
    "  mul.wide.u32 %rd2, %r1, 4;\n"
    "  add.u64 %rd1, %rd1, %rd2;\n"
    "  st.global.f32 [%rd1], %f4;\n"
    "  ret;\n}\n";

int main(void) {
  CUmodule module;
  CUfunction k;
  CUtexref t;
  CUarray array;
  CUdeviceptr out;
  CUDA_ARRAY_DESCRIPTOR d = {2, 0, CU_AD_FORMAT_FLOAT, 1};
  const float texels[2] = {1, 3};
  float back[2] = {9, 9};
  void *arguments[] = {&out};
  start();
  OK(cuModuleLoadData(&module, sampling));
  OK(cuModuleGetFunction(&k, module, "k"));
  OK(cuModuleGetTexRef(&t, module, "t"));
  OK(cuArrayCreate(&array, &d));
  OK(cuMemcpyHtoA(array, 0, texels, sizeof texels));
  OK(cuTexRefSetArray(t, array, CU_TRSA_OVERRIDE_FORMAT));
  OK(cuMemAlloc(&out, sizeof back));
  OK(cuLaunchKernel(k, 1, 1, 1, 2, 1, 1, 0, NULL, arguments, NULL));
  OK(cuMemcpyDtoH(back, out, sizeof back));
  /* The second texel, and the border. */
  CHECK(back[0] == 3 && back[1] == 0);
  OK(cuMemFree(out));
  OK(cuModuleUnload(module));
  OK(cuArrayDestroy(array));
  return finish();
}
