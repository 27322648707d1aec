/* Captures into graphs of the program, graphs that change after they are made, ranges
of managed memory, clusters; each misused, too.

RUN: %cuda %s -o %t && %t %t.dot | FileCheck %s
RUN: FileCheck --check-prefix=DOT %s < %t.dot
RUN: %cuda-per-thread %s -o %t.thread && %t.thread %t.dot | FileCheck %s
CHECK: done
DOT: digraph dot {
DOT: "node_0" [label="0 HOST"];
DOT: "node_1" [label="1 HOST"];
DOT: "node_0" -> "node_1";
DOT: }
*/
#include "check.h"

static void *nonsense = (void *)0x1234;
static char order[16];

static void note(void *letter) { strncat(order, (const char *)letter, 1); }
static CUDA_HOST_NODE_PARAMS noting(const char *letter) {
  CUDA_HOST_NODE_PARAMS p = {note, (void *)letter};
  return p;
}
static int ran(CUgraph graph, const char *wanted) {
  CUgraphExec exec;
  order[0] = 0;
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphLaunch(exec, NULL));
  OK(cuStreamSynchronize(NULL));
  OK(cuGraphExecDestroy(exec));
  return strcmp(order, wanted) == 0;
}

/* Edges that come later change the order; a circle is refused, and nothing changes. */
static void edges(const char *dot) {
  CUgraph graph;
  CUgraphNode a, b, c;
  CUDA_HOST_NODE_PARAMS pa = noting("a"), pb = noting("b"), pc = noting("c");
  CUgraphEdgeData port = {0};
  port.from_port = 1;
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddHostNode(&a, graph, NULL, 0, &pa));
  OK(cuGraphAddHostNode(&b, graph, NULL, 0, &pb));
  CHECK(ran(graph, "ab"));
  OK(cuGraphAddDependencies(graph, &b, &a, NULL, 1));
  CHECK(ran(graph, "ba"));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(graph, &a, &b, NULL, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(graph, &b, &a, NULL, 1));
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuGraphAddDependencies(graph, &a, &b, &port, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(nonsense, &a, &b, NULL, 1));
  CHECK(ran(graph, "ba"));
  OK(cuGraphHostNodeSetParams(b, &pc));
  CHECK(ran(graph, "ca"));
  pc.fn = NULL;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphHostNodeSetParams(b, &pc));
  OK(cuGraphDebugDotPrint(graph, dot, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphDebugDotPrint(graph, "/nowhere/at/all", 0));
  OK(cuGraphDestroyNode(b));
  CHECK(ran(graph, "a"));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroyNode(b));
  OK(cuGraphAddEmptyNode(&c, graph, &a, 1));
  OK(cuGraphDestroy(graph));
}

static void captures(void) {
  CUgraph graph, found, made;
  CUgraphNode first, second;
  CUstream stream;
  CUstreamCaptureStatus status;
  cuuint64_t id = 0;
  const CUgraphNode *nodes;
  size_t count;
  CUDA_HOST_NODE_PARAMS p = noting("x"), q = noting("y");
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddHostNode(&first, graph, NULL, 0, &p));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuStreamBeginCaptureToGraph(stream, nonsense, NULL, NULL, 0, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuLaunchHostFunc(stream, note, "z"));
  OK(cuStreamGetCaptureInfo(stream, &status, &id, &found, &nodes, NULL, &count));
  CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && id != 0 && found == graph && count == 1);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamGetCaptureInfo(stream, NULL, &id, &found, &nodes, NULL, &count));
  /* A node that the program adds becomes what the next one comes after. */
  OK(cuGraphAddHostNode(&second, graph, nodes, count, &q));
  OK(cuStreamUpdateCaptureDependencies(stream, &second, NULL, 1, 1));
  OK(cuLaunchHostFunc(stream, note, "w"));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamUpdateCaptureDependencies(stream, &second, NULL, 1, 7));
  OK(cuStreamEndCapture(stream, NULL));
  CHECK(ran(graph, "xzyw"));
  FAILS(CUDA_ERROR_ILLEGAL_STATE, cuStreamUpdateCaptureDependencies(stream, &second, NULL, 1, 1));
  OK(cuStreamGetCaptureInfo(stream, &status, &id, &found, &nodes, NULL, &count));
  CHECK(status == CU_STREAM_CAPTURE_STATUS_NONE);
  /* The graph that a capture makes is the one that it had all the time. */
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuStreamGetCaptureInfo(stream, &status, NULL, &found, NULL, NULL, NULL));
  OK(cuLaunchHostFunc(stream, note, "m"));
  OK(cuStreamEndCapture(stream, &made));
  CHECK(made == found && ran(made, "m"));
  OK(cuGraphDestroy(made));
  OK(cuGraphDestroy(graph));
  OK(cuStreamDestroy(stream));
}

