/* Contexts and primary contexts.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <pthread.h>

static void *nonsense = (void *)0x1234;

static void primary(void) {
  CUcontext context = NULL, again = NULL, current = NULL;
  CUdeviceptr pointer = 0;
  unsigned flags = 7;
  int active = 1;

  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  CHECK(!active && !flags);
  FAILS(CUDA_ERROR_INVALID_DEVICE,
        cuDevicePrimaryCtxGetState(1, &flags, &active));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuDevicePrimaryCtxRelease(0));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, heddle_cuDevicePrimaryCtxRelease(0));
  OK(cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_YIELD));
  OK(heddle_cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_SPIN));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDevicePrimaryCtxSetFlags(0, 3));
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuDevicePrimaryCtxRetain(&again, 0));
  CHECK(context && context == again);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDevicePrimaryCtxRetain(NULL, 0));
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDevicePrimaryCtxRetain(&again, 2));
  FAILS(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE,
        heddle_cuDevicePrimaryCtxSetFlags(0, 0));
  OK(cuCtxGetCurrent(&current));
  CHECK(!current);
  OK(cuCtxSetCurrent(context));
  OK(cuMemAlloc(&pointer, 16));
  OK(cuDevicePrimaryCtxRelease(0));
  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  CHECK(active && flags == CU_CTX_SCHED_SPIN);
  OK(cuMemFree(pointer));
  OK(heddle_cuDevicePrimaryCtxRelease(0));
  FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemAlloc(&pointer, 16));
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuMemAlloc(&pointer, 16));
  OK(cuDevicePrimaryCtxReset(0));
  OK(heddle_cuDevicePrimaryCtxReset(0));
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDevicePrimaryCtxReset(1));
  FAILS(CUDA_ERROR_INVALID_DEVICE, heddle_cuDevicePrimaryCtxReset(1));
  FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemFree(pointer));
  OK(cuCtxSetCurrent(NULL));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuMemFree(pointer));
}

static void stack(void) {
  CUcontext a = NULL, b = NULL, c = NULL, popped = NULL;
  CUdevice device = -1;
  CUstream stream;
  OK(cuCtxCreate(&a, NULL, 0, 0));
  OK(heddle_cuCtxCreate_v2(&b, CU_CTX_SCHED_YIELD, 0));
  OK(heddle_cuCtxCreate_v3(&c, NULL, 0, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxCreate(NULL, NULL, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuCtxCreate_v2(&popped, 1 << 20, 0));
  FAILS(CUDA_ERROR_INVALID_DEVICE,
        heddle_cuCtxCreate_v3(&popped, NULL, 0, 0, 1));
  /* They would reserve a part of the device. */
  CUctxCreateParams part = {NULL, 1, NULL};
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuCtxCreate(&popped, &part, 0, 0));
  OK(cuCtxPopCurrent(&popped));
  CHECK(popped == c);
  OK(heddle_cuCtxPopCurrent(&popped));
  CHECK(popped == b);
  OK(cuCtxPushCurrent(c));
  OK(heddle_cuCtxPushCurrent(b));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxPushCurrent(nonsense));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, heddle_cuCtxPushCurrent(NULL));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxSetCurrent(nonsense));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxGetCurrent(NULL));
  OK(cuStreamCreate(&stream, 0));
  OK(cuCtxDestroy(b));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxDestroy(b));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, heddle_cuCtxDestroy(nonsense));
  OK(cuCtxGetCurrent(&popped));
  CHECK(popped == c);
  /* It went with its context. */
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamSynchronize(stream));
  OK(cuCtxGetDevice(&device));
  CHECK(device == 0);
  OK(heddle_cuCtxGetDevice_v2(&device, a));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, heddle_cuCtxGetDevice_v2(&device, b));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxGetDevice(NULL));
  /* The one below stays on the stack when it is destroyed. */
  OK(heddle_cuCtxDestroy(a));
  OK(cuCtxDestroy(c));
  FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxSynchronize());
  OK(cuCtxPopCurrent(NULL));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxPopCurrent(&popped));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, heddle_cuCtxPopCurrent(&popped));
}

