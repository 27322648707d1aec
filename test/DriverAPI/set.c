/* Sets of memory.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread && %t.thread | FileCheck %s
CHECK: done
*/
#include "check.h"

static void *nonsense = (void *)0x1234;

int main(void) {
  unsigned char bytes[64];
  unsigned short *halves = (unsigned short *)bytes;
  unsigned *words = (unsigned *)bytes;
  CUdeviceptr p;
  CUstream stream;
  start();
  OK(cuStreamCreate(&stream, 0));
  OK(cuMemAlloc(&p, 64));
  for (int async = 0; async < 2; ++async) {
    OK(cuMemsetD8(p, 0, 64));
    OK(async ? cuMemsetD8Async(p + 1, 7, 3, stream) : cuMemsetD8(p + 1, 7, 3));
    OK(async ? cuMemsetD16Async(p + 6, 0x1234, 2, stream)
             : cuMemsetD16(p + 6, 0x1234, 2));
    OK(async ? cuMemsetD32Async(p + 12, 0x89abcdef, 1, stream)
             : cuMemsetD32(p + 12, 0x89abcdef, 1));
    OK(cuMemcpyDtoH(bytes, p, 64));
    CHECK(bytes[0] == 0 && bytes[1] == 7 && bytes[3] == 7 && bytes[4] == 0);
    CHECK(halves[3] == 0x1234 && halves[4] == 0x1234 && halves[5] == 0);
    CHECK(words[3] == 0x89abcdef && words[4] == 0);
    OK(async ? cuMemsetD2D8Async(p, 16, 1, 2, 4, stream)
             : cuMemsetD2D8(p, 16, 1, 2, 4));
    OK(async ? cuMemsetD2D16Async(p + 4, 16, 2, 1, 4, stream)
             : cuMemsetD2D16(p + 4, 16, 2, 1, 4));
    OK(async ? cuMemsetD2D32Async(p + 8, 16, 3, 1, 4, stream)
             : cuMemsetD2D32(p + 8, 16, 3, 1, 4));
    OK(cuMemcpyDtoH(bytes, p, 64));
    for (int row = 0; row < 4; ++row)
      CHECK(bytes[16 * row + 1] == 1 && bytes[16 * row + 4] == 2 &&
            bytes[16 * row + 8] == 3 && !bytes[16 * row + 9]);
  }
  OK(cuMemsetD8(p, 1, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(p, 1, 65));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(0, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD16(p + 1, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD32(p + 2, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD32(p, 1, ~(size_t)0 / 2));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD2D8(p, 16, 1, 17, 4));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD2D16(p, 15, 1, 1, 4));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD2D32(p, 16, 1, 4, 5));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemsetD8Async(p, 1, 1, nonsense));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemsetD16Async(p, 1, 1, nonsense));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemsetD32Async(p, 1, 1, nonsense));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemsetD2D8Async(p, 8, 1, 1, 1, nonsense));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemsetD2D16Async(p, 8, 1, 1, 1, nonsense));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemsetD2D32Async(p, 8, 1, 1, 1, nonsense));
  OK(cuMemFree(p));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(p, 1, 1));
  return finish();
}
