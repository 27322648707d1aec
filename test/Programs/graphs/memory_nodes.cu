// Memory that graphs allocate and free: by nodes, by capture, freed by the program, freed at the next launch.
#include <cstdio>

__global__ void fill(int *p, int n, int value) {
  if (int(threadIdx.x) < n)
    p[threadIdx.x] = value;
}

int main() {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t alloc, kernel, copy, free;
  int back[4] = {};
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams params = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.bytesize = sizeof back;
  printf("%d ", cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params));
  int *p = (int *)params.dptr, n = 4, value = 7;
  void *args[] = {&p, &n, &value};
  cudaKernelNodeParams launch = {};
  launch.func = (void *)fill;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(4);
  launch.kernelParams = args;
  cudaGraphAddKernelNode(&kernel, graph, &alloc, 1, &launch);
  cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, back, p, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d\n", cudaGraphAddMemFreeNode(&free, graph, &copy, 1, p));
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 2; ++i)
    printf("%s ", cudaGetErrorName(cudaGraphLaunch(exec, 0)));
  cudaDeviceSynchronize();
  printf("%d %d\n", back[0], back[3]);
  cudaGraphNodeType type;
  cudaGraphNodeGetType(alloc, &type);
  cudaMemAllocNodeParams found;
  cudaGraphMemAllocNodeGetParams(alloc, &found);
  printf("%d %d %zu\n", type == cudaGraphNodeTypeMemAlloc, found.dptr == (void *)p, found.bytesize);
  unsigned long long used = 9;
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used);
  printf("used %llu\n", used);

  // By capture; the program frees it.
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  int *q;
  printf("%d ", cudaMallocAsync(&q, 64, stream));
  fill<<<1, 4, 0, stream>>>(q, 4, 5);
  cudaMemcpyAsync(back, q, sizeof back, cudaMemcpyDeviceToHost, stream);
  cudaGraph_t captured;
  printf("%d\n", cudaStreamEndCapture(stream, &captured));
  cudaGraphExec_t second, third;
  cudaGraphInstantiate(&second, captured, 0);
  cudaGraphLaunch(second, stream);
  cudaStreamSynchronize(stream);
  printf("%d, again: %s", back[3], cudaGetErrorName(cudaGraphLaunch(second, stream)));
  printf(", freed: %d", cudaFreeAsync(q, stream));
  printf(", again: %s", cudaGetErrorName(cudaGraphLaunch(second, stream)));
  printf(", freed: %d", cudaFree(q));
  printf(", freed: %s\n", cudaGetErrorName(cudaFree(q)));
  cudaGraphInstantiate(&third, captured, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  for (int i = 0; i < 3; ++i)
    printf("%d", cudaGraphLaunch(third, stream));
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used);
  printf(" used %llu\n", used);
  cudaGraphExecDestroy(second);
  cudaGraphExecDestroy(third);
  cudaGraphDestroy(captured);
  // What is in use stays when the graph goes.
  fill<<<1, 4>>>(q, 4, 6);
  printf("%s %d\n", cudaGetErrorName(cudaDeviceSynchronize()), cudaFree(q));
  params.bytesize = 0;
  printf("%s ", cudaGetErrorName(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params)));
  printf("%s\n", cudaGetErrorName(cudaGraphAddMemFreeNode(&free, graph, nullptr, 0, back)));
}

// Prints:
//   0 0
//   cudaSuccess cudaSuccess 7 7
//   1 1 16
//   used 0
//   0 0
//   5, again: cudaErrorInvalidValue, freed: 0, again: cudaSuccess, freed: 0, freed: cudaErrorInvalidValue
//   000 used 64
//   cudaSuccess 0
//   cudaErrorInvalidValue cudaErrorInvalidValue
