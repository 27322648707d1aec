/* Arrays, textures and surfaces. What fetches return, test/Programs/textures
 * and test/Tx1/images look at.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread && %t.thread | FileCheck %s
CHECK: done
*/
#include "check.h"

static void *nonsense = (void *)0x1234;

/* Takes two texels by a texture, and writes one by a surface. */
static const char *const fetches =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry take(.param .u64 t, .param .u64 s, .param .u64 out) {\n"
    "  .reg .b64 %t, %s, %o;\n  .reg .f32 %f<5>;\n  .reg .b32 %r<4>;\n"
    "  ld.param.u64 %t, [t];\n  ld.param.u64 %s, [s];\n"
    "  ld.param.u64 %o, [out];\n  mov.u32 %r0, 1;\n  mov.u32 %r1, 4;\n"
    "  tex.2d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%t, {%r0, %r0}];\n"
    "  st.global.f32 [%o], %f0;\n"
    "  mov.u32 %r2, 0x42280000;\n"
    "  sust.b.2d.b32.trap [%s, {%r1, %r0}], {%r2};\n  ret;\n}\n";

static CUDA_ARRAY3D_DESCRIPTOR shape(size_t w, size_t h, size_t d, unsigned flags) {
  CUDA_ARRAY3D_DESCRIPTOR D = {w, h, d, CU_AD_FORMAT_FLOAT, 1, flags};
  return D;
}

static void arrays(void) {
  CUDA_ARRAY_DESCRIPTOR flat = {4, 2, CU_AD_FORMAT_UNSIGNED_INT8, 4}, seen;
  CUDA_ARRAY3D_DESCRIPTOR d = shape(4, 3, 2, 0), found;
  CUDA_ARRAY_MEMORY_REQUIREMENTS needs;
  CUarray a, b;
  OK(cuArrayCreate(&a, &flat));
  OK(cuArray3DCreate(&b, &d));
  OK(cuArrayGetDescriptor(&seen, a));
  CHECK(!memcmp(&seen, &flat, sizeof flat));
  OK(cuArray3DGetDescriptor(&found, b));
  CHECK(found.Width == 4 && found.Height == 3 && found.Depth == 2);
  CHECK(found.Format == CU_AD_FORMAT_FLOAT && found.NumChannels == 1);
  OK(cuArrayGetMemoryRequirements(&needs, b, 0));
  CHECK(needs.size == 96 && needs.alignment);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuArrayGetDescriptor(&seen, b));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuArrayGetDescriptor(&seen, nonsense));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuArray3DGetDescriptor(NULL, b));
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuArrayGetMemoryRequirements(&needs, b, 7));
  flat.NumChannels = 3;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuArrayCreate(&b, &flat));
  flat.NumChannels = 1;
  flat.Format = (CUarray_format)77;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuArrayCreate(&b, &flat));
  d = shape(0, 0, 0, 0);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuArray3DCreate(&b, &d));
  d = shape(4, 0, 2, 0);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuArray3DCreate(&b, &d));
  d = shape(1ull << 40, 1, 1, 0);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuArray3DCreate(&b, &d));
  d = shape(16384, 16384, 128, 0);
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuArray3DCreate(&b, &d));
  d = shape(4, 4, 4, CUDA_ARRAY3D_SPARSE);
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuArray3DCreate(&b, &d));
  d = shape(4, 4, 4, 1u << 30);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuArray3DCreate(&b, &d));
  OK(cuArrayDestroy(a));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuArrayDestroy(a));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuArrayDestroy(nonsense));
}

