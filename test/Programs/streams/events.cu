// Events: order, time, and what they refuse.
#include <cstdio>

__global__ void spin(int *p, int n) {
  for (int i = 0; i < n; ++i)
    atomicAdd(p, i);
}

int main() {
  int *p;
  cudaMalloc(&p, sizeof *p);
  cudaEvent_t start, stop, untimed;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  float ms = -1;
  printf("not recorded: %s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, start, stop)));
  cudaEventRecord(start);
  spin<<<2, 64>>>(p, 20);
  cudaEventRecord(stop);
  printf("synchronize %d", cudaEventSynchronize(stop));
  printf(", query %d\n", cudaEventQuery(stop));
  printf("elapsed %d", cudaEventElapsedTime(&ms, start, stop));
  printf(", positive %d\n", ms > 0);
  cudaEventRecord(untimed);
  cudaEventSynchronize(untimed);
  printf("untimed: %s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, start, untimed)));
  printf("%d%d%d\n", cudaEventDestroy(start), cudaEventDestroy(stop), cudaEventDestroy(untimed));
  cudaFree(p);
}

// Prints:
//   not recorded: cudaErrorInvalidResourceHandle
//   synchronize 0, query 0
//   elapsed 0, positive 1
//   untimed: cudaErrorInvalidResourceHandle
//   000
