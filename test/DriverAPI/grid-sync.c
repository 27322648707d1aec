/* All blocks of a cooperative launch wait for each other, as many as fit at once,
 * also in a long text with a smaller kernel that waits for nobody.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: env HEDDLE_DEVICE=sm_75 %t | FileCheck %s
CHECK: done
*/
#include "check.h"

/* Each block adds 1, waits as cooperative groups do, and reads the sum. */
static const char *const text =
    ".version 7.5\n"
    ".target sm_75\n"
    ".address_size 64\n"
    ".visible .entry count(.param .u64 psums, .param .u64 pcounter) {\n"
    "  .reg .b64 s, c, w, o;\n"
    "  .reg .b32 h, l, b, n, v, a, t;\n"
    "  .reg .pred p, q;\n"
    "  mov.u32 t, %tid.x;\n"
    "  mov.u32 b, %ctaid.x;\n"
    "  mov.u32 n, %nctaid.x;\n"
    "  ld.param.u64 s, [psums];\n"
    "  ld.param.u64 c, [pcounter];\n"
    "  mov.u32 h, %envreg1;\n"
    "  mov.u32 l, %envreg2;\n"
    "  mov.b64 w, {l, h};\n"
    "  setp.ne.u32 p, t, 0;\n"
    "  bar.sync 0;\n"
    "  @p bra ready;\n"
    "  red.relaxed.gpu.global.add.u32 [c], 1;\n"
    "  sub.u32 v, 0x80000001, n;\n"
    "  setp.eq.u32 q, b, 0;\n"
    "  selp.u32 v, v, 1, q;\n"
    "  atom.acq_rel.gpu.add.u32 v, [w+4], v;\n"
    "again:\n"
    "  ld.acquire.gpu.u32 a, [w+4];\n"
    "  xor.b32 a, a, v;\n"
    "  setp.ge.s32 q, a, 0;\n"
    "  @q bra again;\n"
    "ready:\n"
    "  bar.sync 0;\n"
    "  @p bra done;\n"
    "  ld.relaxed.gpu.global.u32 v, [c];\n"
    "  mul.wide.u32 o, b, 4;\n"
    "  add.s64 o, o, s;\n"
    "  st.global.u32 [o], v;\n"
    "done:\n"
    "  ret;\n"
    "}\n"
    ".visible .entry none() { ret; }\n";

static unsigned sums[4096];

static void test(const char *source) {
  CUmodule module;
  CUfunction count, none;
  CUdeviceptr memory = 0, counter = 0;
  CUlaunchConfig config = {0};
  CUlaunchAttribute attribute = {0};
  int fits = 0, processors = 0, supported = 0;
  unsigned round, block, blocks, wrong = 0;
  void *params[] = {&memory, &counter};

  OK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH,
                          0));
  OK(cuDeviceGetAttribute(&processors,
                          CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  CHECK(supported == 1);
  OK(cuModuleLoadData(&module, source));
  OK(cuModuleGetFunction(&none, module, "none"));
  OK(cuLaunchKernel(none, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  OK(cuModuleGetFunction(&count, module, "count"));
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&fits, count, 512, 0));
  blocks = (unsigned)(fits * processors);
  CHECK(fits > 0 && blocks <= 4096);
  OK(cuMemAlloc(&memory, sizeof sums));
  OK(cuMemAlloc(&counter, 4));
  OK(cuMemsetD32(counter, 0, 1));
  for (round = 1; round != 3; ++round) {
    OK(cuLaunchCooperativeKernel(count, blocks, 1, 1, 512, 1, 1, 0, NULL,
                                 params));
    OK(cuMemcpyDtoH(sums, memory, sizeof sums));
    for (block = 0; block != blocks; ++block)
      wrong += sums[block] != round * blocks;
    CHECK(wrong == 0);
  }

  attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attribute.value.cooperative = 1;
  config.gridDimX = blocks + 1;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = 512;
  config.attrs = &attribute;
  config.numAttrs = 1;
  FAILS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
        cuLaunchKernelEx(&config, count, params, NULL));
  config.gridDimX = 7;
  OK(cuMemsetD32(counter, 0, 1));
  OK(cuLaunchKernelEx(&config, count, params, NULL));
  OK(cuMemcpyDtoH(sums, memory, sizeof sums));
  CHECK(sums[0] == 7 && sums[6] == 7);
  OK(cuMemFree(memory));
  OK(cuMemFree(counter));
  OK(cuModuleUnload(module));
}

int main(void) {
  char *late;
  start();
  late = makeLong(text);
  test(text);
  test(late);
  free(late);
  return finish();
}
