// Kernels that count while they wait, so that no two of their states are the same.
#include <cstdio>

__global__ void count(volatile int *open, unsigned long long *rounds) {
  unsigned long long n = 0;
  while (!*open)
    n += 3;
  *rounds = n;
}

int main() {
  volatile int *flag;
  unsigned long long *rounds;
  cudaMallocHost((void **)&flag, sizeof *flag);
  cudaMallocHost(&rounds, sizeof *rounds);
  *flag = 0;
  *rounds = 1;
  count<<<1, 1>>>((int *)flag, rounds);
  printf("%s\n", cudaGetErrorName(cudaStreamQuery(0)));
  *flag = 1;
  printf("%d\n", cudaDeviceSynchronize());
  printf("%d\n", *rounds > 0 && *rounds % 3 == 0);
}

// Prints:
//   cudaErrorNotReady
//   0
//   1
