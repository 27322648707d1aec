// Each thread launches a grid with a structure, shared memory and its own part of the data.
#include <cstdio>

struct Part {
  const int *from;
  int count;
  char pad[3];
};

__global__ void sum(Part part, long long *to) {
  extern __shared__ int shared[];
  int i = threadIdx.x;
  shared[i] = i < part.count ? part.from[i] : 0;
  __syncthreads();
  for (int step = blockDim.x / 2; step; step /= 2) {
    if (i < step)
      shared[i] += shared[i + step];
    __syncthreads();
  }
  if (i == 0)
    *to += shared[0];
}

__global__ void split(const int *from, int each, long long *to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Part part = {from + i * each, each, {}};
  sum<<<1, 64, 64 * sizeof(int)>>>(part, to + i);
}

// Depth n of n halves.
__global__ void halve(int *p, int n) {
  if (threadIdx.x == 0 && n > 1) {
    halve<<<1, 32>>>(p, n / 2);
    halve<<<1, 32>>>(p + n / 2, n - n / 2);
  } else if (threadIdx.x == 0) {
    *p += 1;
  }
}

int main() {
  const int parts = 256, each = 50;
  int *from;
  long long *to;
  cudaMallocManaged(&from, parts * each * sizeof(int));
  cudaMallocManaged(&to, parts * sizeof(long long));
  for (int i = 0; i < parts * each; ++i)
    from[i] = i % 7;
  for (int i = 0; i < parts; ++i)
    to[i] = 0;
  split<<<4, parts / 4>>>(from, each, to);
  printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
  int wrong = 0;
  for (int i = 0; i < parts; ++i) {
    long long expected = 0;
    for (int j = 0; j < each; ++j)
      expected += (i * each + j) % 7;
    wrong += to[i] != expected;
  }
  printf(", wrong: %d\n", wrong);
  for (int i = 0; i < 100; ++i)
    from[i] = 0;
  halve<<<1, 32>>>(from, 100);
  cudaDeviceSynchronize();
  for (int i = 0; i < 100; ++i)
    wrong += from[i] != 1;
  printf("wrong: %d\n", wrong);
}

// Options: -rdc=true
// Prints:
//   cudaSuccess, wrong: 0
//   wrong: 0
