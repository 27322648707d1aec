/* Many threads at once, each with a stream and memory of its own.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread && %t.thread | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <pthread.h>

enum { Threads = 4, Rounds = 50 };
static CUcontext context;
static CUlibrary library;

static void *work(void *number) {
  CUkernel kernel;
  CUmodule module;
  CUstream stream;
  CUdeviceptr p;
  unsigned value = (unsigned)(size_t)number, got = 0;
  void *params[] = {&p, &value};
  OK(cuCtxSetCurrent(context));
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  for (int i = 0; i < Rounds; ++i) {
    OK(cuModuleLoadData(&module, kernels));
    OK(cuLibraryGetKernel(&kernel, library, "put"));
    OK(cuMemAlloc(&p, 4));
    OK(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 1, 1, 1, 0,
                      i % 2 ? stream : NULL, params, NULL));
    OK(cuMemcpyDtoHAsync(&got, p, 4, stream));
    OK(cuStreamSynchronize(stream));
    CHECK(got == value);
    OK(cuMemFree(p));
    OK(cuModuleUnload(module));
    value += Threads;
  }
  OK(cuStreamDestroy(stream));
  return NULL;
}

int main(void) {
  pthread_t threads[Threads];
  context = start();
  OK(cuLibraryLoadData(&library, kernels, NULL, NULL, 0, NULL, NULL, 0));
  for (size_t i = 0; i < Threads; ++i)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (size_t i = 0; i < Threads; ++i)
    pthread_join(threads[i], NULL);
  OK(cuLibraryUnload(library));
  return finish();
}
