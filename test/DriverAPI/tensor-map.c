/* Clusters of a launch, and maps of tensors.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"

/* Threads of the second CTA of each cluster take four elements of row 1. */
static const char *const tile =
    ".version 8.5\n.target sm_90a\n.address_size 64\n"
    ".visible .entry copied(.param .align 64 .b8 map[128], .param .u64 out)\n"
    "{\n"
    "  .shared .align 128 .b8 s[32];\n"
    "  .shared .align 8 .b64 bar;\n"
    "  .reg .b64 m, o;\n"
    "  .reg .b32 v, r, a, b, x, y;\n"
    "  .reg .pred p;\n"
    "  mov.u32 r, %cluster_ctarank;\n"
    "  setp.eq.u32 p, r, 0;\n"
    "  @p exit;\n"
    "  mov.b64 m, map;\n"
    "  cvta.param.u64 m, m;\n"
    "  ld.param.u64 o, [out];\n"
    "  mov.u32 a, s;\n"
    "  mov.u32 b, bar;\n"
    "  mov.u32 x, 4;\n"
    "  mov.u32 y, 1;\n"
    "  mbarrier.init.shared.b64 [b], 1;\n"
    "  fence.mbarrier_init.release.cluster;\n"
    "  mbarrier.arrive.expect_tx.shared.b64 _, [b], 16;\n"
    "  cp.async.bulk.tensor.2d.shared::cluster.global.tile"
    ".mbarrier::complete_tx::bytes [a], [m, {x, y}], [b];\n"
    "wait:\n"
    "  mbarrier.try_wait.parity.shared.b64 p, [b], 0;\n"
    "  @!p bra wait;\n"
    "  ld.shared.u32 v, [s+4];\n"
    "  st.global.u32 [o], v;\n"
    "  ret;\n"
    "}\n";

#define TILED(map, type, rank, box, swizzle, fill)                             \
  cuTensorMapEncodeTiled(map, type, rank, (void *)p, dims, strides, box, ones, \
                         0, swizzle, 0, fill)

#define PIXELS(map, lower, channels)                                           \
  cuTensorMapEncodeIm2col(map, S32, 3, (void *)p, image, steps, lower, upper,  \
                          channels, 2, ones, 0, 0, 0, 0)

#define PARTS(map, p, inter, swizzle)                                          \
  cuTensorMapEncodeTiled(map, F16, 3, (void *)(p), image, parts, cube, ones,   \
                         inter, swizzle, 0, 0)

#define NARROW(map, type, columns, box, steps, swizzle, fill)                  \
  cuTensorMapEncodeTiled(                                                      \
      map, type, 2, (void *)p, (const unsigned long long[2]){columns, 2},      \
      (const unsigned long long[1]){96}, box, steps, 0, swizzle, 0, fill)

#define WIDE(map, mode, rank)                                                  \
  cuTensorMapEncodeIm2colWide(map, S32, rank, (void *)p, image, steps, -1, 1,  \
                              4, 2, ones, 0, mode, 3, 0, 0)

