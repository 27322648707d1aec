/* Textures that modules name: machine code of old compilers, and PTX.

DEFINE: %{make} = python3 %S/../Object/Inputs/make_cubin.py
RUN: ptxas-lite -arch=sm_10 %S/Inputs/tesla-textures.ptx -o %t.ours
RUN: %{make} text %t.ours %t.text
RUN: %{make} elf32 %t.ours %t.elf32
RUN: %cuda %s -o %t
DEFINE: %{files} = %t.ours %t.text %t.elf32 %S/Inputs/tesla-textures.ptx
RUN: env HEDDLE_DEVICE=sm_10 %t %{files} > %t.out 2> %t.err
RUN: FileCheck %s --input-file=%t.out
RUN: FileCheck %s --input-file=%t.err --check-prefix=FAULT
RUN: env HEDDLE_DEVICE=sm_13 HEDDLE_ENGINE=interpreter %t %{files} > %t.out 2> %t.err
RUN: FileCheck %s --input-file=%t.out
CHECK: done
FAULT: fault: {{.*}}texture 'plane
*/
#include "check.h"
#include <stdint.h>

static CUtexref none = (CUtexref)0x1234;

/* What k computes: texels of line behind the first 3, and of row 1 of plane. */
static void launch(CUmodule module, CUdeviceptr to, float first, float step) {
  CUfunction k;
  float got[4];
  OK(cuModuleGetFunction(&k, module, "k"));
  OK(cuFuncSetBlockShape(k, 4, 1, 1));
  OK(cuParamSeti(k, 0, (unsigned)to));
  OK(cuParamSetSize(k, 4));
  OK(cuLaunchGrid(k, 1, 1));
  OK(cuMemcpyDtoH(got, to, sizeof got));
  for (int i = 0; i != 4; ++i)
    CHECK(got[i] == first + step * (float)i);
}

static void use(CUmodule module, CUdeviceptr memory) {
  CUtexref line, plane, again;
  CUfunction k;
  CUarray array, seenArray;
  CUmipmappedArray mipmapped, seenMipmapped;
  CUDA_ARRAY_DESCRIPTOR d = {4, 2, CU_AD_FORMAT_FLOAT, 1};
  CUDA_ARRAY3D_DESCRIPTOR levels = {4, 2, 0, CU_AD_FORMAT_FLOAT, 1, 0};
  CUdeviceptr seen = 0;
  size_t offset = 1;
  unsigned narrow = 1;
  int ints[8];
  float floats[64];
  for (int i = 0; i != 8; ++i)
    ints[i] = 10 * i;
  for (int i = 0; i != 64; ++i)
    floats[i] = (float)i;
  OK(cuMemcpyHtoD(memory, ints, sizeof ints));
  OK(cuMemcpyHtoD(memory + 512, floats, sizeof floats));
  OK(cuModuleGetTexRef(&line, module, "line"));
  OK(cuModuleGetTexRef(&plane, module, "plane"));
  OK(cuModuleGetTexRef(&again, module, "line"));
  CHECK(line == again && line != plane);

  OK(cuTexRefSetFormat(line, CU_AD_FORMAT_SIGNED_INT32, 1));
  OK(cuTexRefSetFlags(line, CU_TRSF_READ_AS_INTEGER));
  OK(cuTexRefSetAddress(&offset, line, memory, sizeof ints));
  CHECK(offset == 0);
  OK(cuTexRefGetAddress(&seen, line));
  CHECK(seen == memory);
  /* Rows of 128 bytes: 32, 33, ... are those of row 1. */
  OK(cuTexRefSetAddress2D(plane, &d, memory + 512, 128));
  OK(cuTexRefSetAddressMode(plane, 0, CU_TR_ADDRESS_MODE_CLAMP));
  OK(cuTexRefSetFilterMode(plane, CU_TR_FILTER_MODE_POINT));
  OK(cuModuleGetFunction(&k, module, "k"));
  OK(cuParamSetTexRef(k, -1, line));
  launch(module, memory + 1024, 32, 11);
  OK(heddle_cuTexRefSetAddress2D_v2(plane, &d, memory + 512, 128));
  /* A filter: between the rows, and between the columns, clamped. */
  OK(cuTexRefSetFilterMode(plane, CU_TR_FILTER_MODE_LINEAR));
  OK(cuTexRefSetAddress(&offset, line, memory + 4, 16));
  CHECK(offset == 4);
  OK(heddle_cuTexRefSetAddress(&narrow, line, (unsigned)memory, 32));
  CHECK(narrow == 0);
  OK(heddle_cuTexRefGetAddress(&narrow, line));
  CHECK(narrow == memory);
  OK(cuTexRefSetFilterMode(plane, CU_TR_FILTER_MODE_POINT));
  /* An array has the format of its own. */
  OK(cuArrayCreate(&array, &d));
  OK(cuMemcpyHtoA(array, 0, floats, 32));
  OK(cuTexRefSetArray(plane, array, CU_TRSA_OVERRIDE_FORMAT));
  OK(cuTexRefGetArray(&seenArray, plane));
  CHECK(seenArray == array);
  launch(module, memory + 1024, 4, 11);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetAddress(&seen, plane));
  OK(cuMipmappedArrayCreate(&mipmapped, &levels, 1));
  OK(cuTexRefSetMipmappedArray(plane, mipmapped, CU_TRSA_OVERRIDE_FORMAT));
  OK(cuTexRefGetMipmappedArray(&seenMipmapped, plane));
  CHECK(seenMipmapped == mipmapped);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetArray(&seenArray, plane));
  OK(cuTexRefSetArray(plane, array, CU_TRSA_OVERRIDE_FORMAT));
  OK(cuMipmappedArrayDestroy(mipmapped));
}

