/* Addresses that are reserved, memory that is created, and mappings of it.

RUN: %cuda %s -o %t && %t 2> %t.err | FileCheck %s
RUN: FileCheck %s --check-prefix=FAULT < %t.err
CHECK: done
FAULT: is in buffer {{.*}}, which may only be read
*/
#include "check.h"
#include <unistd.h>

#define UNIT ((size_t)2 << 20)

static const CUmemAllocationProp device = {
    .type = CU_MEM_ALLOCATION_TYPE_PINNED,
    .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
    .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
static const CUmemAccessDesc everything = {
    {CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
static const CUmemAccessDesc reading = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                                        CU_MEM_ACCESS_FLAGS_PROT_READ};

/* An array that grows: what was in it stays where it is. */
static void grow(CUfunction put) {
  CUdeviceptr at, where;
  CUmemGenericAllocationHandle first, second, again;
  size_t unit, before, after, total, bytes;
  unsigned long long flags;
  CUmemLocation place = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemAllocationProp found;
  char text[16], back[16];
  OK(cuMemGetAllocationGranularity(&unit, &device, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CHECK(unit == UNIT);
  OK(cuMemGetInfo(&before, &total));
  OK(cuMemAddressReserve(&at, 8 * UNIT, 0, 0, 0));
  CHECK(at % UNIT == 0);
  OK(cuMemCreate(&first, UNIT, &device, 0));
  OK(cuMemGetInfo(&after, &total));
  CHECK(before - after == UNIT);
  OK(cuMemMap(at, UNIT, 0, first, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(at, text, 16));
  OK(cuMemSetAccess(at, UNIT, &everything, 1));
  OK(cuMemGetAccess(&flags, &place, at + 5));
  CHECK(flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  OK(cuMemsetD8(at, 7, UNIT));
  OK(cuMemCreate(&second, 2 * UNIT, &device, 0));
  OK(cuMemMap(at + UNIT, 2 * UNIT, 0, second, 0));
  OK(cuMemSetAccess(at + UNIT, 2 * UNIT, &everything, 1));
  /* A copy, a set and a kernel over the border. */
  memcpy(text, "over the border", 16);
  OK(cuMemcpyHtoD(at + UNIT - 8, text, 16));
  OK(cuMemcpyDtoH(back, at + UNIT - 8, 16));
  CHECK(!memcmp(text, back, 16));
  OK(cuMemsetD8(at, 9, 3 * UNIT));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(at, 9, 3 * UNIT + 1));
  where = at + UNIT - 4;
  int value = 77, seen = 0;
  void *params[] = {&where, &value};
  OK(cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  where = at + 2 * UNIT;
  OK(cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  OK(cuMemcpyDtoH(&seen, at + UNIT - 4, 4));
  CHECK(seen == 77);
  OK(cuMemGetAddressRange(&where, &bytes, at + UNIT + 5));
  CHECK(where == at + UNIT && bytes == 2 * UNIT);
  OK(cuMemRetainAllocationHandle(&again, (void *)(at + UNIT)));
  CHECK(again == second);
  OK(cuMemGetAllocationPropertiesFromHandle(&found, again));
  CHECK(found.location.type == CU_MEM_LOCATION_TYPE_DEVICE);
  /* The same memory at a second place. */
  OK(cuMemMap(at + 4 * UNIT, UNIT, UNIT, second, 0));
  OK(cuMemSetAccess(at + 4 * UNIT, UNIT, &reading, 1));
  OK(cuMemcpyDtoH(&seen, at + 4 * UNIT, 4));
  CHECK(seen == 77);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(at + 4 * UNIT, text, 4));

  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemMap(at + UNIT, UNIT, 0, first, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemMap(at + 5 * UNIT, 2 * UNIT, 0, first, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemMap(at + 8 * UNIT, UNIT, 0, first, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemMap(at + 5 * UNIT, UNIT, 0, 0x1234, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(at + 3 * UNIT, UNIT, &everything, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(at + UNIT, UNIT, &everything, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemUnmap(at + UNIT, UNIT));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemGetAccess(&flags, &place, at + 6 * UNIT));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemRetainAllocationHandle(&again, (void *)(at + 6 * UNIT)));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(at, 8 * UNIT));
  OK(cuMemRelease(first));
  OK(cuMemRelease(second));
  OK(cuMemRelease(again));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemRelease(again));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemGetAllocationPropertiesFromHandle(&found, again));
  /* It is there as long as it is mapped. */
  OK(cuMemcpyDtoH(&seen, at + 2 * UNIT, 4));
  CHECK(seen == 77);
  OK(cuMemUnmap(at, 3 * UNIT));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(&seen, at, 4));
  OK(cuMemUnmap(at + 4 * UNIT, UNIT));
  OK(cuMemAddressFree(at, 8 * UNIT));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(at, 8 * UNIT));
  OK(cuMemGetInfo(&after, &total));
  CHECK(before == after);
}

/* Memory by a file descriptor. */
static void hand(void) {
  CUdeviceptr a, b;
  CUmemGenericAllocationHandle own, other;
  int file, value = 5, seen = 0;
  OK(cuMemCreate(&own, UNIT, &device, 0));
  OK(cuMemExportToShareableHandle(&file, own, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK(cuMemImportFromShareableHandle(&other, (void *)(intptr_t)file, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  close(file);
  OK(cuMemAddressReserve(&a, UNIT, UNIT, 0, 0));
  OK(cuMemAddressReserve(&b, UNIT, 4 * UNIT, a + UNIT, 0));
  CHECK(b % (4 * UNIT) == 0);
  OK(cuMemMap(a, UNIT, 0, own, 0));
  OK(cuMemMap(b, UNIT, 0, other, 0));
  OK(cuMemSetAccess(a, UNIT, &everything, 1));
  OK(cuMemSetAccess(b, UNIT, &everything, 1));
  OK(cuMemcpyHtoD(a, &value, 4));
  OK(cuMemcpyDtoH(&seen, b, 4));
  CHECK(seen == 5);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemImportFromShareableHandle(&other, (void *)(intptr_t)-1, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemExportToShareableHandle(&file, 3, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK(cuMemRelease(own));
  OK(cuMemRelease(other));
}

/* A kernel that writes where it may only read. */
static void spoil(CUfunction put) {
  CUdeviceptr at;
  CUmemGenericAllocationHandle handle;
  int value = 1;
  void *params[] = {&at, &value};
  OK(cuMemAddressReserve(&at, UNIT, 0, 0, 0));
  OK(cuMemCreate(&handle, UNIT, &device, 0));
  OK(cuMemMap(at, UNIT, 0, handle, 0));
  OK(cuMemSetAccess(at, UNIT, &reading, 1));
  OK(cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
}

int main(void) {
  CUmodule module;
  CUfunction put;
  CUdeviceptr p;
  CUmemGenericAllocationHandle handle;
  CUmemAllocationProp bad = device;
  size_t unit;
  int is;
  start();
  OK(cuDeviceGetAttribute(&is, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
  CHECK(is == 1);
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
  grow(put);
  hand();
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&p, UNIT + 1, 0, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&p, UNIT, 3, 0, 0));
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAddressReserve(&p, ~(size_t)0 / UNIT * UNIT, 0, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&handle, 4096, &device, 0));
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemCreate(&handle, (size_t)1 << 50, &device, 0));
  bad.location.id = 3;
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuMemCreate(&handle, UNIT, &bad, 0));
  bad = device;
  bad.type = CU_MEM_ALLOCATION_TYPE_INVALID;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemGetAllocationGranularity(&unit, &bad, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  spoil(put);
  return finish();
}
