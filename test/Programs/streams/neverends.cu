// A kernel that waits for what nobody but itself could do.
#include <cstdio>

__global__ void wait(int *p) {
  __shared__ volatile int flag;
  flag = 0;
  while (!flag)
    ;
  *p = 1;
}

int main() {
  int *p;
  cudaMalloc(&p, sizeof *p);
  wait<<<1, 1>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

// Prints:
//   cudaErrorLaunchTimeout
// Finds: can never end: its warps spin
