// Functions of the host that do not come back.
#include <cstdio>
#include <pthread.h>
#include <stdexcept>

#include "check.h"

static void throws(void *) { throw std::runtime_error("no more paper"); }
static void throwsNumber(void *) { throw 5; }
static void back(CUstream, CUresult, void *) { throwsNumber(nullptr); }
static size_t sharedFor(int) { throw std::runtime_error("no size"); }
static void ends(void *) { pthread_exit(nullptr); }

static void *endInside(void *context) {
  OK(cuCtxSetCurrent(static_cast<CUcontext>(context)));
  cuLaunchHostFunc(nullptr, ends, nullptr);
  CHECK(!"the thread goes on");
  return nullptr;
}

/// After \p Call the context is lost, and another one works.
template <typename Fn> static void loses(Fn Call) {
  CUcontext mine;
  CUdeviceptr p;
  OK(cuCtxCreate(&mine, nullptr, 0, 0));
  Call();
  FAILS(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  FAILS(CUDA_ERROR_LAUNCH_FAILED, cuMemAlloc(&p, 4));
  OK(cuCtxDestroy(mine));
  OK(cuMemAlloc(&p, 4));
  OK(cuMemFree(p));
}

int main() {
  CUcontext context = start();
  CUmodule module;
  CUfunction put;
  int grid = 0, block = 0;
  pthread_t thread;
  loses([] { OK(cuLaunchHostFunc(nullptr, throws, nullptr)); });
  loses([] { OK(cuStreamAddCallback(nullptr, back, nullptr, 0)); });
  loses([] {
    CUstream s;
    CUgraph graph;
    CUgraphExec exec;
    CUdeviceptr p;
    OK(cuMemAlloc(&p, 4));
    OK(cuMemsetD8(p, 1, 4));
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(cuLaunchHostFunc(s, throwsNumber, nullptr));
    OK(cuMemsetD8Async(p, 2, 4, s));
    OK(cuStreamEndCapture(s, &graph));
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuGraphLaunch(exec, nullptr));
    // What comes behind in the graph does not run.
    CHECK(*reinterpret_cast<unsigned char *>(p) == 1);
  });
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuOccupancyMaxPotentialBlockSize(&grid, &block, put, sharedFor, 0, 0));
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, put, nullptr, 0, 0));
  // A thread that ends there leaves the driver to the others.
  pthread_create(&thread, nullptr, endInside, context);
  pthread_join(thread, nullptr);
  OK(cuCtxSynchronize());
  return finish();
}