int main(void) {
  enum { F32 = 7, S32 = 3, F16 = 6, U4 = 13, U4_GAP = 14, U6_GAP = 15 };
  static union {
    CUtensorMap map;
    char bytes[256];
  } storage[3];
  CUtensorMap *map = (CUtensorMap *)(((size_t)storage + 127) / 128 * 128);
  CUmodule module;
  CUfunction f;
  CUdeviceptr p, out;
  unsigned data[16], got = 0, i;
  const unsigned long long dims[2] = {8, 2}, strides[1] = {32};
  const unsigned box[2] = {4, 1}, odd[2] = {3, 1}, wide[2] = {8, 257},
                 ones[3] = {1, 1, 1}, none[2] = {0, 1}, cube[3] = {1, 2, 2},
                 packed[2] = {32, 2}, gapped[2] = {128, 2};
  const unsigned long long image[3] = {4, 2, 2}, steps[2] = {16, 32},
                           parts[2] = {32, 64};
  const int lower[1] = {-1}, far[1] = {40000}, upper[1] = {0};
  void *params[] = {map, &out};
  CUlaunchAttribute attribute = {0};
  CUlaunchConfig config = {2, 1, 1, 1, 1, 1, 0, NULL, &attribute, 1};

  start();
  OK(cuModuleLoadData(&module, tile));
  OK(cuModuleGetFunction(&f, module, "copied"));
  OK(cuMemAlloc(&p, sizeof data));
  OK(cuMemAlloc(&out, 4));
  for (i = 0; i != 16; ++i)
    data[i] = 100 + i;
  OK(cuMemcpyHtoD(p, data, sizeof data));
  OK(TILED(map, S32, 2, box, 0, 0));
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim.x = 2;
  attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
  OK(cuLaunchKernelEx(&config, f, params, NULL));
  OK(cuMemcpyDtoH(&got, out, 4));
  CHECK(got == 113);
  OK(cuTensorMapReplaceAddress(map, (void *)(p + 16)));

  attribute.value.clusterDim.x = 3;
  FAILS(CUDA_ERROR_INVALID_CLUSTER_SIZE,
        cuLaunchKernelEx(&config, f, params, NULL));
  attribute.value.clusterDim.x = 0;
  FAILS(CUDA_ERROR_INVALID_CLUSTER_SIZE,
        cuLaunchKernelEx(&config, f, params, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        TILED((CUtensorMap *)((char *)map + 8), S32, 2, box, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, TILED(NULL, S32, 2, box, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, TILED(map, S32, 0, box, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, TILED(map, S32, 6, box, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, TILED(map, S32, 2, odd, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, TILED(map, S32, 2, wide, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, TILED(map, S32, 2, box, 0, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, TILED(map, 99, 2, box, 0, 0));
  OK(TILED(map, F32, 2, box, 3, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuTensorMapReplaceAddress(map, (void *)(p + 8)));
  OK(TILED(map, S32, 2, box, 5, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, TILED(map, S32, 2, box, 7, 0));
  OK(TILED(map, S32, 2, box, 6, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuTensorMapEncodeTiled(map, F16, 2, (void *)p, dims, strides, box, ones,
                               1, 0, 0, 0));
  FAILS(CUDA_ERROR_NOT_SUPPORTED, PARTS(map, p, 1, 2));
  FAILS(CUDA_ERROR_NOT_SUPPORTED, PARTS(map, p, 2, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, PARTS(map, p, 2, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, PARTS(map, p + 16, 2, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, PARTS(map, p, 3, 0));
  OK(NARROW(map, U4, 64, packed, ones, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, NARROW(map, U4, 63, packed, ones, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, NARROW(map, U4, 64, packed, ones, 0, 1));
  OK(NARROW(map, U4_GAP, 128, gapped, ones, 3, 0));
  OK(NARROW(map, U4_GAP, 128, gapped, none, 4, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, NARROW(map, U4_GAP, 64, gapped, ones, 3, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, NARROW(map, U4_GAP, 128, packed, ones, 3, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, NARROW(map, U4_GAP, 128, gapped, ones, 2, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, NARROW(map, U4_GAP, 128, gapped, ones, 6, 0));
  OK(NARROW(map, U6_GAP, 128, gapped, ones, 6, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuTensorMapReplaceAddress(map, (void *)(p + 16)));
  OK(cuTensorMapReplaceAddress(map, (void *)(p + 32)));
  FAILS(CUDA_ERROR_INVALID_VALUE, NARROW(map, U6_GAP, 128, gapped, ones, 5, 0));
  OK(PIXELS(map, lower, 4));
  FAILS(CUDA_ERROR_INVALID_VALUE, PIXELS(map, far, 4));
  FAILS(CUDA_ERROR_INVALID_VALUE, PIXELS(map, lower, 257));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuTensorMapEncodeIm2col(NULL, S32, 3, (void *)p, image, steps, lower,
                                upper, 4, 2, ones, 0, 0, 0, 0));
  OK(WIDE(map, 0, 3));
  OK(WIDE(map, 1, 3));
  FAILS(CUDA_ERROR_INVALID_VALUE, WIDE(map, 2, 3));
  FAILS(CUDA_ERROR_INVALID_VALUE, WIDE(map, 0, 2));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuTensorMapEncodeIm2colWide(NULL, S32, 3, (void *)p, image, steps, -1,
                                    1, 4, 2, ones, 0, 0, 3, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuTensorMapEncodeIm2colWide(map, S32, 3, (void *)p, image, steps, -1, 1,
                                    4, 2, ones, 0, 0, 1, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuTensorMapEncodeIm2colWide(map, S32, 3, (void *)p, image, steps, 3, 1,
                                    4, 2, ones, 0, 0, 3, 0, 0));
  OK(cuModuleUnload(module));
  return finish();
}
