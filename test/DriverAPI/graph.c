/* Graphs: captured from streams, and built.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread && %t.thread | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <pthread.h>

static void *nonsense = (void *)0x1234;
static CUfunction put, scale;
static CUdeviceptr p;
static int calls;

static void count(void *data) { ++*(int *)data; }

static void countTwice(void *data) { *(int *)data += 2; }

static unsigned read(void) {
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, p, 4));
  return value;
}

static CUresult launch(CUstream s, CUfunction f, unsigned value) {
  void *params[] = {&p, &value};
  return cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, params, NULL);
}

static void captured(void) {
  CUstream s, t;
  CUevent fork, join;
  CUgraph graph;
  CUgraphExec exec, old;
  CUgraphNode nodes[9], bad;
  CUgraphNodeType type;
  CUstreamCaptureStatus status;
  size_t n = 9;
  unsigned got = 0;
  char log[9] = "x";
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&fork, CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&join, CU_EVENT_DISABLE_TIMING));
  OK(cuMemsetD32(p, 9, 1));
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK(cuStreamIsCapturing(s, &status));
  CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
  OK(launch(s, put, 5));
  OK(cuEventRecord(fork, s));
  OK(cuStreamWaitEvent(t, fork, 0));
  OK(launch(t, scale, 0));
  OK(cuEventRecord(join, t));
  OK(cuLaunchHostFunc(s, count, &calls));
  OK(cuStreamWaitEvent(s, join, 0));
  OK(cuMemcpyDtoHAsync(&got, p, 4, s));
  OK(cuStreamEndCapture(s, &graph));
  OK(cuStreamIsCapturing(t, &status));
  CHECK(status == CU_STREAM_CAPTURE_STATUS_NONE);
  /* Nothing has run. */
  CHECK(read() == 9 && calls == 0 && got == 0);
  OK(cuGraphGetNodes(graph, NULL, &n));
  CHECK(n == 4);
  n = 9;
  OK(cuGraphGetNodes(graph, nodes, &n));
  CHECK(n == 4 && !nodes[4]);
  OK(cuGraphNodeGetType(nodes[0], &type));
  CHECK(type == CU_GRAPH_NODE_TYPE_KERNEL);
  OK(cuGraphNodeGetType(nodes[2], &type));
  CHECK(type == CU_GRAPH_NODE_TYPE_HOST);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetType(nonsense, &type));
  n = 9;
  OK(cuGraphGetRootNodes(graph, nodes, &n));
  CHECK(n == 1);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphGetRootNodes(graph, nodes, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphGetNodes(nonsense, nodes, &n));
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(heddle_cuGraphInstantiate_v2(&old, graph, &bad, log, sizeof log));
  CHECK(!log[0] && !bad);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        heddle_cuGraphInstantiate_v2(NULL, graph, &bad, log, sizeof log));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiate(&exec, nonsense, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiate(&exec, graph, 1 << 20));
  OK(cuGraphDestroy(graph));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(graph));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetType(nodes[0], &type));
  OK(cuGraphUpload(exec, s));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuGraphUpload(exec, nonsense));
  OK(cuGraphLaunch(exec, s));
  OK(cuGraphLaunch(exec, NULL));
  OK(cuStreamSynchronize(s));
  CHECK(got == 15 && calls == 2);
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuGraphLaunch(exec, nonsense));
  OK(cuGraphExecDestroy(exec));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecDestroy(exec));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(exec, s));
  /* A graph in a graph. */
  OK(heddle_cuStreamBeginCapture(s));
  OK(cuGraphLaunch(old, s));
  OK(cuStreamEndCapture(s, &graph));
  OK(cuGraphInstantiate(&exec, graph, 0));
  calls = 0;
  OK(cuGraphLaunch(exec, t));
  CHECK(calls == 1);
  OK(cuGraphExecDestroy(old));
  OK(cuGraphDestroy(graph));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
}

static void *endElsewhere(void *stream) {
  CUgraph graph;
  CUcontext context;
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuCtxSetCurrent(context));
  FAILS(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD,
        cuStreamEndCapture(stream, &graph));
  return NULL;
}

