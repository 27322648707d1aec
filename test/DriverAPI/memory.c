/* Memory of all kinds, and what is known of pointers.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread && %t.thread | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <sys/mman.h>
#include <unistd.h>

static void *nonsense = (void *)0x1234;

static void device(void) {
  CUdeviceptr p = 0, base = 0;
  size_t pitch = 0, bytes = 0, before = 0, after = 0, total = 0;
  OK(cuMemGetInfo(&before, &total));
  CHECK(total && total <= (size_t)80 << 30);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemGetInfo(NULL, NULL));
  OK(cuMemAlloc(&p, 1000));
  CHECK(p % 256 == 0);
  OK(cuMemGetInfo(&after, NULL));
  CHECK(after < before);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(&p, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(NULL, 4));
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&base, (size_t)81 << 30));
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&base, ~(size_t)0));
  OK(cuMemGetAddressRange(&base, &bytes, p + 999));
  CHECK(base == p && bytes == 1000);
  OK(cuMemGetAddressRange(NULL, NULL, p));
  FAILS(CUDA_ERROR_NOT_FOUND, cuMemGetAddressRange(&base, &bytes, p + 1000));
  FAILS(CUDA_ERROR_NOT_FOUND, cuMemGetAddressRange(&base, &bytes, 8));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFree(p + 4));
  OK(cuMemFree(p));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFree(p));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(p, &bytes, 8));
  OK(cuMemFree(0));
  OK(cuMemAllocPitch(&p, &pitch, 100, 10, 4));
  CHECK(pitch >= 100 && pitch % 256 == 0);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAllocPitch(&p, &pitch, 100, 10, 3));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAllocPitch(&p, NULL, 100, 10, 4));
  FAILS(CUDA_ERROR_OUT_OF_MEMORY,
        cuMemAllocPitch(&base, &pitch, 1 << 30, ~(size_t)0, 4));
  OK(cuMemFree(p));
  OK(cuMemAllocAsync(&p, 64, NULL));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemAllocAsync(&base, 64, nonsense));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAllocAsync(NULL, 64, NULL));
  OK(cuMemFreeAsync(p, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, NULL));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemFreeAsync(0, nonsense));
}

static void host(void) {
  static int own[64];
  int *p = NULL, *q = NULL;
  CUdeviceptr d = 0;
  unsigned flags = 0;
  OK(cuMemHostAlloc((void **)&p, 256,
                    CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
  p[63] = 5;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostAlloc((void **)&q, 256, 64));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostAlloc(NULL, 256, 0));
  OK(cuMemAllocHost((void **)&q, 16));
  q[3] = 5;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAllocHost((void **)&q, 0));
  OK(cuMemHostGetDevicePointer(&d, p, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostGetDevicePointer(&d, own, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostGetDevicePointer(&d, p, 1));
  OK(cuMemHostGetFlags(&flags, p));
  CHECK(flags == 3);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostGetFlags(&flags, own));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFree((CUdeviceptr)p));
  OK(cuMemFreeHost(p));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(p));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(own));
  OK(cuMemFreeHost(q));
  OK(cuMemHostRegister(own, sizeof own, CU_MEMHOSTREGISTER_DEVICEMAP));
  FAILS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
        cuMemHostRegister(own + 1, 4, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister(nonsense, 64, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister(NULL, 64, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister(own, 0, 0));
  OK(cuMemHostGetDevicePointer(&d, own + 3, 0));
  CHECK(d == (CUdeviceptr)(own + 3));
  OK(cuMemHostUnregister(own));
  FAILS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(own));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostUnregister(NULL));

  /* What the program has unmapped is there for nobody. */
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *gone = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  OK(cuMemHostRegister(gone, 2 * page, 0));
  OK(cuMemcpy((CUdeviceptr)own, (CUdeviceptr)gone + 2 * page - 8, 4));
  munmap(gone + page, page);
  OK(cuMemsetD8((CUdeviceptr)gone, 1, page));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8((CUdeviceptr)gone, 1, 2 * page));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpyDtoH(own, (CUdeviceptr)gone + page - 2, 4));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpy((CUdeviceptr)gone + page, (CUdeviceptr)own, 4));
  OK(cuMemHostUnregister(gone));
  munmap(gone, page);

  /* The host has no more than it has. */
  size_t left = 0, all = 0;
  OK(cuMemGetInfo(&left, &all));
  CHECK(left <= all && all <= (size_t)sysconf(_SC_PHYS_PAGES) * page);
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&d, all + 1));
}

/* A texture may begin where memory does, whatever was allocated before. */
static void alignment(void) {
  static const size_t sizes[] = {64, 144, 1040, 2048, 5, 300};
  CUdeviceptr p[12];
  int align = 0;
  OK(cuDeviceGetAttribute(&align, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 0));
  CHECK(align == 512);
  for (int i = 0; i < 12; ++i) {
    if (i % 2)
      OK(cuMemAllocManaged(&p[i], sizes[i / 2], CU_MEM_ATTACH_GLOBAL));
    else
      OK(cuMemAlloc(&p[i], sizes[i / 2]));
    CHECK(p[i] % (unsigned)align == 0);
  }
  for (int i = 0; i < 12; ++i)
    OK(cuMemFree(p[i]));
}

