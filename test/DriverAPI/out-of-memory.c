/* The process has no memory left: calls say so.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Pages of the process now. */
static size_t mapped(void) {
  size_t pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%zu", &pages) != 1)
    pages = 0;
  if (file)
    fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static int isExpected(CUresult result) {
  return result == CUDA_SUCCESS || result == CUDA_ERROR_OUT_OF_MEMORY;
}

int main(void) {
  CUcontext context = start();
  CUmodule module;
  CUdeviceptr first;
  OK(cuModuleLoadData(&module, kernels));
  OK(cuMemAlloc(&first, 64));
  struct rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  struct rlimit tight = limit;
  tight.rlim_cur = mapped() + (1 << 20);
  setrlimit(RLIMIT_AS, &tight);
  /* All that malloc has, in pieces that get smaller. */
  struct Piece {
    struct Piece *next;
  } *pieces = NULL;
  for (size_t bytes = 1 << 20; bytes >= sizeof(struct Piece);)
    for (;;) {
      struct Piece *piece = malloc(bytes);
      if (!piece) {
        bytes /= 2;
        break;
      }
      piece->next = pieces;
      pieces = piece;
    }
  int failed = 0, strange = 0;
  for (int i = 0; i != 3000; ++i) {
    CUstream stream;
    CUevent event;
    CUgraph graph;
    CUmemoryPool pool;
    CUdeviceptr p;
    void *host;
    CUresult results[] = {cuMemAlloc(&p, 512),
                          cuStreamCreate(&stream, 0),
                          cuEventCreate(&event, 0),
                          cuMemAllocHost(&host, 64),
                          cuMemAllocManaged(&p, 64, CU_MEM_ATTACH_GLOBAL),
                          cuMemAllocAsync(&p, 64, NULL),
                          cuGraphCreate(&graph, 0),
                          cuDeviceGetDefaultMemPool(&pool, 0),
                          cuMemsetD8Async(first, 0, 64, NULL)};
    for (size_t n = 0; n != sizeof results / sizeof *results; ++n) {
      failed += results[n] == CUDA_ERROR_OUT_OF_MEMORY;
      strange += !isExpected(results[n]);
    }
  }
  while (pieces) {
    struct Piece *piece = pieces;
    pieces = piece->next;
    free(piece);
  }
  setrlimit(RLIMIT_AS, &limit);
  CHECK(failed != 0 && strange == 0);
  OK(cuMemFree(first));
  OK(cuMemAlloc(&first, 1 << 20));
  OK(cuCtxSynchronize());
  OK(cuModuleUnload(module));
  OK(cuCtxSetCurrent(context));
  return finish();
}
