// Nodes that choose: a loop, a branch of two, one of several, and nodes by cudaGraphAddNode.
#include <cstdio>

__global__ void count(int *p, cudaGraphConditionalHandle again) {
  if (++*p == 5)
    cudaGraphSetConditional(again, 0);
}
__global__ void choose(cudaGraphConditionalHandle which, unsigned value) { cudaGraphSetConditional(which, value); }
__global__ void add(int *p, int value) { *p += value; }

static cudaGraphNode_t addKernel(cudaGraph_t graph, const cudaGraphNode_t *after, void *f, void **args) {
  cudaGraphNode_t node;
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeKernel;
  params.kernel.func = f;
  params.kernel.gridDim = params.kernel.blockDim = dim3(1, 1, 1);
  params.kernel.kernelParams = args;
  cudaError_t e = cudaGraphAddNode(&node, graph, after, nullptr, after ? 1 : 0, &params);
  if (e)
    printf("kernel: %s\n", cudaGetErrorName(e));
  return node;
}

static cudaGraphNodeParams conditional(cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, int size) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = type;
  params.conditional.size = size;
  return params;
}

int main() {
  int *p, back;
  cudaMalloc(&p, sizeof(int));
  cudaMemset(p, 0, sizeof(int));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t loop, node, branch;
  cudaGraphConditionalHandle handle;
  cudaGraphCreate(&graph, 0);
  printf("%d ", cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams params = conditional(handle, cudaGraphCondTypeWhile, 1);
  printf("%d\n", cudaGraphAddNode(&loop, graph, nullptr, nullptr, 0, &params));
  void *args[] = {&p, &handle};
  addKernel(params.conditional.phGraph_out[0], nullptr, (void *)count, args);
  cudaGraphInstantiate(&exec, graph, 0);
  printf("%s ", cudaGetErrorName(cudaGraphLaunch(exec, 0)));
  cudaMemcpy(&back, p, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d\n", back);

  // A kernel sets what the next node looks at.
  for (unsigned value = 0; value < 4; ++value) {
    cudaMemset(p, 0, sizeof(int));
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 0, 0);
    void *chosen[] = {&handle, &value};
    node = addKernel(graph, nullptr, (void *)choose, chosen);
    params = conditional(handle, value ? cudaGraphCondTypeSwitch : cudaGraphCondTypeIf, value ? 3 : 2);
    cudaGraphAddNode(&branch, graph, &node, nullptr, 1, &params);
    for (unsigned i = 0; i < params.conditional.size; ++i) {
      int number = 10 + i;
      void *of[] = {&p, &number};
      addKernel(params.conditional.phGraph_out[i], nullptr, (void *)add, of);
    }
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaMemcpy(&back, p, sizeof back, cudaMemcpyDeviceToHost);
    printf("%u: %d\n", value, back);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
  }
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandleCreate(&handle, graph, 0, 0);
  params = conditional(handle, cudaGraphCondTypeWhile, 2);
  printf("%s ", cudaGetErrorName(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params)));
  params = conditional(1234, cudaGraphCondTypeWhile, 1);
  printf("%s\n", cudaGetErrorName(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params)));
}

// Options: -rdc=true
// Prints:
//   0 0
//   cudaSuccess 5
//   0: 11
//   1: 11
//   2: 12
//   3: 0
//   cudaErrorInvalidValue cudaErrorInvalidValue
