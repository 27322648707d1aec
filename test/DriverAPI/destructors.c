/* Calls from where a program ends: destructors of a thread's objects that are
 * older than the thread's first call, functions of atexit, destructors of the
 * library that is a program.

RUN: %cuda %s -lcudart -o %t && %t | FileCheck %s
CHECK: done
CHECK-NEXT: left: 0 bytes, 0 failures
*/
#include "check.h"
#include "runtime_types.h"
#include <pthread.h>

/* What a C++ compiler makes of a thread_local object with a destructor. */
int __cxa_thread_atexit_impl(void (*)(void *), void *, void *);
extern void *__dso_handle;

unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, CUstream);
cudaError_t __cudaPopCallConfiguration(dim3 *, dim3 *, size_t *, void *);
cudaError_t cudaFree(void *);
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaMemGetInfo(size_t *, size_t *);

static CUcontext context;
static void *fromMain[2];

static void push(void) {
  dim3 one = {1, 1, 1}, grid = {0, 0, 0}, block = {0, 0, 0};
  size_t shared;
  CUstream stream;
  CHECK(__cudaPushCallConfiguration(one, one, 7, NULL) == 0);
  CHECK(__cudaPopCallConfiguration(&grid, &block, &shared, &stream) ==
        cudaSuccess);
  CHECK(shared == 7 && grid.x == 1 && block.x == 1);
}

static void freeOf(void *cell) {
  CUcontext current = NULL;
  char *room[8];
  for (int i = 0; i < 8; ++i)
    memset(room[i] = malloc(16u << i / 2), 0x5a, 16u << i / 2);
  OK(cuCtxGetCurrent(&current));
  CHECK(current == context);
  OK(cuMemFree(*(CUdeviceptr *)cell));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFree(*(CUdeviceptr *)cell));
  push();
  /* Nobody wrote to what others freed. */
  for (int i = 0; i < 8; ++i) {
    for (unsigned n = 0; n < 16u << i / 2; ++n)
      CHECK(room[i][n] == 0x5a);
    free(room[i]);
  }
}

static void *work(void *unused) {
  static __thread CUdeviceptr p;
  __cxa_thread_atexit_impl(freeOf, &p, &__dso_handle);
  OK(cuCtxSetCurrent(context));
  push();
  OK(cuMemAlloc(&p, 400));
  return unused;
}

static void runtimeFree(void *cell) {
  CHECK(cudaFree(*(void **)cell) == cudaSuccess);
}

static void *workByRuntime(void *unused) {
  static __thread void *p;
  __cxa_thread_atexit_impl(runtimeFree, &p, &__dso_handle);
  CHECK(cudaMalloc(&p, 400) == cudaSuccess);
  return unused;
}

static void atEnd(void) { freeOf(&fromMain[0]); }

__attribute__((destructor)) static void last(void) {
  size_t bytes = 0, all = 0;
  freeOf(&fromMain[1]);
  CHECK(cudaMemGetInfo(&bytes, &all) == cudaSuccess);
  printf("left: %zu bytes, %d failures\n", all - bytes, failures);
}

int main(void) {
  pthread_t thread;
  context = start();
  for (int i = 0; i < 4; ++i) {
    pthread_create(&thread, NULL, i % 2 ? work : workByRuntime, NULL);
    pthread_join(thread, NULL);
  }
  OK(cuMemAlloc((CUdeviceptr *)&fromMain[0], 4000));
  OK(cuMemAlloc((CUdeviceptr *)&fromMain[1], 4000));
  push();
  atexit(atEnd);
  return finish();
}
