#include <cstdio>

__global__ void newer(int *p) { *p = 1; }

void launchNewer() {
  newer<<<1, 1>>>(nullptr);
  std::printf("newer: %s\n", cudaGetErrorString(cudaGetLastError()));
}
