/* Parameters of nodes: what programs ask for is what they gave, also where the node was
captured, and what they set is what runs. Misused, too.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread && %t.thread | FileCheck %s
CHECK: done
*/
#include "check.h"

static void *nonsense = (void *)0x1234;
static CUcontext context;
static char order[16];

static void note(void *letter) { strncat(order, (const char *)letter, 1); }

static const char *const adding =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry add(.param .u64 p, .param .u32 v) {\n"
    "  .reg .b64 %p;\n  .reg .b32 %v, %o;\n"
    "  ld.param.u64 %p, [p];\n  ld.param.u32 %v, [v];\n"
    "  ld.global.u32 %o, [%p];\n  add.u32 %o, %o, %v;\n"
    "  st.global.u32 [%p], %o;\n  ret;\n}\n";

static void run(CUgraphExec exec) {
  OK(cuGraphLaunch(exec, NULL));
  OK(cuStreamSynchronize(NULL));
}

static CUgraphExec instantiated(CUgraph graph) {
  CUgraphExec exec = NULL;
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  return exec;
}

static unsigned valueAt(CUdeviceptr memory) {
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, memory, 4));
  return value;
}

static void kernels_(CUfunction add, CUdeviceptr memory) {
  CUgraph graph;
  CUgraphNode node, other, empty;
  CUgraphExec exec;
  unsigned value = 5;
  void *arguments[] = {&memory, &value};
  CUDA_KERNEL_NODE_PARAMS k = {add, 1, 1, 1, 1, 1, 1, 0, arguments, NULL, NULL, NULL}, got;
  CUlaunchAttributeValue attribute = {{0}}, read = {{0}};
  CUgraphNodeParams params = {0};
  OK(cuMemsetD32(memory, 100, 1));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddKernelNode(&node, graph, NULL, 0, &k));
  OK(cuGraphAddKernelNode(&other, graph, &node, 1, &k));
  OK(cuGraphAddEmptyNode(&empty, graph, NULL, 0));
  value = 77;
  OK(cuGraphKernelNodeGetParams(node, &got));
  CHECK(got.func == add && got.gridDimX == 1 && got.blockDimZ == 1 && got.sharedMemBytes == 0);
  CHECK(got.ctx == context && *(unsigned *)got.kernelParams[1] == 5);
  CHECK(*(CUdeviceptr *)got.kernelParams[0] == memory);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeGetParams(empty, &got));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeGetParams(node, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeGetParams(nonsense, &got));

  attribute.cooperative = 1;
  OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &attribute));
  OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &read));
  CHECK(read.cooperative == 1);
  OK(cuGraphKernelNodeGetAttribute(other, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &read));
  CHECK(read.cooperative == 0);
  OK(cuGraphKernelNodeCopyAttributes(other, node));
  OK(cuGraphKernelNodeGetAttribute(other, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &read));
  CHECK(read.cooperative == 1);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeCopyAttributes(empty, node));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeSetAttribute(node, (CUlaunchAttributeID)99, &attribute));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeGetAttribute(empty, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &read));

  /* The parameters of one node are good for another. */
  value = 8;
  OK(cuGraphKernelNodeGetParams(node, &got));
  OK(cuGraphKernelNodeSetParams(other, &got));
  OK(cuGraphKernelNodeGetAttribute(other, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &read));
  CHECK(read.cooperative == 1);
  params.type = CU_GRAPH_NODE_TYPE_KERNEL;
  params.of.kernel = k;
  OK(cuGraphNodeSetParams(other, &params));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetParams(empty, &params));
  exec = instantiated(graph);
  run(exec);
  CHECK(valueAt(memory) == 113);
  value = 1000;
  OK(cuGraphExecNodeSetParams(exec, node, &params));
  params.type = CU_GRAPH_NODE_TYPE_MEM_FREE;
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuGraphExecNodeSetParams(exec, node, &params));
  run(exec);
  CHECK(valueAt(memory) == 1121);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

/* Attributes stay those of the node when other parameters of an executable graph are set. */
static void clusters(CUfunction add, CUdeviceptr memory) {
  CUgraph graph;
  CUgraphNode node;
  CUgraphExec exec;
  unsigned value = 5;
  void *arguments[] = {&memory, &value};
  CUDA_KERNEL_NODE_PARAMS k = {add, 2, 1, 1, 1, 1, 1, 0, arguments, NULL, NULL, NULL};
  CUlaunchAttributeValue attribute = {{0}};
  attribute.clusterDim.x = 2;
  attribute.clusterDim.y = attribute.clusterDim.z = 1;
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddKernelNode(&node, graph, NULL, 0, &k));
  OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &attribute));
  exec = instantiated(graph);
  k.gridDimX = 4;
  OK(cuGraphExecKernelNodeSetParams(exec, node, &k));
  k.gridDimX = 3;
  FAILS(CUDA_ERROR_INVALID_CLUSTER_SIZE, cuGraphExecKernelNodeSetParams(exec, node, &k));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

