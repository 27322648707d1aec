/* The context goes while a function of the host runs: another thread resets the
 * device, or destroys what the first one uses.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <pthread.h>
#include <unistd.h>

static CUcontext context;
static CUmodule module;
static CUfunction put;
static volatile int isInside, isGone;
static int isOwn;

static void *takeAway(void *unused) {
  while (!isInside)
    usleep(1000);
  if (isOwn)
    OK(cuCtxDestroy(context));
  else
    OK(cuDevicePrimaryCtxReset(0));
  isGone = 1;
  return unused;
}

static void waitUntilGone(void *unused) {
  (void)unused;
  isInside = 1;
  while (!isGone)
    usleep(1000);
}

static size_t sharedFor(int threads) {
  (void)threads;
  waitUntilGone(NULL);
  return 16;
}

static void callback(CUstream stream, CUresult result, void *unused) {
  (void)stream;
  CHECK(result == CUDA_SUCCESS);
  waitUntilGone(unused);
}

static void renew(void) {
  isInside = isGone = 0;
  if (isOwn)
    OK(cuCtxCreate(&context, NULL, 0, 0));
  else
    context = start();
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
}

/* A graph whose first node is in the host when the context goes. */
static CUgraphExec build(CUdeviceptr p) {
  CUgraph graph;
  CUgraphExec exec;
  CUstream s;
  unsigned value = 5;
  void *params[] = {&p, &value};
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuLaunchHostFunc(s, waitUntilGone, NULL));
  OK(cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, s, params, NULL));
  OK(cuMemsetD32Async(p, 1, 1, s));
  OK(cuStreamEndCapture(s, &graph));
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphDestroy(graph));
  return exec;
}

static void graphs(void) {
  CUdeviceptr p;
  CUgraphExec exec;
  pthread_t thread;
  renew();
  OK(cuMemAlloc(&p, 4));
  exec = build(p);
  pthread_create(&thread, NULL, takeAway, NULL);
  FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuGraphLaunch(exec, NULL));
  pthread_join(thread, NULL);
  FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuGraphLaunch(exec, NULL));
  OK(cuGraphExecDestroy(exec));
}

static void calls(void) {
  pthread_t thread;
  int grid = 0, threads = 0;
  renew();
  pthread_create(&thread, NULL, takeAway, NULL);
  FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED,
        cuStreamAddCallback(NULL, callback, NULL, 0));
  pthread_join(thread, NULL);
  renew();
  pthread_create(&thread, NULL, takeAway, NULL);
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &threads, put, sharedFor, 0, 0));
  pthread_join(thread, NULL);
  CHECK(grid > 0 && threads > 0);
}

int main(void) {
  OK(cuInit(0));
  for (isOwn = 0; isOwn != 2; ++isOwn) {
    graphs();
    calls();
  }
  return finish();
}
