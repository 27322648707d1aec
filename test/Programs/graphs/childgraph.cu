// A graph in a graph, a clone, and an update of what was instantiated.
#include <cstdio>

__global__ void add(int *p, int v) { *p += v; }

static cudaGraph_t make(int *p, int v, int times) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t last, node;
  void *arguments[] = {&p, &v};
  cudaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void *>(add);
  kernel.gridDim = kernel.blockDim = 1;
  kernel.kernelParams = arguments;
  for (int i = 0; i < times; ++i, last = node)
    cudaGraphAddKernelNode(&node, graph, &last, i ? 1 : 0, &kernel);
  return graph;
}

int main() {
  int *p, host;
  cudaMalloc(&p, sizeof *p);
  cudaMemset(p, 0, sizeof *p);
  cudaGraph_t inner = make(p, 7, 3), outer = make(p, 100, 1), clone;
  cudaGraphNode_t child, empty;
  cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, inner);
  cudaGraphAddEmptyNode(&empty, outer, &child, 1);
  cudaGraphClone(&clone, outer);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, clone, 0);
  cudaGraphDestroy(clone);
  cudaGraphLaunch(exec, 0);
  cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host);

  cudaGraph_t same = make(p, 1000, 3), other = make(p, 1, 2);
  cudaGraphExec_t simple;
  cudaGraphInstantiate(&simple, inner, 0);
  cudaGraphExecUpdateResultInfo info;
  printf("update %d", cudaGraphExecUpdate(simple, same, &info));
  printf(" other %s", cudaGetErrorName(cudaGraphExecUpdate(simple, other, &info)));
  printf(" why %d\n", info.result == cudaGraphExecUpdateErrorTopologyChanged);
  cudaGraphLaunch(simple, 0);
  cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
}

// Prints:
//   121
//   update 0 other cudaErrorGraphExecUpdateFailure why 1
//   3121