static void copiesAndSets(CUdeviceptr memory) {
  CUgraph graph;
  CUgraphNode copy, set, host;
  CUgraphExec exec;
  unsigned to[2] = {0, 0};
  CUDA_MEMCPY3D c = {0}, gotCopy;
  CUDA_MEMSET_NODE_PARAMS s = {memory, 0, 3, 4, 1, 1}, gotSet;
  CUDA_HOST_NODE_PARAMS h = {note, "h"}, gotHost;
  c.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  c.srcDevice = memory;
  c.dstMemoryType = CU_MEMORYTYPE_HOST;
  c.dstHost = to;
  c.WidthInBytes = 4;
  c.Height = c.Depth = 1;
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddMemsetNode(&set, graph, NULL, 0, &s, context));
  OK(cuGraphAddMemcpyNode(&copy, graph, &set, 1, &c, context));
  OK(cuGraphAddHostNode(&host, graph, &copy, 1, &h));
  OK(cuGraphMemcpyNodeGetParams(copy, &gotCopy));
  CHECK(gotCopy.srcDevice == memory && gotCopy.dstHost == to && gotCopy.WidthInBytes == 4);
  OK(cuGraphMemsetNodeGetParams(set, &gotSet));
  CHECK(gotSet.dst == memory && gotSet.value == 3 && gotSet.elementSize == 4);
  OK(cuGraphHostNodeGetParams(host, &gotHost));
  CHECK(gotHost.fn == note && !strcmp(gotHost.userData, "h"));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphMemcpyNodeGetParams(set, &gotCopy));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphMemsetNodeGetParams(copy, &gotSet));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphHostNodeGetParams(host, NULL));
  gotSet.value = 4;
  OK(cuGraphMemsetNodeSetParams(set, &gotSet));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphMemsetNodeSetParams(copy, &gotSet));
  exec = instantiated(graph);
  run(exec);
  CHECK(to[0] == 4 && !strcmp(order, "h"));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

/* Nodes that a capture made know what the calls were given. */
static void captured(CUfunction add, CUdeviceptr memory) {
  CUstream stream;
  CUgraph graph;
  CUgraphNode nodes[4];
  size_t count = 4;
  unsigned value = 21;
  static unsigned result;
  void *arguments[] = {&memory, &value};
  CUDA_KERNEL_NODE_PARAMS k;
  CUDA_MEMCPY3D c;
  CUDA_MEMSET_NODE_PARAMS s;
  CUDA_HOST_NODE_PARAMS h;
  OK(cuStreamCreate(&stream, 0));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuMemsetD32Async(memory, 12, 1, stream));
  OK(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
  OK(cuMemcpyDtoHAsync(&result, memory, 4, stream));
  OK(cuLaunchHostFunc(stream, note, "c"));
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuGraphGetNodes(graph, nodes, &count));
  CHECK(count == 4);
  OK(cuGraphMemsetNodeGetParams(nodes[0], &s));
  CHECK(s.dst == memory && s.value == 12 && s.elementSize == 4 && s.width == 1);
  OK(cuGraphKernelNodeGetParams(nodes[1], &k));
  CHECK(k.func == add && *(unsigned *)k.kernelParams[1] == 21);
  OK(cuGraphMemcpyNodeGetParams(nodes[2], &c));
  CHECK(c.srcMemoryType == CU_MEMORYTYPE_DEVICE && c.srcDevice == memory && c.dstHost == &result && c.WidthInBytes == 4);
  OK(cuGraphHostNodeGetParams(nodes[3], &h));
  CHECK(h.fn == note);
  *(unsigned *)k.kernelParams[1] = 30;
  OK(cuGraphKernelNodeSetParams(nodes[1], &k));
  CUgraphExec exec = instantiated(graph);
  run(exec);
  CHECK(result == 42);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuStreamDestroy(stream));
}

