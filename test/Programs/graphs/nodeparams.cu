// Parameters of nodes: read, passed on, changed before and after a graph is instantiated.
#include <cstdio>

__global__ void scale(int *p, int by) { p[threadIdx.x] *= by; }
__global__ void shift(int *p, int by) { p[threadIdx.x] += by; }

static void show(void *p) { printf("host: %d %d\n", ((int *)p)[0], ((int *)p)[1]); }

static void run(cudaGraphExec_t exec) {
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
}

int main() {
  int *p, *result, by = 3;
  cudaMalloc(&p, 2 * sizeof *p);
  cudaMallocHost(&result, 4 * sizeof *result);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t graph, child;
  cudaGraphExec_t exec;
  // A captured graph: fill, kernel, copy, function.
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(p, 1, 2 * sizeof *p, s);
  scale<<<1, 2, 0, s>>>(p, by);
  cudaMemcpyAsync(result, p, 2 * sizeof *p, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, show, result);
  cudaStreamEndCapture(s, &graph);
  cudaGraphNode_t nodes[4];
  size_t count = 4;
  cudaGraphGetNodes(graph, nodes, &count);

  cudaMemsetParams set;
  cudaKernelNodeParams kernel;
  cudaMemcpy3DParms copy;
  cudaHostNodeParams host;
  printf("%d", cudaGraphMemsetNodeGetParams(nodes[0], &set));
  printf("%d", cudaGraphKernelNodeGetParams(nodes[1], &kernel));
  printf("%d", cudaGraphMemcpyNodeGetParams(nodes[2], &copy));
  printf("%d\n", cudaGraphHostNodeGetParams(nodes[3], &host));
  printf("set %d %zu, kernel %d %u %d, copy %d %zu %d, host %d\n", set.value, set.width * set.elementSize,
         kernel.func == (void *)scale, kernel.blockDim.x, *(int *)kernel.kernelParams[1],
         copy.srcPtr.ptr == p && copy.dstPtr.ptr == result, copy.extent.width, copy.kind, host.userData == result);

  // What was read is good for another kernel.
  cudaGraphInstantiate(&exec, graph, 0);
  run(exec);
  kernel.func = (void *)shift;
  *(int *)kernel.kernelParams[1] = 5;
  printf("%d", cudaGraphExecKernelNodeSetParams(exec, nodes[1], &kernel));
  set.value = 0;
  cudaGraphNodeParams any = {};
  any.type = cudaGraphNodeTypeMemset;
  any.memset.dst = set.dst;
  any.memset.elementSize = set.elementSize;
  any.memset.width = set.width;
  any.memset.height = set.height;
  printf("%d\n", cudaGraphExecNodeSetParams(exec, nodes[0], &any));
  run(exec);
  cudaGraphExecDestroy(exec);
  printf("%d", cudaGraphKernelNodeSetParams(nodes[1], &kernel));
  printf("%d", cudaGraphMemsetNodeSetParams(nodes[0], &set));
  printf("%d\n", cudaGraphMemcpyNodeSetParams1D(nodes[2], result, p, sizeof *p, cudaMemcpyDeviceToHost));
  result[1] = 77;
  cudaGraphInstantiate(&exec, graph, 0);
  run(exec);

  // Attributes.
  cudaKernelNodeAttrValue value = {};
  value.cooperative = 1;
  printf("%d", cudaGraphKernelNodeSetAttribute(nodes[1], cudaLaunchAttributeCooperative, &value));
  value.cooperative = 0;
  printf("%d", cudaGraphKernelNodeGetAttribute(nodes[1], cudaLaunchAttributeCooperative, &value));
  printf(" cooperative %d\n", value.cooperative);

  // A graph in a graph is a copy, which can be reached.
  cudaGraphNode_t node, inner[4];
  cudaGraph_t outer;
  cudaGraphCreate(&outer, 0);
  cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, graph);
  cudaGraphChildGraphNodeGetGraph(node, &child);
  count = 4;
  cudaGraphGetNodes(child, inner, &count);
  set.value = 2;
  printf("%d %d", child != graph, cudaGraphMemsetNodeSetParams(inner[0], &set));
  cudaGraphExecDestroy(exec);
  unsigned long long flags = 9;
  cudaGraphInstantiate(&exec, outer, 0);
  printf("%d", cudaGraphExecGetFlags(exec, &flags));
  printf(" %llu\n", flags);
  run(exec);
  printf("edges removed: %d", cudaGraphRemoveDependencies(graph, &nodes[2], &nodes[3], nullptr, 1));
  printf(" %d\n", cudaGraphRemoveDependencies(graph, &nodes[2], &nodes[3], nullptr, 1));
  cudaGetLastError();
}

// Prints:
//   0000
//   set 1 8, kernel 1 2 3, copy 1 8 2, host 1
//   host: 50529027 50529027
//   00
//   host: 5 5
//   000
//   host: 5 77
//   00 cooperative 1
//   1 00 0
//   host: 33686023 77
//   edges removed: 0 1
