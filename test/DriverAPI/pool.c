/* Pools of memory, and what streams allocate and free.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"

static CUmemoryPool nonsense = (CUmemoryPool)0x1234;
static CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0},
                     second = {CU_MEM_LOCATION_TYPE_DEVICE, 1},
                     host = {CU_MEM_LOCATION_TYPE_HOST, 0};
static const CUmemAllocationType pinned = CU_MEM_ALLOCATION_TYPE_PINNED;

static uint64_t number(CUmemoryPool pool, CUmemPool_attribute attribute) {
  uint64_t value = ~(uint64_t)0;
  OK(cuMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

static void checkCurrent(void) {
  CUmemoryPool own = NULL, pool = NULL, found = NULL;
  CUmemPoolProps properties = {0};
  CUdeviceptr p = 0, q = 0;
  int supported = 0;

  OK(cuDeviceGetAttribute(&supported,
                          CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 0));
  CHECK(supported == 1);
  OK(cuDeviceGetDefaultMemPool(&own, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceGetDefaultMemPool(NULL, 0));
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetDefaultMemPool(&found, 1));
  OK(cuDeviceGetMemPool(&found, 0));
  CHECK(own && found == own);
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetMemPool(&found, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolDestroy(own));

  properties.allocType = pinned;
  properties.location = device;
  OK(cuMemPoolCreate(&pool, &properties));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(NULL, &properties));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(&found, NULL));
  properties.handleTypes = (CUmemAllocationHandleType)2;
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuMemPoolCreate(&found, &properties));
  properties.handleTypes = CU_MEM_HANDLE_TYPE_NONE;
  properties.location = second;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(&found, &properties));
  properties.location = host;
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuMemPoolCreate(&found, &properties));
  properties.location = device;
  properties.allocType = CU_MEM_ALLOCATION_TYPE_INVALID;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(&found, &properties));

  /* The current pool is what memory is taken from. */
  OK(cuDeviceSetMemPool(0, pool));
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDeviceSetMemPool(1, pool));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceSetMemPool(0, nonsense));
  OK(cuMemAllocAsync(&p, 1000, NULL));
  CHECK(number(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT) == 1000);
  CHECK(number(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT) == 0);
  OK(cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, p));
  CHECK(found == pool);
  OK(cuMemGetMemPool(&found, &device, pinned));
  CHECK(found == pool);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemGetMemPool(&found, NULL, pinned));
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuMemGetMemPool(&found, &host, pinned));
  OK(cuMemGetDefaultMemPool(&found, &device, pinned));
  CHECK(found == own);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemGetDefaultMemPool(&found, &second, pinned));
  OK(cuMemSetMemPool(&device, pinned, own));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemSetMemPool(&device, pinned, nonsense));
  OK(cuMemAlloc(&q, 8));
  OK(cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, q));
  CHECK(!found);
  OK(cuMemFree(q));

  /* What was allocated outlives its pool. */
  OK(cuDeviceSetMemPool(0, pool));
  OK(cuMemPoolDestroy(pool));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolDestroy(pool));
  OK(cuDeviceGetMemPool(&found, 0));
  CHECK(found == own);
  OK(cuMemsetD8(p, 1, 1000));
  OK(cuMemFreeAsync(p, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemAllocFromPoolAsync(&p, 8, pool, NULL));
}

static void checkAttributes(void) {
  CUmemoryPool pool = NULL;
  CUmemPoolProps properties = {0};
  CUdeviceptr p = 0, q = 0;
  CUstream stream = NULL;
  uint64_t value = ~(uint64_t)0;
  int choice = 7;

  properties.allocType = pinned;
  properties.location = device;
  properties.maxSize = 4096;
  OK(cuMemPoolCreate(&pool, &properties));
  CHECK(number(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD) == 0);
  OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &value));
  CHECK(number(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD) == value);
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC,
                           &choice));
  CHECK(choice == 1);
  choice = 0;
  OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC,
                           &choice));
  choice = 7;
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC,
                           &choice));
  CHECK(choice == 0);

  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuMemAllocFromPoolAsync(&p, 3000, pool, stream));
  FAILS(CUDA_ERROR_OUT_OF_MEMORY,
        cuMemAllocFromPoolAsync(&q, 1097, pool, stream));
  OK(cuMemAllocFromPoolAsync(&q, 1096, pool, stream));
  CHECK(number(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT) == 4096);
  CHECK(number(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT) >= 4096);
  OK(cuMemFreeAsync(p, stream));
  /* Memory of a pool may be freed as any other. */
  OK(cuMemFree(q));
  CHECK(number(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT) == 0);
  CHECK(number(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH) == 4096);
  CHECK(number(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH) >= 4096);
  value = 1;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &value));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &value));
  value = 0;
  OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &value));
  CHECK(number(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH) == 0);
  CHECK(number(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH) >= 4096);
  OK(cuMemPoolTrimTo(pool, 0));
  CHECK(number(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT) == 0);

  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolTrimTo(nonsense, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemPoolGetAttribute(pool, (CUmemPool_attribute)9, &value));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemPoolSetAttribute(pool, (CUmemPool_attribute)0, &value));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemAllocFromPoolAsync(&p, 0, pool, stream));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemAllocFromPoolAsync(NULL, 8, pool, stream));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuMemAllocFromPoolAsync(&p, 8, pool, (CUstream)0x1234));
  OK(cuStreamDestroy(stream));
  OK(cuMemPoolDestroy(pool));
}

static void checkAccess(void) {
  CUmemoryPool own = NULL;
  CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
  CUmemAccessDesc access = {device, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};

  OK(cuDeviceGetDefaultMemPool(&own, 0));
  OK(cuMemPoolGetAccess(&flags, own, &device));
  CHECK(flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolGetAccess(&flags, own, &second));
  OK(cuMemPoolSetAccess(own, &access, 1));
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolSetAccess(own, &access, 1));
  access.location = second;
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuMemPoolSetAccess(own, &access, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolSetAccess(own, NULL, 1));
}

int main(void) {
  CUmemoryPool own = NULL;
  CUdeviceptr p = 0;
  CUcontext context;
  FAILS(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetDefaultMemPool(&own, 0));
  start();
  checkCurrent();
  checkAttributes();
  checkAccess();
  /* What goes with its context goes back to the pool. */
  OK(cuDeviceGetDefaultMemPool(&own, 0));
  OK(cuCtxCreate(&context, NULL, 0, 0));
  OK(cuMemAllocAsync(&p, 64, NULL));
  CHECK(number(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT) == 64);
  OK(cuCtxDestroy(context));
  CHECK(number(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT) == 0);
  return finish();
}
