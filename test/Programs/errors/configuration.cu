// Launches that cannot be: the error is the launch's, and the program goes on.
#include <cstdio>

__global__ void nothing(int *p) {
  if (p)
    *p = 1;
}
__global__ void manyArrays() {
  __shared__ volatile int part[10000];
  part[threadIdx.x] = 0;
}

static void tell(const char *what) {
  cudaError_t e = cudaGetLastError();
  printf("%s: %s (%s)\n", what, cudaGetErrorName(e), cudaGetErrorString(e));
}

int main() {
  nothing<<<1, 1025>>>(nullptr);
  tell("too many threads");
  nothing<<<0, 32>>>(nullptr);
  tell("no blocks");
  nothing<<<1, dim3(1, 1, 65)>>>(nullptr);
  tell("too deep");
  nothing<<<dim3(1, 65536), 1>>>(nullptr);
  tell("too high");
  nothing<<<1, 1, 64 << 10>>>(nullptr);
  tell("too much shared memory");
  manyArrays<<<1, 32>>>();
  tell("as much as is");
  manyArrays<<<1, 32, 12000>>>();
  tell("together too much");
  nothing<<<1, 32>>>(nullptr);
  tell("good");
  printf("%d\n", cudaDeviceSynchronize());
}

// Prints:
//   too many threads: cudaErrorInvalidConfiguration (invalid configuration argument)
//   no blocks: cudaErrorInvalidConfiguration (invalid configuration argument)
//   too deep: cudaErrorInvalidConfiguration (invalid configuration argument)
//   too high: cudaErrorInvalidConfiguration (invalid configuration argument)
//   too much shared memory: cudaErrorInvalidValue (invalid argument)
//   as much as is: cudaSuccess (no error)
//   together too much: cudaErrorInvalidValue (invalid argument)
//   good: cudaSuccess (no error)
//   0