static void levels(void) {
  CUDA_ARRAY3D_DESCRIPTOR d = shape(8, 4, 0, 0), found;
  CUDA_ARRAY_MEMORY_REQUIREMENTS needs;
  CUmipmappedArray m;
  CUarray level, again;
  OK(cuMipmappedArrayCreate(&m, &d, 20));
  OK(cuMipmappedArrayGetLevel(&level, m, 2));
  OK(cuMipmappedArrayGetLevel(&again, m, 2));
  CHECK(level == again);
  OK(cuArray3DGetDescriptor(&found, level));
  CHECK(found.Width == 2 && found.Height == 1);
  OK(cuMipmappedArrayGetMemoryRequirements(&needs, m, 0));
  CHECK(needs.size == (32 + 8 + 2 + 1) * 4);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetLevel(&level, m, 4));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuArrayDestroy(level));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayCreate(&m, &d, 0));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMipmappedArrayGetMemoryRequirements(&needs, nonsense, 0));
  OK(cuMipmappedArrayDestroy(m));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMipmappedArrayDestroy(m));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuArray3DGetDescriptor(&found, level));
}

static void copies(CUstream stream) {
  CUDA_ARRAY_DESCRIPTOR d = {8, 2, CU_AD_FORMAT_UNSIGNED_INT8, 1};
  char from[16], to[16];
  CUarray a, b;
  CUdeviceptr p;
  for (int i = 0; i < 16; ++i)
    from[i] = (char)i;
  OK(cuArrayCreate(&a, &d));
  OK(cuArrayCreate(&b, &d));
  OK(cuMemAlloc(&p, 16));
#define ARRIVES(call)                                                          \
  memset(to, 0, sizeof to);                                                    \
  OK(call);                                                                    \
  OK(cuMemcpyAtoH(to, b, 0, 16));                                              \
  CHECK(!memcmp(from, to, 16));
  ARRIVES(cuMemcpyHtoA(b, 0, from, 16));
  ARRIVES(cuMemcpyHtoAAsync(b, 0, from, 16, stream));
  OK(cuMemcpyHtoA(a, 0, from, 16));
  ARRIVES(cuMemcpyAtoA(b, 4, a, 4, 8));
  OK(cuMemcpyAtoD(p, a, 0, 16));
  ARRIVES(cuMemcpyDtoA(b, 0, p, 16));
  OK(cuMemcpyAtoHAsync(to, a, 9, 3, stream));
  CHECK(to[0] == 9 && to[2] == 11);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoA(b, 1, from, 16));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoAAsync(b, ~(size_t)0, from, 16, stream));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoH(to, b, 9, 8));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemcpyAtoHAsync(to, nonsense, 9, 8, stream));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(p, a, 0, 17));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoA(b, 0, p + 8, 16));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemcpyAtoA(b, 0, nonsense, 0, 1));
  OK(cuArrayDestroy(a));
  OK(cuArrayDestroy(b));
  OK(cuMemFree(p));
}

static void planes(void) {
  CUDA_ARRAY3D_DESCRIPTOR d = shape(4, 3, 2, 0);
  float from[24], to[24];
  CUDA_MEMCPY3D in = {0}, out, bad;
  CUarray a;
  for (int i = 0; i < 24; ++i)
    from[i] = (float)i;
  OK(cuArray3DCreate(&a, &d));
  in.srcMemoryType = CU_MEMORYTYPE_HOST;
  in.srcHost = from;
  in.srcPitch = 16;
  in.srcHeight = 3;
  in.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  in.dstArray = a;
  in.WidthInBytes = 16;
  in.Height = 3;
  in.Depth = 2;
  OK(cuMemcpy3D(&in));
  memset(&out, 0, sizeof out);
  out.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  out.srcArray = a;
  out.srcXInBytes = 4;
  out.srcY = 1;
  out.srcZ = 1;
  out.dstMemoryType = CU_MEMORYTYPE_HOST;
  out.dstHost = to;
  out.WidthInBytes = 8;
  out.Height = 2;
  out.Depth = 1;
  OK(cuMemcpy3D(&out));
  CHECK(to[0] == 17 && to[1] == 18 && to[2] == 21 && to[3] == 22);
  bad = out;
  bad.srcXInBytes = 2;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&bad));
  bad = out;
  bad.srcZ = 2;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&bad));
  bad = out;
  bad.srcY = ~(size_t)0;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&bad));
  bad.srcArray = nonsense;
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemcpy3D(&bad));
  OK(cuArrayDestroy(a));
}

