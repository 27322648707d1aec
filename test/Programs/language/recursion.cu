// Functions that call themselves, with a deeper stack.
#include <cstdio>

__device__ __noinline__ int ackermann(int m, int n) {
  if (!m)
    return n + 1;
  return ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void recurse(int *out) {
  out[threadIdx.x] = fibonacci(threadIdx.x);
  if (threadIdx.x == 8)
    out[8] = ackermann(2, 3);
}

int main() {
  size_t stack;
  printf("limit %d", cudaDeviceSetLimit(cudaLimitStackSize, 16 << 10));
  cudaDeviceGetLimit(&stack, cudaLimitStackSize);
  printf(" %zu\n", stack);
  int *out;
  cudaMallocManaged(&out, 64);
  recurse<<<1, 9>>>(out);
  printf("%d: %d %d\n", cudaDeviceSynchronize(), out[7], out[8]);
}

// Prints:
//   limit 0 16384
//   0: 13 9
