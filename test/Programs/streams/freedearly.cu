// A kernel that waits in memory which is freed meanwhile: wrong, but nobody crashes.
#include <cstdio>

__global__ void gate(volatile int *open) {
  while (!*open)
    ;
}

int main() {
  int *flag, one = 1;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaMallocAsync(&flag, sizeof *flag, a);
  cudaMemsetAsync(flag, 0, sizeof *flag, a);
  gate<<<1, 1, 0, b>>>(flag);
  printf("free %d", cudaFreeAsync(flag, a));
  printf(", again %d", cudaFreeAsync(flag, a));
  cudaGetLastError();
  printf(", copy %d", cudaMemcpyAsync(flag, &one, sizeof one, cudaMemcpyHostToDevice, a));
  printf(", synchronize %d\n", cudaDeviceSynchronize());
  // Now it is gone.
  printf("copy %d\n", cudaMemcpyAsync(flag, &one, sizeof one, cudaMemcpyHostToDevice, a));
  cudaGetLastError();
}

// Prints:
//   free 0, again 1, copy 0, synchronize 0
//   copy 1