static void spoiled(void) {
  CUstream s, t, blocking;
  CUevent event, outside;
  CUgraph graph;
  CUdeviceptr q;
  CUcontext second;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  CUstreamCaptureStatus status;
  pthread_t thread;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&blocking, 0));
  OK(cuEventCreate(&event, 0));
  OK(cuEventCreate(&outside, 0));
  OK(cuEventRecord(outside, t));
  FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
        heddle_cuStreamBeginCapture(CU_STREAM_LEGACY));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuStreamBeginCapture(s, (CUstreamCaptureMode)7));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamBeginCapture(nonsense, 0));
  FAILS(CUDA_ERROR_ILLEGAL_STATE, cuStreamEndCapture(s, &graph));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamIsCapturing(nonsense, &status));
#define SPOILS(error, call)                                                    \
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));                  \
  FAILS(error, call);                                                          \
  OK(cuStreamIsCapturing(s, &status));                                         \
  CHECK(status == CU_STREAM_CAPTURE_STATUS_INVALIDATED);                       \
  FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, launch(s, put, 1));             \
  FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(s, &graph)); \
  CHECK(!graph)
  SPOILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamSynchronize(s));
  SPOILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamQuery(s));
  SPOILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuCtxSynchronize());
  SPOILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuMemAlloc(&q, 4));
  SPOILS(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, cuStreamWaitEvent(s, outside, 0));
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  FAILS(CUDA_ERROR_ILLEGAL_STATE,
        cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  pthread_create(&thread, NULL, endElsewhere, s);
  pthread_join(thread, NULL);
  OK(launch(s, put, 1));
  OK(cuEventRecord(event, s));
  OK(cuStreamWaitEvent(t, event, 0));
  OK(launch(t, put, 2));
  FAILS(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, cuStreamEndCapture(s, &graph));
  FAILS(CUDA_ERROR_CAPTURED_EVENT, cuEventQuery(event));
  /* What the stream that waits for all others would wait for. */
  OK(cuStreamBeginCapture(blocking, CU_STREAM_CAPTURE_MODE_GLOBAL));
  FAILS(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, launch(CU_STREAM_LEGACY, put, 1));
  FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
        cuStreamEndCapture(blocking, &graph));
  /* A thread that takes the risk itself. */
  OK(cuThreadExchangeStreamCaptureMode(&mode));
  CHECK(mode == CU_STREAM_CAPTURE_MODE_GLOBAL);
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK(cuMemAlloc(&q, 4));
  OK(cuStreamEndCapture(s, &graph));
  OK(cuThreadExchangeStreamCaptureMode(&mode));
  /* A stream that goes takes its capture along. */
  OK(cuStreamBeginCapture(t, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK(launch(t, put, 1));
  OK(cuStreamDestroy(t));
  OK(cuMemAlloc(&q, 4));
  OK(cuCtxCreate(&second, NULL, 0, 0));
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  OK(cuStreamBeginCapture(t, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK(cuStreamBeginCapture(CU_STREAM_PER_THREAD, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK(cuCtxDestroy(second));
  OK(cuMemAlloc(&q, 4));
  mode = (CUstreamCaptureMode)9;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuThreadExchangeStreamCaptureMode(&mode));
}

/* Each edge, from either end. */
static void edges(CUgraph graph) {
  CUgraphNode from[16], to[16], near[16];
  CUgraphEdgeData data[16];
  size_t n = 0, m, i, j, found;
  OK(cuGraphGetEdges(graph, NULL, NULL, NULL, &n));
  CHECK(n > 1 && n < 15);
  m = n + 1;
  memset(data, 1, sizeof data);
  OK(cuGraphGetEdges(graph, from, to, data, &m));
  CHECK(m == n && !from[n] && !to[n] && !data[0].type && !data[n - 1].to_port);
  m = 1;
  OK(heddle_cuGraphGetEdges(graph, from + 15, to + 15, &m));
  CHECK(m == 1 && from[15] == from[0] && to[15] == to[0]);
  for (i = 0; i != n; ++i) {
    m = 16;
    OK(cuGraphNodeGetDependencies(to[i], near, data, &m));
    for (found = j = 0; j != m; ++j)
      found += near[j] == from[i];
    CHECK(found == 1);
    m = 16;
    OK(cuGraphNodeGetDependentNodes(from[i], near, NULL, &m));
    for (found = j = 0; j != m; ++j)
      found += near[j] == to[i];
    CHECK(found == 1);
  }
  OK(heddle_cuGraphNodeGetDependencies(to[0], NULL, &m));
  CHECK(m > 0);
  OK(heddle_cuGraphNodeGetDependentNodes(from[0], NULL, &m));
  CHECK(m > 0);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphGetEdges(graph, from, NULL, NULL, &n));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphGetEdges(graph, from, to, NULL, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        heddle_cuGraphGetEdges(nonsense, from, to, &n));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphNodeGetDependencies(nonsense, near, NULL, &m));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        heddle_cuGraphNodeGetDependencies(to[0], near, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphNodeGetDependentNodes(nonsense, near, NULL, &m));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        heddle_cuGraphNodeGetDependentNodes(from[0], near, NULL));
}

static void built(CUcontext context) {
  CUgraph graph, other;
  CUgraphExec exec;
  CUgraphNode set, kernel, copy, host, empty, foreign;
  unsigned value = 6, got = 0, later = 0;
  void *params[] = {&p, &value};
  CUDA_KERNEL_NODE_PARAMS k = {0};
  CUDA_MEMSET_NODE_PARAMS m = {p, 0, 8, 4, 1, 1};
  CUDA_HOST_NODE_PARAMS h = {count, &calls};
  CUDA_MEMCPY3D c = {0};
  k.func = put;
  k.gridDimX = k.gridDimY = k.gridDimZ = 1;
  k.blockDimX = k.blockDimY = k.blockDimZ = 1;
  k.kernelParams = params;
  c.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  c.srcDevice = p;
  c.dstMemoryType = CU_MEMORYTYPE_HOST;
  c.dstHost = &got;
  c.WidthInBytes = 4;
  c.Height = c.Depth = 1;
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphCreate(&other, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphCreate(NULL, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphCreate(&graph, 1));
  OK(cuGraphAddMemsetNode(&set, graph, NULL, 0, &m, context));
  OK(cuGraphAddKernelNode(&kernel, graph, &set, 1, &k));
  OK(cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, &c, context));
  OK(cuGraphAddHostNode(&host, graph, &copy, 1, &h));
  OK(cuGraphAddEmptyNode(&empty, graph, &host, 1));
  OK(cuGraphAddEmptyNode(&foreign, other, NULL, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphAddEmptyNode(&empty, graph, &foreign, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphAddKernelNode(&kernel, nonsense, NULL, 0, &k));
  FAILS(CUDA_ERROR_INVALID_CONTEXT,
        cuGraphAddMemcpyNode(&copy, graph, NULL, 0, &c, nonsense));
  h.fn = NULL;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddHostNode(&host, graph, NULL, 0, &h));
  m.elementSize = 3;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphAddMemsetNode(&set, graph, NULL, 0, &m, context));
  k.gridDimX = 0;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphAddKernelNode(&foreign, graph, NULL, 0, &k));
  k.gridDimX = 1;
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuGraphInstantiateWithFlags(&exec, graph, 4));
  calls = 0;
  OK(cuGraphLaunch(exec, NULL));
  CHECK(got == 6 && calls == 1);
  value = 7;
  OK(cuGraphExecKernelNodeSetParams(exec, kernel, &k));
  OK(cuGraphLaunch(exec, NULL));
  CHECK(got == 7 && calls == 2);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecKernelNodeSetParams(exec, set, &k));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphExecKernelNodeSetParams(exec, kernel, NULL));
  c.dstHost = &later;
  OK(cuGraphExecMemcpyNodeSetParams(exec, copy, &c, context));
  m.elementSize = 4;
  OK(cuGraphExecMemsetNodeSetParams(exec, set, &m, context));
  h.fn = countTwice;
  OK(cuGraphExecHostNodeSetParams(exec, host, &h));
  OK(cuGraphLaunch(exec, NULL));
  CHECK(later == 7 && calls == 4);
  FAILS(CUDA_ERROR_INVALID_CONTEXT,
        cuGraphExecMemcpyNodeSetParams(exec, copy, &c, nonsense));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphExecMemsetNodeSetParams(exec, copy, &m, context));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphExecHostNodeSetParams(exec, host, NULL));
  OK(cuGraphAddChildGraphNode(&foreign, other, &foreign, 1, graph));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphAddChildGraphNode(&foreign, other, NULL, 0, other));
  OK(cuGraphExecDestroy(exec));
  edges(graph);
  OK(cuGraphInstantiate(&exec, other, 0));
  OK(cuGraphLaunch(exec, NULL));
  CHECK(got == 6 && calls == 5);
  /* Memory that is gone when the graph runs. */
  OK(cuMemFree(p));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(exec, NULL));
}

int main(void) {
  CUmodule module;
  CUcontext context = start();
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
  OK(cuModuleGetFunction(&scale, module, "scale"));
  OK(cuMemAlloc(&p, 4));
  captured();
  spoiled();
  built(context);
  return finish();
}