/* Several ranges at once, of the 4096 bytes at p. */
static void batches(CUdeviceptr p) {
  CUdeviceptr parts[2] = {p, p + 1024}, beyond[2] = {p, p + 4000};
  size_t bytes[2] = {1024, 1024}, first[2] = {0, 1}, late[2] = {1, 0};
  CUmemLocation places[2] = {{CU_MEM_LOCATION_TYPE_HOST, 0},
                             {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
  CUmemLocation nowhere = {CU_MEM_LOCATION_TYPE_DEVICE, 7};
  int where = 9;
  OK(cuMemPrefetchBatchAsync(parts, bytes, 2, places, first, 1, 0, CU_STREAM_PER_THREAD));
  OK(cuMemRangeGetAttribute(&where, sizeof where,
                            CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p,
                            64));
  CHECK(where == -1);
  OK(cuMemDiscardAndPrefetchBatchAsync(parts, bytes, 2, places, first, 2, 0,
                                       CU_STREAM_PER_THREAD));
  OK(cuMemRangeGetAttribute(&where, sizeof where,
                            CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p,
                            64));
  CHECK(where == 0);
  OK(cuMemDiscardBatchAsync(parts, bytes, 2, 0, CU_STREAM_PER_THREAD));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemDiscardBatchAsync(beyond, bytes, 2, 0, CU_STREAM_PER_THREAD));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemDiscardBatchAsync(parts, bytes, 0, 0, CU_STREAM_PER_THREAD));
  /* The stream of everybody takes no batch. */
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemDiscardBatchAsync(parts, bytes, 2, 0, CU_STREAM_LEGACY));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemPrefetchBatchAsync(parts, bytes, 2, places, first, 1, 0, CU_STREAM_LEGACY));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemDiscardBatchAsync(parts, bytes, 2, 0, nonsense));
  FAILS(CUDA_ERROR_INVALID_DEVICE,
        cuMemPrefetchBatchAsync(parts, bytes, 2, &nowhere, first, 1, 0, CU_STREAM_PER_THREAD));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemPrefetchBatchAsync(parts, bytes, 2, places, late, 2, 0, CU_STREAM_PER_THREAD));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemDiscardAndPrefetchBatchAsync(parts, bytes, 2, places, first, 3, 0, CU_STREAM_PER_THREAD));
}

static void managed(void) {
  CUdeviceptr p = 0;
  CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemLocation cpu = {CU_MEM_LOCATION_TYPE_HOST, 0};
  CUmemLocation nowhere = {CU_MEM_LOCATION_TYPE_DEVICE, 7};
  OK(cuMemAllocManaged(&p, 4096, CU_MEM_ATTACH_GLOBAL));
  *(int *)p = 3;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAllocManaged(&p, 4096, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAllocManaged(&p, 0, 1));
  OK(cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, here));
  OK(heddle_cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_ACCESSED_BY, -1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAdvise(p, 4096, (CUmem_advise)50, here));
  FAILS(CUDA_ERROR_INVALID_DEVICE,
        cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_ACCESSED_BY, nowhere));
  FAILS(CUDA_ERROR_INVALID_DEVICE,
        heddle_cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_ACCESSED_BY, 5));
  OK(cuMemPrefetchAsync(p, 4096, cpu, 0, NULL));
  OK(heddle_cuMemPrefetchAsync(p, 4096, 0, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPrefetchAsync(p, 5000, here, 0, NULL));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        heddle_cuMemPrefetchAsync(p, 4096, 0, nonsense));
  FAILS(CUDA_ERROR_INVALID_DEVICE, heddle_cuMemPrefetchAsync(p, 64, 4, NULL));
  batches(p);
  OK(cuStreamAttachMemAsync(NULL, p, 0, CU_MEM_ATTACH_SINGLE));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuStreamAttachMemAsync(NULL, p + 64, 0, CU_MEM_ATTACH_SINGLE));
  OK(cuMemFree(p));
}

static void attributes(CUcontext context) {
  CUdeviceptr p = 0, found = 0, m = 0;
  CUcontext owner = NULL;
  void *h = NULL, *foundHost = NULL;
  unsigned type = 9, isManaged = 9;
  size_t bytes = 0;
  int device = -1;
  CUpointer_attribute names[] = {
      CU_POINTER_ATTRIBUTE_CONTEXT, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
      CU_POINTER_ATTRIBUTE_RANGE_SIZE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
  void *values[] = {&owner, &type, &bytes, &device};
  OK(cuMemAlloc(&p, 4000));
  OK(cuMemHostAlloc(&h, 100, 0));
  OK(cuMemAllocManaged(&m, 100, CU_MEM_ATTACH_GLOBAL));
  OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
  CHECK(type == CU_MEMORYTYPE_DEVICE);
  OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                           (CUdeviceptr)h));
  CHECK(type == CU_MEMORYTYPE_HOST);
  OK(cuPointerGetAttribute(&isManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED, m));
  CHECK(isManaged == 1);
  OK(cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                           p + 99));
  CHECK(found == p);
  OK(cuPointerGetAttribute(&foundHost, CU_POINTER_ATTRIBUTE_HOST_POINTER, m));
  CHECK(foundHost == (void *)m);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuPointerGetAttribute(&foundHost, CU_POINTER_ATTRIBUTE_HOST_POINTER,
                              p));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                              (CUdeviceptr)&type));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuPointerGetAttribute(NULL, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuPointerGetAttribute(&type, (CUpointer_attribute)777, p));
  OK(cuPointerGetAttributes(4, names, values, p + 5));
  CHECK(owner == context && type == CU_MEMORYTYPE_DEVICE && bytes == 4000 &&
        device == 0);
  OK(cuPointerGetAttributes(4, names, values, (CUdeviceptr)&type));
  CHECK(!owner && !type && !bytes);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuPointerGetAttributes(0, names, values, p));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuPointerGetAttributes(4, names, NULL, p));
  OK(cuMemFree(p));
  OK(cuMemFree(m));
  OK(cuMemFreeHost(h));
}

int main(void) {
  CUcontext context = start();
  device();
  host();
  alignment();
  managed();
  attributes(context);
  return finish();
}
