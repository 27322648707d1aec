// A kernel that stops itself.
#include <cstdio>

__global__ void stop(int at) {
  if (threadIdx.x == at)
    __trap();
}

int main() {
  stop<<<1, 32>>>(99);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  stop<<<1, 32>>>(5);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

// Finds: trap
// Prints:
//   cudaSuccess
//   cudaErrorLaunchFailure
//   cudaErrorLaunchFailure
