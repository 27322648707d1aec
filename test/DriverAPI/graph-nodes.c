/* Nodes of graphs that allocate, free, record, wait and choose.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread && %t.thread | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static void *nonsense = (void *)0x1234;

/* Counts, and ends a loop at 3. */
static const char *const counting =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".extern .func cudaGraphSetConditional(.param .b64 h, .param .b32 v);\n"
    ".visible .entry count(.param .u64 p, .param .u64 h) {\n"
    "  .reg .b64 %p, %h;\n  .reg .b32 %n, %v;\n  .reg .pred %q;\n"
    "  ld.param.u64 %p, [p];\n  ld.param.u64 %h, [h];\n"
    "  ld.global.u32 %n, [%p];\n  add.u32 %n, %n, 1;\n"
    "  st.global.u32 [%p], %n;\n  setp.lt.u32 %q, %n, 3;\n"
    "  selp.u32 %v, 1, 0, %q;\n"
    "  { .param .b64 a; .param .b32 b;\n    st.param.b64 [a], %h;\n"
    "    st.param.b32 [b], %v;\n"
    "    call.uni cudaGraphSetConditional, (a, b);\n  }\n  ret;\n}\n";

static _Atomic int ended;
static _Atomic CUresult inside;
static pthread_mutex_t taken = PTHREAD_MUTEX_INITIALIZER;

/* A thread of the driver's calls it. */
static void end(void *data) {
  inside = cuCtxSynchronize();
  ended += *(int *)data;
}

static void endLocked(void *data) {
  pthread_mutex_lock(&taken);
  end(data);
  pthread_mutex_unlock(&taken);
}

/* Waits until that many have ended; not for ever. */
static int haveEnded(int count) {
  for (int i = 0; i < 20000 && ended != count; ++i)
    usleep(1000);
  return ended == count;
}

/* Objects of the program's that live as long as their graphs. */
static void objects(void) {
  static int one = 1, ten = 10;
  CUuserObject object, other;
  CUgraph graph, clone;
  CUgraphExec exec;
  OK(cuGraphCreate(&graph, 0));
  OK(cuUserObjectCreate(&object, &one, end, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK(cuUserObjectCreate(&other, &ten, end, 2, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuUserObjectCreate(&other, &ten, end, 1, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuUserObjectCreate(&other, &ten, NULL, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuUserObjectCreate(&other, &ten, end, 0, 1));
  OK(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphRetainUserObject(graph, object, 1, 2));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuUserObjectRelease(object, 1));
  OK(cuGraphClone(&clone, graph));
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphReleaseUserObject(graph, object, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphReleaseUserObject(graph, object, 1));
  OK(cuGraphDestroy(graph));
  CHECK(ended == 0);
  OK(cuGraphExecDestroy(exec));
  CHECK(ended == 0);
  OK(cuGraphDestroy(clone));
  CHECK(haveEnded(1) && inside == CUDA_ERROR_NOT_PERMITTED);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuUserObjectRetain(object, 1));
  OK(cuUserObjectRetain(other, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuUserObjectRelease(other, 4));
  OK(cuUserObjectRelease(other, 2));
  CHECK(ended == 1);
  OK(cuUserObjectRelease(other, 1));
  CHECK(haveEnded(11));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuUserObjectRelease(other, 1));
}

/* Objects whose end the program cannot hold up, and that end behind a call. */
static void ends(void) {
  static int hundred = 100;
  CUuserObject object;
  CUgraph graph;
  CUgraphNode node;
  CUgraphExec exec;
  CUstream stream;
  CUstreamBatchMemOpParams wait;
  CUDA_BATCH_MEM_OP_NODE_PARAMS params = {NULL, 1, &wait, 0};
  void *memory = NULL;
  volatile unsigned *word;
  /* The calling thread holds what the function asks for. */
  OK(cuGraphCreate(&graph, 0));
  OK(cuUserObjectCreate(&object, &hundred, endLocked, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK(cuGraphRetainUserObject(graph, object, INT_MAX, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphRetainUserObject(graph, object, 1, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
  OK(cuUserObjectRelease(object, 1));
  pthread_mutex_lock(&taken);
  OK(cuGraphDestroy(graph));
  CHECK(ended == 11);
  pthread_mutex_unlock(&taken);
  CHECK(haveEnded(111));
  /* The last to have it is a launch that waits. */
  OK(cuMemHostAlloc(&memory, 64, 0));
  word = memory;
  *word = 0;
  memset(&wait, 0, sizeof wait);
  wait.waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  wait.waitValue.address = (CUdeviceptr)word;
  wait.waitValue.value = 1;
  OK(cuCtxGetCurrent(&params.ctx));
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, &params));
  OK(cuUserObjectCreate(&object, &hundred, end, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphLaunch(exec, stream));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  CHECK(ended == 111);
  *word = 1;
  CHECK(haveEnded(211));
  OK(cuStreamDestroy(stream));
  OK(cuMemFreeHost(memory));
}

static void memory(void) {
  CUgraph graph;
  CUgraphExec exec;
  CUgraphNode alloc, set, free, other;
  CUcontext context;
  CUDA_MEM_ALLOC_NODE_PARAMS params = {0}, found;
  CUDA_MEMSET_NODE_PARAMS m = {0};
  uint64_t used = 7, none = 0;
  OK(cuCtxGetCurrent(&context));
  OK(cuGraphCreate(&graph, 0));
  params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  params.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  params.bytesize = 64;
  OK(cuGraphAddMemAllocNode(&alloc, graph, NULL, 0, &params));
  OK(cuGraphMemAllocNodeGetParams(alloc, &found));
  CHECK(found.dptr == params.dptr && found.bytesize == 64);
  m.dst = params.dptr;
  m.value = 5;
  m.elementSize = 1;
  m.width = 64;
  m.height = 1;
  OK(cuGraphAddMemsetNode(&set, graph, &alloc, 1, &m, context));
  OK(cuGraphAddMemFreeNode(&free, graph, &set, 1, params.dptr));
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphLaunch(exec, NULL));
  OK(cuGraphLaunch(exec, NULL));
  OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &used));
  CHECK(used == 0);
  OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &used));
  CHECK(used == 64);
  OK(cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &none));
  OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &used));
  CHECK(used == 0);
  OK(cuDeviceGraphMemTrim(0));
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGraphMemTrim(3));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceGetGraphMemAttribute(0, (CUgraphMem_attribute)9, &used));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &none));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphMemAllocNodeGetParams(set, &found));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemFreeNode(&other, graph, NULL, 0, 0x1234));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemAllocNode(&other, nonsense, NULL, 0, &params));
  params.bytesize = (size_t)1 << 50;
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuGraphAddMemAllocNode(&other, graph, NULL, 0, &params));
  /* Not in use: nothing to free. */
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFree(m.dst));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(m.dst, 1, 64));
}