static void events(void) {
  CUgraph graph;
  CUgraphNode record, wait;
  CUgraphExec exec;
  CUevent a, b, got = NULL;
  float time = 0;
  OK(cuEventCreate(&a, 0));
  OK(cuEventCreate(&b, 0));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddEventRecordNode(&record, graph, NULL, 0, a));
  OK(cuGraphAddEventWaitNode(&wait, graph, &record, 1, a));
  OK(cuGraphEventRecordNodeGetEvent(record, &got));
  CHECK(got == a);
  OK(cuGraphEventWaitNodeSetEvent(wait, b));
  OK(cuGraphEventWaitNodeGetEvent(wait, &got));
  CHECK(got == b);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphEventRecordNodeGetEvent(wait, &got));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphEventWaitNodeGetEvent(wait, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphEventWaitNodeSetEvent(record, a));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuGraphEventRecordNodeSetEvent(record, nonsense));
  exec = instantiated(graph);
  OK(cuGraphEventRecordNodeSetEvent(record, b));
  run(exec);
  OK(cuGraphExecEventRecordNodeSetEvent(exec, record, b));
  OK(cuGraphExecEventWaitNodeSetEvent(exec, wait, a));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecEventRecordNodeSetEvent(exec, wait, b));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecEventWaitNodeSetEvent(exec, record, b));
  run(exec);
  OK(cuEventElapsedTime(&time, a, b));
  CHECK(time > 0);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuEventDestroy(a));
  OK(cuEventDestroy(b));
}

static void graphs(void) {
  CUgraph graph, child, inner = NULL, clone;
  CUgraphNode node, first, second, alloc, release;
  CUgraphExec exec;
  cuuint64_t flags = 9;
  CUdeviceptr freed = 0;
  CUDA_HOST_NODE_PARAMS a = {note, "a"}, b = {note, "b"};
  CUDA_MEM_ALLOC_NODE_PARAMS m;
  memset(&m, 0, sizeof m);
  m.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  m.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  m.bytesize = 64;
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphCreate(&child, 0));
  OK(cuGraphAddHostNode(&first, child, NULL, 0, &a));
  OK(cuGraphAddChildGraphNode(&node, graph, NULL, 0, child));
  OK(cuGraphChildGraphNodeGetGraph(node, &inner));
  CHECK(inner && inner != child);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphChildGraphNodeGetGraph(first, &inner));
  /* The node has a copy, which changes when a program changes it. */
  OK(cuGraphAddHostNode(&second, child, &first, 1, &b));
  OK(cuGraphAddHostNode(&second, inner, NULL, 0, &b));
  OK(cuGraphClone(&clone, graph));
  order[0] = 0;
  exec = instantiated(clone);
  run(exec);
  CHECK(!strcmp(order, "ab"));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(clone));
  exec = instantiated(graph);
  OK(cuGraphDestroyNode(first));
  OK(cuGraphExecChildGraphNodeSetParams(exec, node, child));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecChildGraphNodeSetParams(exec, node, nonsense));
  order[0] = 0;
  run(exec);
  CHECK(!strcmp(order, "b"));
  OK(cuGraphExecGetFlags(exec, &flags));
  CHECK(flags == 0);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecGetFlags(exec, NULL));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuGraphDestroy(child));

  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddHostNode(&first, graph, NULL, 0, &a));
  OK(cuGraphAddHostNode(&second, graph, &first, 1, &b));
  OK(cuGraphRemoveDependencies(graph, &first, &second, NULL, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies(graph, &first, &second, NULL, 1));
  OK(cuGraphAddDependencies(graph, &first, &second, NULL, 1));
  OK(heddle_cuGraphRemoveDependencies(graph, &first, &second, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuGraphRemoveDependencies(graph, NULL, &second, 1));
  size_t count = 0;
  OK(cuGraphGetRootNodes(graph, NULL, &count));
  CHECK(count == 2);
  OK(cuGraphAddMemAllocNode(&alloc, graph, NULL, 0, &m));
  OK(cuGraphAddMemFreeNode(&release, graph, &alloc, 1, m.dptr));
  OK(cuGraphMemFreeNodeGetParams(release, &freed));
  CHECK(freed == m.dptr);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphMemFreeNodeGetParams(alloc, &freed));
  OK(cuGraphDestroy(graph));
}

int main(void) {
  CUmodule module;
  CUfunction add;
  CUdeviceptr memory;
  context = start();
  OK(cuModuleLoadData(&module, adding));
  OK(cuModuleGetFunction(&add, module, "add"));
  OK(cuMemAlloc(&memory, 4));
  kernels_(add, memory);
  clusters(add, memory);
  copiesAndSets(memory);
  captured(add, memory);
  events();
  graphs();
  OK(cuMemFree(memory));
  return finish();
}