static void settings(void) {
  CUtexref r;
  CUarray_format format;
  CUaddress_mode mode;
  CUfilter_mode filter;
  unsigned flags = 0;
  int channels = 0, most = 0;
  float bias = 0, low = 0, high = 0, color[4] = {1, 2, 3, 4}, got[4];
  OK(cuTexRefCreate(&r));
  OK(cuTexRefSetFormat(r, CU_AD_FORMAT_UNSIGNED_INT8, 4));
  OK(cuTexRefGetFormat(&format, &channels, r));
  CHECK(format == CU_AD_FORMAT_UNSIGNED_INT8 && channels == 4);
  OK(cuTexRefSetAddressMode(r, 2, CU_TR_ADDRESS_MODE_MIRROR));
  OK(cuTexRefGetAddressMode(&mode, r, 2));
  CHECK(mode == CU_TR_ADDRESS_MODE_MIRROR);
  OK(cuTexRefSetFilterMode(r, CU_TR_FILTER_MODE_LINEAR));
  OK(cuTexRefGetFilterMode(&filter, r));
  CHECK(filter == CU_TR_FILTER_MODE_LINEAR);
  OK(cuTexRefSetMipmapFilterMode(r, CU_TR_FILTER_MODE_LINEAR));
  OK(cuTexRefGetMipmapFilterMode(&filter, r));
  CHECK(filter == CU_TR_FILTER_MODE_LINEAR);
  OK(cuTexRefSetMipmapLevelBias(r, 0.5f));
  OK(cuTexRefGetMipmapLevelBias(&bias, r));
  CHECK(bias == 0.5f);
  OK(cuTexRefSetMipmapLevelClamp(r, 1, 2));
  OK(cuTexRefGetMipmapLevelClamp(&low, &high, r));
  CHECK(low == 1 && high == 2);
  OK(cuTexRefSetMaxAnisotropy(r, 4));
  OK(cuTexRefGetMaxAnisotropy(&most, r));
  CHECK(most == 4);
  OK(cuTexRefSetBorderColor(r, color));
  OK(cuTexRefGetBorderColor(got, r));
  CHECK(!memcmp(color, got, sizeof got));
  OK(cuTexRefSetFlags(r, CU_TRSF_NORMALIZED_COORDINATES));
  OK(cuTexRefGetFlags(&flags, r));
  CHECK(flags == CU_TRSF_NORMALIZED_COORDINATES);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetFlags(r, 0x80));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddressMode(r, 3, mode));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetAddressMode(&mode, r, -1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetMipmapLevelClamp(r, 2, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetFormat(r, format, 3));
  OK(cuTexRefDestroy(r));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefDestroy(r));
}

static void misuse(CUmodule module, CUdeviceptr memory) {
  CUtexref r;
  CUarray array;
  CUmipmappedArray mipmapped;
  CUarray_format format;
  CUaddress_mode mode;
  CUfilter_mode filter;
  CUfunction k;
  CUdeviceptr seen;
  CUDA_ARRAY_DESCRIPTOR d = {4, 2, CU_AD_FORMAT_FLOAT, 1};
  unsigned n = 0;
  int i = 0;
  float f = 0;
  OK(cuModuleGetFunction(&k, module, "k"));
  FAILS(CUDA_ERROR_NOT_FOUND, cuModuleGetTexRef(&r, module, "lines"));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuModuleGetTexRef(&r, module, NULL));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuModuleGetTexRef(&r, (CUmodule)none, "line"));
  OK(cuModuleGetTexRef(&r, module, "plane"));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefCreate(NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefDestroy(r));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuParamSetTexRef(k, 0, r));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuParamSetTexRef(k, -1, none));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress(NULL, r, memory + 4, 16));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress(NULL, r, memory, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuTexRefSetAddress(NULL, r, memory, (size_t)-1));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        heddle_cuTexRefSetAddress(NULL, none, (unsigned)memory, 16));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuTexRefGetAddress(&n, none));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress2D(r, &d, memory, 3));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress2D(r, NULL, memory, 128));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        heddle_cuTexRefSetAddress2D_v2(none, &d, memory, 128));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetArray(r, (CUarray)none, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetArray(r, (CUarray)none, 0));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuTexRefSetMipmappedArray(r, (CUmipmappedArray)none, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuTexRefSetFormat(none, CU_AD_FORMAT_FLOAT, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddressMode(none, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetFilterMode(r, 7));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetMipmapFilterMode(r, 7));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetMipmapLevelBias(none, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetMaxAnisotropy(none, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetBorderColor(r, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetAddress(&seen, none));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetArray(&array, none));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetMipmappedArray(&mipmapped, none));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetFormat(&format, &i, none));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetAddressMode(&mode, none, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetFilterMode(&filter, none));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetMipmapFilterMode(NULL, r));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetMipmapLevelBias(&f, none));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetMipmapLevelClamp(&f, &f, none));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetMaxAnisotropy(&i, none));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetBorderColor(NULL, r));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetFlags(NULL, r));
  /* Memory that is gone when the kernel runs is a fault of the kernel. */
  OK(cuTexRefGetArray(&array, r));
  OK(cuArrayDestroy(array));
  OK(cuLaunchGrid(k, 1, 1));
  FAILS(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
}

int main(int argc, char **argv) {
  CUmodule module = NULL;
  CUtexref gone;
  CUdeviceptr memory;
  start();
  settings();
  OK(cuMemAlloc(&memory, 2048));
  for (int i = 1; i != argc; ++i) {
    OK(cuModuleLoad(&module, argv[i]));
    use(module, memory);
    if (i + 1 == argc)
      break;
    OK(cuModuleGetTexRef(&gone, module, "line"));
    OK(cuModuleUnload(module));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetFlags(gone, 0));
  }
  misuse(module, memory);
  return finish();
}
