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

int main(void) {
  start();
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  holes(stream);
  pitches();
  return finish();
}
