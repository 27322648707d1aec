/* Streams, events, and functions of the host in streams.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread && %t.thread | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <unistd.h>

static void *nonsense = (void *)0x1234;
static int calls;

static void callback(CUstream stream, CUresult status, void *data) {
  CHECK(stream && status == CUDA_SUCCESS && data == &calls);
  ++calls;
}

static void function(void *data) {
  CUdeviceptr p;
  int version;
  CHECK(data == &calls);
  /* The driver cannot be called from here, but for what says who it is. */
  FAILS(CUDA_ERROR_NOT_PERMITTED, cuMemAlloc(&p, 4));
  OK(cuDriverGetVersion(&version));
  ++calls;
}

static void streams(CUcontext context) {
  CUstream s = NULL, t = NULL;
  CUcontext owner = NULL, second;
  CUdevice device = -1;
  CUdeviceptr p;
  unsigned flags = 9;
  unsigned long long id = 0, other = 0;
  int priority = 9;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamCreate(&t, 2));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamCreate(NULL, 0));
  OK(cuStreamCreateWithPriority(&t, 0, -100));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamCreateWithPriority(NULL, 0, 0));
  OK(cuStreamGetPriority(t, &priority));
  CHECK(priority == -5);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamGetPriority(t, NULL));
  OK(cuStreamGetFlags(s, &flags));
  CHECK(flags == CU_STREAM_NON_BLOCKING);
  OK(cuStreamGetFlags(NULL, &flags));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamGetFlags(nonsense, &flags));
  OK(cuStreamGetCtx(s, &owner));
  CHECK(owner == context);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamGetCtx(s, NULL));
  OK(cuStreamGetId(s, &id));
  OK(cuStreamGetId(CU_STREAM_LEGACY, &other));
  CHECK(id && other && id != other);
  OK(cuStreamGetId(CU_STREAM_PER_THREAD, &id));
  CHECK(id && id != other);
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamGetId(nonsense, &id));
  OK(cuStreamGetDevice(s, &device));
  CHECK(device == 0);
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamGetDevice(nonsense, &device));
  OK(cuStreamQuery(s));
  OK(cuStreamQuery(NULL));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamQuery(nonsense));
  OK(cuStreamSynchronize(s));
  OK(cuStreamSynchronize(CU_STREAM_PER_THREAD));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamSynchronize(nonsense));
  OK(cuStreamAddCallback(s, callback, &calls, 0));
  OK(cuLaunchHostFunc(s, function, &calls));
  OK(cuStreamSynchronize(s));
  CHECK(calls == 2);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamAddCallback(s, NULL, NULL, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamAddCallback(s, callback, NULL, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunchHostFunc(s, NULL, NULL));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuLaunchHostFunc(nonsense, function, &calls));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamAttachMemAsync(s, 64, 0, 1));
  OK(cuMemAllocManaged(&p, 64, 1));
  OK(cuStreamAttachMemAsync(s, p, 64, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemFree(p));
  /* A stream of another context. */
  OK(cuCtxCreate(&second, NULL, 0, 0));
  OK(cuMemAlloc(&p, 4));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemsetD8Async(p, 0, 4, s));
  OK(cuCtxDestroy(second));
  OK(cuStreamDestroy(s));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy(s));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy(CU_STREAM_LEGACY));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamQuery(s));
  OK(cuStreamDestroy(t));
}

static void events(void) {
  CUevent start = NULL, end = NULL, untimed = NULL, other = NULL;
  CUcontext second;
  float ms = -1;
  OK(cuEventCreate(&start, 0));
  OK(cuEventCreate(&end, CU_EVENT_BLOCKING_SYNC));
  OK(cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuEventCreate(NULL, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuEventCreate(&other, 64));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuEventCreate(&other, CU_EVENT_INTERPROCESS));
  /* Never recorded. */
  OK(cuEventQuery(start));
  OK(cuEventSynchronize(start));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&ms, start, end));
  OK(cuEventRecord(start, NULL));
  usleep(20000);
  OK(cuEventRecordWithFlags(end, NULL, 0));
  OK(cuEventRecord(untimed, CU_STREAM_PER_THREAD));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventRecord(nonsense, NULL));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventRecord(start, nonsense));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuEventRecordWithFlags(start, NULL, 8));
  OK(cuStreamWaitEvent(NULL, end, 0));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamWaitEvent(NULL, nonsense, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitEvent(NULL, end, 8));
  OK(cuEventSynchronize(end));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventSynchronize(nonsense));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventQuery(nonsense));
  OK(cuEventElapsedTime(&ms, start, end));
  CHECK(ms >= 20);
  OK(heddle_cuEventElapsedTime(&ms, end, start));
  CHECK(ms <= -20);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuEventElapsedTime(NULL, start, end));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        heddle_cuEventElapsedTime(&ms, start, untimed));
  OK(cuCtxCreate(&second, NULL, 0, 0));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventRecord(start, NULL));
  OK(cuCtxDestroy(second));
  OK(cuEventDestroy(start));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventDestroy(start));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&ms, start, end));
}

int main(void) {
  CUcontext context = start();
  streams(context);
  events();
  return finish();
}