static void objects(void) {
  CUDA_ARRAY3D_DESCRIPTOR d = shape(4, 3, 0, CUDA_ARRAY3D_SURFACE_LDST);
  CUDA_RESOURCE_DESC resource = {0}, found;
  CUDA_TEXTURE_DESC how = {0}, seen;
  CUDA_RESOURCE_VIEW_DESC view = {0}, viewed;
  float from[12], to;
  CUarray a;
  CUtexObject t, v;
  CUsurfObject s;
  CUmodule module;
  CUfunction take;
  CUdeviceptr p;
  size_t texels;
  for (int i = 0; i < 12; ++i)
    from[i] = (float)i;
  OK(cuArray3DCreate(&a, &d));
  OK(cuMemcpyHtoA(a, 0, from, sizeof from));
  OK(cuMemAlloc(&p, 4096));
  resource.res.array.hArray = a;
  how.filterMode = CU_TR_FILTER_MODE_LINEAR;
  OK(cuTexObjectCreate(&t, &resource, &how, NULL));
  OK(cuSurfObjectCreate(&s, &resource));
  view.format = CU_RES_VIEW_FORMAT_FLOAT_1X32;
  view.width = 4;
  view.height = 3;
  OK(cuTexObjectCreate(&v, &resource, &how, &view));
  OK(cuTexObjectGetResourceDesc(&found, t));
  CHECK(found.res.array.hArray == a);
  OK(cuSurfObjectGetResourceDesc(&found, s));
  CHECK(found.res.array.hArray == a);
  OK(cuTexObjectGetTextureDesc(&seen, t));
  CHECK(seen.filterMode == CU_TR_FILTER_MODE_LINEAR);
  OK(cuTexObjectGetResourceViewDesc(&viewed, v));
  CHECK(viewed.width == 4);
  OK(cuModuleLoadData(&module, fetches));
  OK(cuModuleGetFunction(&take, module, "take"));
  void *params[] = {&t, &s, &p};
  OK(cuLaunchKernel(take, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  OK(cuMemcpyDtoH(&to, p, sizeof to));
  CHECK(to == 5);
  OK(cuMemcpyAtoH(&to, a, 5 * sizeof to, sizeof to));
  CHECK(to == 42);
  OK(cuDeviceGetTexture1DLinearMaxWidth(&texels, CU_AD_FORMAT_FLOAT, 4, 0));
  CHECK(texels >= 1u << 27);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceGetTexture1DLinearMaxWidth(&texels, CU_AD_FORMAT_FLOAT, 3, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetResourceViewDesc(&viewed, t));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetResourceDesc(&found, s));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetTextureDesc(NULL, t));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuSurfObjectGetResourceDesc(&found, t));
  view.width = 5;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&v, &resource, &how, &view));
  how.addressMode[1] = (CUaddress_mode)9;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&v, &resource, &how, NULL));
  how.addressMode[1] = CU_TR_ADDRESS_MODE_WRAP;
  how.flags = CU_TRSF_SRGB;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&v, &resource, &how, NULL));
  how.flags = 0;
  resource.res.array.hArray = nonsense;
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuTexObjectCreate(&v, &resource, &how, NULL));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuSurfObjectCreate(&s, &resource));
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  resource.res.linear.devPtr = p;
  resource.res.linear.format = CU_AD_FORMAT_FLOAT;
  resource.res.linear.numChannels = 1;
  resource.res.linear.sizeInBytes = 4096;
  OK(cuTexObjectCreate(&v, &resource, &how, NULL));
  OK(cuTexObjectDestroy(v));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuSurfObjectCreate(&s, &resource));
  resource.res.linear.sizeInBytes = 8192;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&v, &resource, &how, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexObjectDestroy(v));
  OK(cuTexObjectDestroy(t));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuSurfObjectDestroy(t));
  OK(cuSurfObjectDestroy(s));
  /* The kernel's texture is not there any more. */
  OK(cuLaunchKernel(take, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  FAILS(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
}

int main(void) {
  CUstream stream;
  start();
  OK(cuStreamCreate(&stream, 0));
  arrays();
  levels();
  copies(stream);
  planes();
  objects();
  return finish();
}
