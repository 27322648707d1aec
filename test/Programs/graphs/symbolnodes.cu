// Nodes that copy to and from variables of the device.
#include <cstdio>

__device__ int table[4];
__global__ void scale(int by) { table[threadIdx.x] *= by; }

int main() {
  int in[4] = {1, 2, 3, 4}, other[2] = {70, 80}, out[4] = {};
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t to, kernel, from;
  printf("to %d", cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, table, in, sizeof in, 0, cudaMemcpyHostToDevice));
  int by = 10;
  void *arguments[] = {&by};
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void *>(scale);
  params.gridDim = 1;
  params.blockDim = 4;
  params.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &to, 1, &params);
  printf(" from %d\n", cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &kernel, 1, out, table, sizeof out, 0, cudaMemcpyDeviceToHost));
  cudaGraphExec_t exec;
  cudaGraphInstantiateParams how = {};
  printf("instantiate %d", cudaGraphInstantiateWithParams(&exec, graph, &how));
  printf(" result %d\n", how.result_out);
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
  printf("set %d", cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, table, other, sizeof other, 8, cudaMemcpyHostToDevice));
  printf(" %d\n", cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, out + 1, table, 12, 4, cudaMemcpyDeviceToHost));
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
  printf("%s %s\n",
         cudaGetErrorName(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, table, in, sizeof in, 4, cudaMemcpyHostToDevice)),
         cudaGetErrorName(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, table, in, 4, 0, cudaMemcpyDeviceToHost)));
}

// Prints:
//   to 0 from 0
//   instantiate 0 result 0
//   10 20 30 40
//   set 0 0
//   10 200 700 800
//   cudaErrorInvalidValue cudaErrorInvalidMemcpyDirection
