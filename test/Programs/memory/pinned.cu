// Pinned memory, and memory of the host that the device reads in place.
#include <cstdio>
#include <cstdlib>

__global__ void negate(const int *from, int *to, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] = -from[i];
}

int main() {
  const int n = 333;
  int *mapped, *alias, *result;
  cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&alias, mapped, 0);
  for (int i = 0; i < n; ++i)
    mapped[i] = i;
  cudaMallocHost(&result, n * sizeof(int));
  negate<<<1, 64>>>(alias, result, n);
  cudaDeviceSynchronize();
  printf("%d %d\n", result[1], result[n - 1]);

  int *own = static_cast<int *>(malloc(n * sizeof(int)));
  printf("register %d\n", cudaHostRegister(own, n * sizeof(int), cudaHostRegisterMapped));
  cudaHostGetDevicePointer(&alias, own, 0);
  negate<<<1, 64>>>(result, alias, n);
  cudaDeviceSynchronize();
  printf("%d %d\n", own[1], own[n - 1]);
  unsigned flags = 0;
  printf("flags %d", cudaHostGetFlags(&flags, mapped));
  printf(": %u\n", flags & cudaHostAllocMapped);
  printf("unregister %d", cudaHostUnregister(own));
  printf(", again %s\n", cudaGetErrorName(cudaHostUnregister(own)));
  free(own);
  cudaFreeHost(mapped);
  cudaFreeHost(result);
}

// Prints:
//   -1 -332
//   register 0
//   1 332
//   flags 0: 2
//   unregister 0, again cudaErrorHostMemoryNotRegistered
