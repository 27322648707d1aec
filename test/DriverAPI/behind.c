/* Work behind a kernel that waits for the host: graphs with events, copies of memory of all
kinds, frees, callbacks.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread && %t.thread | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <pthread.h>
#include <unistd.h>

static const char *const gates =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry gate(.param .u64 pp) {\n"
    "  .reg .b64 p;\n  .reg .b32 v;\n  .reg .pred q;\n"
    "  ld.param.u64 p, [pp];\n"
    "again:\n"
    "  ld.volatile.global.u32 v, [p];\n"
    "  setp.eq.u32 q, v, 0;\n"
    "  @q bra again;\n"
    "  ret;\n}\n";

static CUcontext context;
static CUfunction gate, put;
static volatile unsigned *flags;
static unsigned *pinned;
static CUdeviceptr x;
static CUstream s, t;

/* A kernel in the stream waits for flags[which]. */
static void shut(CUstream stream, int which) {
  volatile unsigned *flag = flags + which;
  void *arguments[] = {&flag};
  *flag = 0;
  OK(cuLaunchKernel(gate, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
}

static void open_(int which) { flags[which] = 1; }

static void *openLater(void *unused) {
  usleep(100000);
  open_(0);
  return unused;
}

static unsigned valueOfX(void) {
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, x, 4));
  return value;
}

/* A graph waits for what its event stands for at the launch, not for what follows it. */
static void waits(int isChild) {
  CUgraph graph, outer;
  CUgraphExec exec;
  CUgraphNode node;
  CUevent event;
  OK(cuEventCreate(&event, 0));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddEventWaitNode(&node, graph, NULL, 0, event));
  OK(cuGraphCreate(&outer, 0));
  OK(cuGraphAddChildGraphNode(&node, outer, NULL, 0, graph));
  OK(cuGraphInstantiateWithFlags(&exec, isChild ? outer : graph, 0));
  shut(s, 0);
  OK(cuGraphLaunch(exec, s));
  OK(cuEventRecord(event, s));
  FAILS(CUDA_ERROR_NOT_READY, cuEventQuery(event));
  open_(0);
  OK(cuStreamSynchronize(s));
  OK(cuEventQuery(event));
  /* It does wait for another stream. */
  shut(t, 0);
  OK(cuEventRecord(event, t));
  OK(cuGraphLaunch(exec, s));
  FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
  open_(0);
  OK(cuStreamSynchronize(s));
  OK(cuEventQuery(event));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuGraphDestroy(outer));
  OK(cuEventDestroy(event));
}

/* Events that a graph records are behind it from its launch on. */
static void records(void) {
  CUgraph graph;
  CUgraphExec exec;
  CUgraphNode set, node;
  CUevent event, end;
  CUDA_MEMSET_NODE_PARAMS seven = {x, 0, 7, 4, 1, 1};
  float ms = -1;
  OK(cuEventCreate(&event, 0));
  OK(cuEventCreate(&end, 0));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddMemsetNode(&set, graph, NULL, 0, &seven, context));
  OK(cuGraphAddEventRecordNode(&node, graph, &set, 1, event));
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuMemsetD32(x, 0, 1));
  OK(cuCtxSynchronize());
  *pinned = 1;
  shut(s, 0);
  OK(cuGraphLaunch(exec, s));
  FAILS(CUDA_ERROR_NOT_READY, cuEventQuery(event));
  OK(cuStreamWaitEvent(t, event, 0));
  OK(cuMemcpyDtoHAsync(pinned, x, 4, t));
  CHECK(*pinned == 1);
  open_(0);
  OK(cuStreamSynchronize(t));
  CHECK(*pinned == 7);
  OK(cuEventQuery(event));
  /* A later record counts, whenever the graph runs. */
  shut(s, 0);
  OK(cuGraphLaunch(exec, s));
  shut(t, 1);
  OK(cuEventRecord(event, t));
  open_(0);
  OK(cuStreamSynchronize(s));
  FAILS(CUDA_ERROR_NOT_READY, cuEventQuery(event));
  open_(1);
  OK(cuEventSynchronize(event));
  OK(cuStreamSynchronize(t));
  /* So does its time. */
  shut(s, 0);
  OK(cuEventRecord(event, s));
  OK(cuEventRecord(event, t));
  OK(cuEventRecord(end, t));
  open_(0);
  OK(cuStreamSynchronize(s));
  OK(cuEventElapsedTime(&ms, event, end));
  CHECK(ms >= 0);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuEventDestroy(event));
  OK(cuEventDestroy(end));
}