static const char *const storing =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry put(.param .u64 p, .param .u32 v) {\n"
    "  .reg .b64 %p;\n  .reg .b32 %v;\n"
    "  ld.param.u64 %p, [p];\n  ld.param.u32 %v, [v];\n"
    "  st.global.u32 [%p], %v;\n  ret;\n}\n";

static void nodes(void) {
  CUmodule module;
  CUfunction put;
  CUgraph graph;
  CUgraphExec exec;
  CUgraphNode kernel, copy;
  CUdeviceptr memory;
  CUcontext context;
  unsigned value = 5, enabled = 7, to[2] = {0, 0};
  int clusters = 0;
  CUlaunchConfig config = {0};
  CUDA_MEMCPY3D c = {0};
  OK(cuCtxGetCurrent(&context));
  OK(cuModuleLoadData(&module, storing));
  OK(cuModuleGetFunction(&put, module, "put"));
  OK(cuMemAlloc(&memory, 4));
  void *arguments[] = {&memory, &value};
  CUDA_KERNEL_NODE_PARAMS k = {put, 1, 1, 1, 1, 1, 1, 0, arguments, NULL, NULL, NULL};
  c.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  c.srcDevice = memory;
  c.dstMemoryType = CU_MEMORYTYPE_HOST;
  c.dstHost = to;
  c.WidthInBytes = 4;
  c.Height = c.Depth = 1;
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddKernelNode(&kernel, graph, NULL, 0, &k));
  OK(cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, &c, context));
  value = 6;
  OK(cuGraphKernelNodeSetParams(kernel, &k));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeSetParams(copy, &k));
  c.dstHost = to + 1;
  OK(cuGraphMemcpyNodeSetParams(copy, &c));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphMemcpyNodeSetParams(kernel, &c));
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphLaunch(exec, NULL));
  OK(cuStreamSynchronize(NULL));
  CHECK(to[0] == 0 && to[1] == 6);
  OK(cuMemsetD32(memory, 9, 1));
  OK(cuGraphNodeSetEnabled(exec, kernel, 0));
  OK(cuGraphNodeGetEnabled(exec, kernel, &enabled));
  CHECK(enabled == 0);
  OK(cuGraphLaunch(exec, NULL));
  OK(cuStreamSynchronize(NULL));
  CHECK(to[1] == 9);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetEnabled(exec, nonsense, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetEnabled(exec, kernel, NULL));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  /* Clusters of a kernel. */
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 128;
  config.blockDimY = config.blockDimZ = 1;
  OK(cuOccupancyMaxPotentialClusterSize(&clusters, put, &config));
  CHECK(clusters == 8);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxPotentialClusterSize(NULL, put, &config));
  OK(cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
  OK(cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, 2));
  OK(cuFuncGetAttribute(&clusters, CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, put));
  CHECK(clusters == 2);
  OK(cuFuncGetAttribute(&clusters, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, put));
  CHECK(clusters == 1);
  OK(cuOccupancyMaxPotentialClusterSize(&clusters, put, &config));
  CHECK(clusters == 16);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 2));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, 3));
  CUlaunchAttribute size = {0};
  size.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  size.value.clusterDim.x = 4;
  size.value.clusterDim.y = size.value.clusterDim.z = 1;
  config.attrs = &size;
  config.numAttrs = 1;
  int blocks = 0, processors = 0;
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, put, 128, 0));
  OK(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  OK(cuOccupancyMaxActiveClusters(&clusters, put, &config));
  CHECK(clusters == blocks * processors / 4);
  size.value.clusterDim.x = 16;
  OK(cuOccupancyMaxActiveClusters(&clusters, put, &config));
  CHECK(clusters == blocks * processors / 16);
  size.value.clusterDim.x = 17;
  FAILS(CUDA_ERROR_INVALID_CLUSTER_SIZE, cuOccupancyMaxActiveClusters(&clusters, put, &config));
  OK(cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 0));
  size.value.clusterDim.x = 16;
  FAILS(CUDA_ERROR_INVALID_CLUSTER_SIZE, cuOccupancyMaxActiveClusters(&clusters, put, &config));
  size.value.clusterDim.x = 0;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxActiveClusters(&clusters, put, &config));
  OK(cuMemFree(memory));
  OK(cuModuleUnload(module));
}

