/* Variables that the host shares, and others beside them.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"

static void look(CUdeviceptr p, size_t bytes, int managed) {
  const CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  const CUresult expected = managed ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  unsigned is = 7;
  void *host = NULL;
  OK(cuPointerGetAttribute(&is, CU_POINTER_ATTRIBUTE_IS_MANAGED, p));
  CHECK(is == (unsigned)managed);
  FAILS(expected,
        cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, p));
  CHECK(!managed || host == (void *)p);
  FAILS(expected,
        cuMemAdvise(p, bytes, CU_MEM_ADVISE_SET_READ_MOSTLY, here));
  FAILS(expected, cuMemPrefetchAsync(p, bytes, here, 0, NULL));
  FAILS(expected, cuStreamAttachMemAsync(NULL, p, 0, CU_MEM_ATTACH_GLOBAL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFree(p));
}

int main(void) {
  start();
  CUmodule module;
  CUdeviceptr both, numbers, other;
  size_t bytes;
  for (int round = 0; round != 3; ++round) {
    OK(cuModuleLoadData(&module, kernels));
    OK(cuModuleGetGlobal(&both, &bytes, module, "both"));
    CHECK(bytes == 8);
    look(both, 8, 1);
    OK(cuModuleGetGlobal(&numbers, &bytes, module, "numbers"));
    look(numbers, 16, 0);
    OK(cuModuleUnload(module));
  }
  /* What takes its place is not managed. */
  for (int i = 0; i != 5000; ++i) {
    unsigned is = 7;
    OK(cuMemAlloc(&other, 8));
    OK(cuPointerGetAttribute(&is, CU_POINTER_ATTRIBUTE_IS_MANAGED, other));
    CHECK(is == 0);
  }
  return finish();
}
