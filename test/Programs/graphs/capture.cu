// A graph captured from streams and launched again and again.
#include <cstdio>

__global__ void add(float *v, float by) { v[threadIdx.x] += by; }
__global__ void mul(float *v, float by) { v[threadIdx.x] *= by; }

int main() {
  float *v, *w, host[2][16];
  cudaMalloc(&v, sizeof host[0]);
  cudaMalloc(&w, sizeof host[0]);
  cudaMemset(v, 0, sizeof host[0]);
  cudaMemset(w, 0, sizeof host[0]);
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  add<<<1, 16, 0, a>>>(v, 1);
  cudaEventRecord(fork, a);
  cudaStreamWaitEvent(b, fork);
  add<<<1, 16, 0, b>>>(w, 10);
  mul<<<1, 16, 0, a>>>(v, 2);
  cudaEventRecord(join, b);
  cudaStreamWaitEvent(a, join);
  cudaMemcpyAsync(host[0], v, sizeof host[0], cudaMemcpyDeviceToHost, a);
  cudaMemcpyAsync(host[1], w, sizeof host[1], cudaMemcpyDeviceToHost, a);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(b, &status);
  printf("capturing %d\n", status);
  cudaStreamEndCapture(a, &graph);
  size_t nodes;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  printf("nodes %zu\n", nodes);
  printf("instantiate %d\n", cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 4; ++i)
    cudaGraphLaunch(exec, a);
  cudaStreamSynchronize(a);
  printf("%g %g\n", host[0][15], host[1][15]);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

// Prints:
//   capturing 1
//   nodes 5
//   instantiate 0
//   30 40