/* One allocation of a graph has one node that frees it. */
static void frees(void) {
  CUgraph graph;
  CUgraphNode alloc, first, second;
  CUDA_MEM_ALLOC_NODE_PARAMS params = {0};
  params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  params.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  params.bytesize = 64;
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddMemAllocNode(&alloc, graph, NULL, 0, &params));
  OK(cuGraphAddMemFreeNode(&first, graph, &alloc, 1, params.dptr));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemFreeNode(&second, graph, &alloc, 1, params.dptr));
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuGraphDestroyNode(first));
  OK(cuGraphDestroy(graph));
  /* Another graph may have one of its own; what was refused is no node. */
  CUgraph owner, other;
  OK(cuGraphCreate(&owner, 0));
  OK(cuGraphAddMemAllocNode(&alloc, owner, NULL, 0, &params));
  for (int i = 0; i != 2; ++i) {
    OK(cuGraphCreate(&other, 0));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemFreeNode(&first, other, &alloc, 1, params.dptr));
    OK(cuGraphAddMemFreeNode(&first, other, NULL, 0, params.dptr));
    OK(cuGraphDestroy(other));
  }
  OK(cuGraphDestroy(owner));
}

/* While a stream is captured into a graph, it and its nodes stay; a capture that fails
takes its own graph along, and leaves the program's. */
static void captured(void) {
  CUgraph graph, found;
  CUgraphNode first, later;
  CUstream stream;
  CUstreamCaptureStatus status;
  const CUgraphNode *nodes;
  const CUgraphEdgeData *edges;
  size_t count = 0;
  CUDA_HOST_NODE_PARAMS p = noting("x");
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuLaunchHostFunc(stream, note, "m"));
  OK(cuStreamGetCaptureInfo(stream, &status, NULL, &found, &nodes, &edges, &count));
  CHECK(count == 1 && edges && !edges[0].from_port && !edges[0].type);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroyNode(nodes[0]));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(found));
  OK(cuLaunchHostFunc(stream, note, "n"));
  FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamSynchronize(stream));
  FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &graph));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphGetNodes(found, NULL, &count));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddHostNode(&first, graph, NULL, 0, &p));
  OK(cuStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuStreamDestroy(stream));
  OK(cuGraphAddHostNode(&later, graph, &first, 1, &p));
  CHECK(ran(graph, "xx"));
  OK(cuGraphDestroy(graph));
}

static void ranges(void) {
  CUdeviceptr memory;
  CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, host = {CU_MEM_LOCATION_TYPE_HOST, 0};
  int mostly = 7, by[3], preferred = 7;
  void *data[] = {&mostly, &preferred};
  size_t sizes[] = {4, 4};
  CUmem_range_attribute both[] = {CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION};
  OK(cuMemAllocManaged(&memory, 4096, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemRangeGetAttribute(&preferred, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, memory, 4096));
  CHECK(preferred == -2);
  /* This one is about no place. */
  CUmemLocation none = {CU_MEM_LOCATION_TYPE_INVALID, 0};
  OK(cuMemAdvise(memory, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, none));
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuMemAdvise(memory, 4096, CU_MEM_ADVISE_SET_ACCESSED_BY, none));
  OK(cuMemAdvise(memory, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, host));
  OK(cuMemAdvise(memory, 4096, CU_MEM_ADVISE_SET_ACCESSED_BY, device));
  OK(cuMemPrefetchAsync(memory, 4096, device, 0, NULL));
  OK(cuMemRangeGetAttributes(data, sizes, both, 2, memory, 4096));
  CHECK(mostly == 1 && preferred == -1);
  OK(cuMemRangeGetAttribute(by, sizeof by, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, memory, 4096));
  CHECK(by[0] == 0 && by[1] == -2 && by[2] == -2);
  OK(cuMemRangeGetAttribute(&preferred, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, memory, 4096));
  CHECK(preferred == 0);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttribute(&preferred, 3, both[0], memory, 4096));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttribute(&preferred, 4, both[0], memory, 8192));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttributes(data, sizes, both, 0, memory, 4096));
  OK(cuMemFree(memory));
}

static void limits(void) {
  size_t value = 0;
  OK(cuCtxSetLimit(CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, 4096));
  OK(cuCtxGetLimit(&value, CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT));
  CHECK(value == 4096);
  /* Kernels of the device wait for none that they launch. */
  FAILS(CUDA_ERROR_UNSUPPORTED_LIMIT, cuCtxSetLimit(CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, 4));
}

int main(int argc, char **argv) {
  start();
  edges(argc > 1 ? argv[1] : "");
  captures();
  nodes();
  frees();
  captured();
  ranges();
  limits();
  return finish();
}