static void events(void) {
  CUgraph graph;
  CUgraphExec exec;
  CUgraphNode record, wait, other;
  CUgraphNodeType type;
  CUevent event, before;
  float ms = -1;
  OK(cuEventCreate(&event, 0));
  OK(cuEventCreate(&before, 0));
  OK(cuEventRecord(before, NULL));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddEventRecordNode(&record, graph, NULL, 0, event));
  OK(cuGraphAddEventWaitNode(&wait, graph, &record, 1, event));
  OK(cuGraphNodeGetType(record, &type));
  CHECK(type == CU_GRAPH_NODE_TYPE_EVENT_RECORD);
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphLaunch(exec, NULL));
  OK(cuEventElapsedTime(&ms, before, event));
  CHECK(ms >= 0);
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuGraphAddEventRecordNode(&other, graph, NULL, 0, nonsense));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddEventWaitNode(&other, graph, (CUgraphNode *)&nonsense, 1, event));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

static void choice(void) {
  CUgraph graph, body, clone;
  CUgraphExec exec;
  CUgraphNode loop, kernel, empty;
  CUgraphConditionalHandle handle;
  CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_CONDITIONAL}, k = {.type = CU_GRAPH_NODE_TYPE_KERNEL};
  CUgraphEdgeData edge = {0};
  CUmodule module;
  CUfunction count;
  CUdeviceptr p;
  int back = 0;
  OK(cuModuleLoadData(&module, counting));
  OK(cuModuleGetFunction(&count, module, "count"));
  OK(cuMemAlloc(&p, 4));
  OK(cuMemsetD32(p, 0, 1));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphConditionalHandleCreate(&handle, graph, NULL, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
  params.of.conditional.handle = handle;
  params.of.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
  params.of.conditional.size = 1;
  OK(cuGraphAddNode(&loop, graph, NULL, NULL, 0, &params));
  body = params.of.conditional.phGraph_out[0];
  void *args[] = {&p, &handle};
  k.of.kernel.func = count;
  k.of.kernel.gridDimX = k.of.kernel.gridDimY = k.of.kernel.gridDimZ = 1;
  k.of.kernel.blockDimX = k.of.kernel.blockDimY = k.of.kernel.blockDimZ = 1;
  k.of.kernel.kernelParams = args;
  OK(heddle_cuGraphAddNode(&kernel, body, NULL, 0, &k));
  k.type = CU_GRAPH_NODE_TYPE_EMPTY;
  OK(cuGraphAddNode(&empty, body, &kernel, &edge, 1, &k));
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphLaunch(exec, NULL));
  OK(cuMemcpyDtoH(&back, p, 4));
  CHECK(back == 3);
  OK(cuGraphLaunch(exec, NULL));
  OK(cuMemcpyDtoH(&back, p, 4));
  CHECK(back == 4);
  edge.type = 1;
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuGraphAddNode(&empty, body, &kernel, &edge, 1, &k));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&empty, body, &loop, NULL, 1, &k));
  k.type = (CUgraphNodeType)99;
  FAILS(CUDA_ERROR_NOT_SUPPORTED, heddle_cuGraphAddNode(&empty, body, NULL, 0, &k));
  params.of.conditional.type = CU_GRAPH_COND_TYPE_SWITCH;
  params.of.conditional.size = ~0u;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&loop, graph, NULL, NULL, 0, &params));
  /* Of another graph. */
  params.of.conditional.size = 1;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&loop, body, NULL, NULL, 0, &params));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(&handle, nonsense, NULL, 0, 0));
  /* A clone has bodies of its own, which go with it. */
  OK(cuGraphClone(&clone, graph));
  OK(cuGraphDestroy(clone));
  OK(cuGraphAddEmptyNode(&empty, body, NULL, 0));
  OK(cuGraphDestroy(graph));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddEmptyNode(&empty, body, NULL, 0));
  OK(cuGraphLaunch(exec, NULL));
  OK(cuGraphExecDestroy(exec));
}

int main(void) {
  start();
  memory();
  objects();
  ends();
  events();
  choice();
  return finish();
}