/* Memory that only the program reaches was read when the call is over. */
static void copies(void) {
  unsigned pageable = 5;
  pthread_t opener;
  CUDA_MEMCPY2D copy = {0};
  copy.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
  copy.srcDevice = (CUdeviceptr)&pageable;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = x;
  copy.WidthInBytes = copy.srcPitch = copy.dstPitch = 4;
  copy.Height = 1;
  shut(s, 0);
  CHECK(pthread_create(&opener, NULL, openLater, NULL) == 0);
  OK(cuMemcpy2DAsync(&copy, s));
  pageable = 99;
  pthread_join(opener, NULL);
  OK(cuStreamSynchronize(s));
  CHECK(valueOfX() == 5);
  /* Pinned memory is the device's, too. */
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = pinned;
  *pinned = 6;
  shut(s, 0);
  OK(cuMemcpy2DAsync(&copy, s));
  FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
  open_(0);
  OK(cuStreamSynchronize(s));
  CHECK(valueOfX() == 6);
}

/* A stream that has no work is not busy while stream 0 is. */
static void idle(void) {
  CUstream blocking;
  OK(cuStreamCreate(&blocking, 0));
  shut(CU_STREAM_LEGACY, 0);
  OK(cuStreamQuery(blocking));
  OK(cuStreamSynchronize(blocking));
  FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(CU_STREAM_LEGACY));
  open_(0);
  OK(cuStreamSynchronize(CU_STREAM_LEGACY));
  OK(cuStreamDestroy(blocking));
}

/* Wrong pointers are the call's fault, and not the context's. */
static void frees(void) {
  CUdeviceptr y;
  OK(cuMemAllocAsync(&y, 64, s));
  shut(s, 0);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(y + 4, s));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync((CUdeviceptr)pinned, s));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(0x1234, s));
  OK(cuMemFreeAsync(y, s));
  (void)cuMemFreeAsync(y, s);
  open_(0);
  OK(cuStreamSynchronize(s));
  OK(cuCtxSynchronize());
}

static volatile CUresult told;
static void callback(CUstream stream, CUresult status, void *data) {
  CHECK(stream == s && data == (void *)&told);
  told = status;
}

/* Callbacks behind a fault are told of it. */
static void faults(void) {
  CUdeviceptr nowhere = 0;
  unsigned value = 1;
  void *arguments[] = {&nowhere, &value};
  shut(s, 0);
  OK(cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, s, arguments, NULL));
  OK(cuStreamAddCallback(s, callback, (void *)&told, 0));
  CHECK(told == CUDA_SUCCESS);
  open_(0);
  /* A call that sees the fault need not wait for the callback. */
  for (int i = 0; i != 10000 && told == CUDA_SUCCESS; ++i)
    usleep(1000);
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuStreamSynchronize(s));
  CHECK(told == CUDA_ERROR_ILLEGAL_ADDRESS);
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
}

int main(void) {
  CUmodule module, more;
  context = start();
  OK(cuModuleLoadData(&module, gates));
  OK(cuModuleGetFunction(&gate, module, "gate"));
  OK(cuModuleLoadData(&more, kernels));
  OK(cuModuleGetFunction(&put, more, "put"));
  OK(cuMemHostAlloc((void **)&flags, 8, 0));
  OK(cuMemHostAlloc((void **)&pinned, 4, 0));
  OK(cuMemAlloc(&x, 4));
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  waits(0);
  waits(1);
  records();
  copies();
  idle();
  frees();
  faults();
  return finish();
}