static void *withoutContext(void *context) {
  CUcontext current = context;
  OK(cuCtxGetCurrent(&current));
  CHECK(!current);
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxSynchronize());
  OK(heddle_cuCtxSynchronize_v2(context));
  OK(cuCtxSetCurrent(context));
  OK(cuCtxSynchronize());
  return NULL;
}

static void settings(void) {
  CUcontext context = NULL, attached = NULL;
  unsigned flags = 0, version = 0;
  unsigned long long id = 0, other = 0;
  size_t value = 0;
  CUfunc_cache cache;
  CUsharedconfig banks;
  int least = 1, greatest = 1;
  pthread_t thread;
  OK(cuCtxCreate(&context, NULL, CU_CTX_SCHED_SPIN, 0));
  OK(cuCtxSynchronize());
  OK(heddle_cuCtxSynchronize_v2(NULL));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, heddle_cuCtxSynchronize_v2(nonsense));
  pthread_create(&thread, NULL, withoutContext, context);
  pthread_join(thread, NULL);
  OK(cuCtxGetApiVersion(context, &version));
  CHECK(version == 3020);
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetApiVersion(nonsense, &version));
  OK(cuCtxGetFlags(&flags));
  CHECK(flags == CU_CTX_SCHED_SPIN);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxGetFlags(NULL));
  OK(cuCtxSetFlags(CU_CTX_SCHED_YIELD));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxSetFlags(3));
  OK(cuCtxGetId(NULL, &id));
  OK(cuCtxGetId(context, &other));
  CHECK(id && id == other);
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetId(nonsense, &id));
  OK(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
  CHECK(value == 1024);
  OK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 1 << 20));
  OK(cuCtxGetLimit(&value, CU_LIMIT_MALLOC_HEAP_SIZE));
  CHECK(value == 1 << 20);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxGetLimit(NULL, CU_LIMIT_STACK_SIZE));
  FAILS(CUDA_ERROR_UNSUPPORTED_LIMIT, cuCtxGetLimit(&value, (CUlimit)7));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxSetLimit((CUlimit)99, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1 << 30));
  OK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
  OK(cuCtxGetCacheConfig(&cache));
  CHECK(cache == CU_FUNC_CACHE_PREFER_L1);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxSetCacheConfig((CUfunc_cache)9));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxGetCacheConfig(NULL));
  OK(cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE));
  OK(cuCtxGetSharedMemConfig(&banks));
  CHECK(banks == CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxSetSharedMemConfig((CUsharedconfig)9));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxGetSharedMemConfig(NULL));
  OK(cuCtxGetStreamPriorityRange(&least, &greatest));
  CHECK(least == 0 && greatest < 0);
  OK(cuCtxResetPersistingL2Cache());
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxEnablePeerAccess(context, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxEnablePeerAccess(context, 1));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxDisablePeerAccess(nonsense));
  OK(cuCtxAttach(&attached, 0));
  CHECK(attached == context);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxAttach(NULL, 0));
  OK(cuCtxDetach(context));
  OK(cuCtxSynchronize());
  OK(cuCtxDetach(context));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxDetach(context));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetStreamPriorityRange(NULL, NULL));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxResetPersistingL2Cache());
}

static void peers(void) {
  CUcontext one = NULL, two = NULL;
  OK(cuCtxCreate(&one, NULL, 0, 0));
  OK(cuCtxCreate(&two, NULL, 0, 0));
  /* Both are of the only device. */
  FAILS(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, cuCtxEnablePeerAccess(one, 0));
  FAILS(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, cuCtxDisablePeerAccess(one));
  OK(cuCtxDestroy(two));
  OK(cuCtxDestroy(one));
}

int main(void) {
  OK(cuInit(0));
  primary();
  stack();
  settings();
  peers();
  return finish();
}
