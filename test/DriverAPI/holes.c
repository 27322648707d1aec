/* Copies of the host's memory that is not all there, and rows or planes that
 * begin before the one before them ends.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <sys/mman.h>

enum { Page = 4096 };

static void holes(CUstream stream) {
  char *host = mmap(NULL, 5 * Page, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CUdeviceptr p;
  OK(cuMemAlloc(&p, 5 * Page));
  memset(host, 7, 5 * Page);
  OK(cuMemcpyHtoD(p, host, 5 * Page));
  munmap(host + Page, Page);
  munmap(host + 3 * Page, Page);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(p, host, 5 * Page));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(host, p, 5 * Page));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpyHtoDAsync(p, host + Page - 1, Page + 2, stream));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(host, p, Page + 1));
  OK(cuMemcpyHtoD(p, host, Page));
  /* Between the rows nothing is read. */
  CUDA_MEMCPY2D c = {0};
  c.srcMemoryType = CU_MEMORYTYPE_HOST;
  c.srcHost = host;
  c.srcPitch = 2 * Page;
  c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  c.dstDevice = p;
  c.dstPitch = Page;
  c.WidthInBytes = Page;
  c.Height = 3;
  host[2 * Page] = 21;
  host[5 * Page - 1] = 22;
  OK(cuMemcpy2D(&c));
  char back[3 * Page];
  OK(cuMemcpyDtoH(back, p, sizeof back));
  CHECK(back[Page - 1] == 7 && back[Page] == 21 && back[3 * Page - 1] == 22);
  c.srcHost = host + 1;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&c));
  OK(cuMemFree(p));
}

/* Nothing is copied of a range with a page that must not be accessed, be it
 * short or long. */
static void forbidden(CUstream stream, int pages) {
  const size_t bytes = (size_t)pages * Page;
  char *host = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *back = malloc(bytes), *middle = host + pages / 2 * Page;
  CUdeviceptr p;
  OK(cuMemAlloc(&p, bytes));
  OK(cuMemsetD8(p, 1, bytes));
  memset(host, 7, bytes);
  for (int access = PROT_NONE; access <= PROT_READ; ++access) {
    mprotect(middle, Page, access);
    if (access == PROT_NONE) {
      FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(p, host, bytes));
      FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy(p, (CUdeviceptr)host, bytes));
      FAILS(CUDA_ERROR_INVALID_VALUE,
            cuMemcpyHtoDAsync(p, middle - 1, 2, stream));
    }
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(host, p, bytes));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy((CUdeviceptr)host, p, bytes));
    FAILS(CUDA_ERROR_INVALID_VALUE,
          cuMemcpyDtoHAsync(middle + Page - 1, p, 2, stream));
    CHECK(host[0] == 7 && middle[-1] == 7 && middle[Page] == 7);
    OK(cuMemcpyDtoH(back, p, bytes));
    CHECK(back[0] == 1 && back[bytes - 1] == 1);
  }
  OK(cuMemcpyHtoD(p, host, bytes));
  OK(cuMemcpyDtoH(back, p, bytes));
  CHECK(back[0] == 7 && back[bytes / 2] == 7);
  mprotect(middle, Page, PROT_READ | PROT_WRITE);
  OK(cuMemcpyDtoH(host, p, bytes));
  munmap(host, bytes);
  free(back);
  OK(cuMemFree(p));
}

static void pitches(void) {
  char from[256] = {0};
  CUdeviceptr p;
  OK(cuMemAlloc(&p, 256));
  CUDA_MEMCPY2D c = {0}, bad;
  c.srcMemoryType = CU_MEMORYTYPE_HOST;
  c.srcHost = from;
  c.srcPitch = c.dstPitch = 16;
  c.srcXInBytes = c.dstXInBytes = 8;
  c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  c.dstDevice = p;
  c.WidthInBytes = 8;
  c.Height = 4;
  OK(cuMemcpy2D(&c));
  bad = c;
  bad.srcXInBytes = 9;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&bad));
  bad.Height = 1;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2DUnaligned(&bad));
  bad = c;
  bad.dstXInBytes = 9;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2DAsync(&bad, NULL));
  bad.dstXInBytes = (size_t)-1;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&bad));
  CUDA_MEMCPY3D d = {0}, worse;
  d.srcMemoryType = CU_MEMORYTYPE_HOST;
  d.srcHost = from;
  d.srcPitch = d.dstPitch = 16;
  d.srcHeight = d.dstHeight = 4;
  d.srcY = d.dstY = 2;
  d.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  d.dstDevice = p;
  d.WidthInBytes = 16;
  d.Height = d.Depth = 2;
  OK(cuMemcpy3D(&d));
  worse = d;
  worse.srcY = 3;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&worse));
  worse = d;
  worse.dstXInBytes = 1;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&worse));
  OK(cuMemFree(p));
}

/* A stack that has not grown as far yet. */
static void stack(void) {
  char large[1 << 20];
  CUdeviceptr p;
  OK(cuMemAlloc(&p, sizeof large));
  OK(cuMemsetD8(p, 5, sizeof large));
  OK(cuMemcpyDtoH(large, p, sizeof large));
  CHECK(large[0] == 5 && large[sizeof large - 1] == 5);
  OK(cuMemFree(p));
}

int main(void) {
  start();
  stack();
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  holes(stream);
  forbidden(stream, 3);
  forbidden(stream, 40);
  pitches();
  return finish();
}
