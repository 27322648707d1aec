// The legacy stream, the thread's own, and cudaStreamPerThread by name.
#include <cstdio>

__global__ void bump(int *p) { ++*p; }

int main() {
  int *p, host;
  cudaMalloc(&p, sizeof *p);
  cudaMemset(p, 0, sizeof *p);
  bump<<<1, 1>>>(p);
  bump<<<1, 1, 0, cudaStreamLegacy>>>(p);
  cudaStreamSynchronize(cudaStreamLegacy);
  bump<<<1, 1, 0, cudaStreamPerThread>>>(p);
  cudaMemcpyAsync(&host, p, sizeof host, cudaMemcpyDeviceToHost, cudaStreamPerThread);
  printf("%d", cudaStreamSynchronize(cudaStreamPerThread));
  printf(" %d %d\n", host, cudaStreamQuery(0));
  unsigned long long id;
  printf("%d %s\n", cudaStreamGetId(0, &id), cudaGetErrorName(cudaStreamDestroy(0)));
}

// Prints:
//   0 3 0
//   0 cudaErrorInvalidResourceHandle
