// A graph made of nodes: set, kernels, copy, function of the host.
#include <cstdio>

__global__ void scale(int *v, int by) { v[threadIdx.x] *= by; }
__global__ void sum(const int *v, int *out) {
  atomicAdd(out, v[threadIdx.x]);
}
static void tell(void *p) { printf("sum %d\n", *static_cast<int *>(p)); }

int main() {
  int host[32], *v, *out, result = -1;
  for (int i = 0; i < 32; ++i)
    host[i] = i;
  cudaMalloc(&v, sizeof host);
  cudaMalloc(&out, sizeof *out);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t copyIn, clear, scaling, summing, copyOut, telling;
  cudaGraphAddMemcpyNode1D(&copyIn, graph, nullptr, 0, v, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemsetParams set = {};
  set.dst = out;
  set.elementSize = 4;
  set.width = 1;
  set.height = 1;
  cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &set);
  int by = 3;
  void *scaleArguments[] = {&v, &by}, *sumArguments[] = {&v, &out};
  cudaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void *>(scale);
  kernel.gridDim = 1;
  kernel.blockDim = 32;
  kernel.kernelParams = scaleArguments;
  cudaGraphAddKernelNode(&scaling, graph, &copyIn, 1, &kernel);
  kernel.func = reinterpret_cast<void *>(sum);
  kernel.kernelParams = sumArguments;
  cudaGraphNode_t both[] = {scaling, clear};
  cudaGraphAddKernelNode(&summing, graph, both, 2, &kernel);
  cudaGraphAddMemcpyNode1D(&copyOut, graph, &summing, 1, &result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaHostNodeParams function = {tell, &result};
  cudaGraphAddHostNode(&telling, graph, &copyOut, 1, &function);

  cudaGraphExec_t exec;
  printf("instantiate %d\n", cudaGraphInstantiate(&exec, graph, 0));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  by = 5;
  kernel.func = reinterpret_cast<void *>(scale);
  kernel.kernelParams = scaleArguments;
  printf("set %d\n", cudaGraphExecKernelNodeSetParams(exec, scaling, &kernel));
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  cudaGraphNodeType type;
  cudaGraphNodeGetType(telling, &type);
  size_t edges = 0, before = 4;
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  cudaGraphNode_t found[4];
  cudaGraphEdgeData data[4];
  printf("before %d", cudaGraphNodeGetDependencies(summing, found, data, &before));
  printf(" %zu %d\n", before, found[0] == scaling && found[1] == clear && !found[2]);
  printf("type %d, edges %zu\n", type, edges);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

// Prints:
//   instantiate 0
//   sum 1488
//   set 0
//   sum 2480
//   before 0 2 1
//   type 3, edges 5
