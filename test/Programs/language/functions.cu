// Pointers to functions, lambdas and functors as arguments of kernels.
#include <cstdio>

typedef int (*Operation)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int times(int a, int b) { return a * b; }
__device__ __noinline__ int minus(int a, int b) { return a - b; }
__device__ Operation table[3] = {add, times, minus};
__device__ Operation chosen = minus;

__global__ void apply(const int *which, int *out) {
  out[threadIdx.x] = table[which[threadIdx.x]](threadIdx.x + 10, 3);
}
__global__ void applyOne(Operation f, int *out) { out[0] = f(100, 1); }
template <typename F> __global__ void each(F f, int *out) { out[threadIdx.x] = f(threadIdx.x); }

struct Scale {
  int by;
  __device__ int operator()(int i) const { return i * by; }
};

int main() {
  int *which, *out;
  cudaMallocManaged(&which, 32);
  cudaMallocManaged(&out, 32);
  for (int i = 0; i < 8; ++i)
    which[i] = i % 3;
  apply<<<1, 8>>>(which, out);
  printf("%d:", cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i)
    printf(" %d", out[i]);
  Operation f;
  cudaMemcpyFromSymbol(&f, chosen, sizeof f);
  applyOne<<<1, 1>>>(f, out);
  cudaDeviceSynchronize();
  printf("\n%d", out[0]);
  each<<<1, 8>>>(Scale{7}, out);
  cudaDeviceSynchronize();
  int offset = 1000;
  printf(" %d", out[7]);
  each<<<1, 8>>>([=] __device__(int i) { return offset - i; }, out);
  cudaDeviceSynchronize();
  printf(" %d\n", out[7]);
}

// Options: -extended-lambda
// Prints:
//   0: 13 33 9 16 42 12 19 51
//   99 49 993
