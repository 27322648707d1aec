// Sums by the tree in shared memory, by warps, and by the last block.
#include <cstdio>
#include <vector>

template <unsigned Size> __global__ void tree(const int *in, int *out, int n) {
  __shared__ int part[Size];
  unsigned t = threadIdx.x, i = blockIdx.x * Size * 2 + t;
  part[t] = (i < n ? in[i] : 0) + (i + Size < n ? in[i + Size] : 0);
  __syncthreads();
  for (unsigned s = Size / 2; s; s >>= 1) {
    if (t < s)
      part[t] += part[t + s];
    __syncthreads();
  }
  if (!t)
    out[blockIdx.x] = part[0];
}

__global__ void warps(const int *in, int *out, int n) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  for (int d = 16; d; d /= 2)
    sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, sum);
}

__device__ unsigned arrived = 0;
__global__ void lastBlock(const int *in, volatile int *parts, int *out, int n) {
  __shared__ int sum;
  __shared__ bool isLast;
  if (!threadIdx.x)
    sum = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sum, i < n ? in[i] : 0);
  __syncthreads();
  if (!threadIdx.x) {
    parts[blockIdx.x] = sum;
    __threadfence();
    isLast = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && !threadIdx.x) {
    int all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      all += parts[b];
    *out = all;
  }
}

int main() {
  const int n = 3000;
  std::vector<int> host(n);
  int wanted = 0;
  for (int i = 0; i < n; ++i)
    wanted += host[i] = i % 17 - 5;
  int *in, *parts, *out, got;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&parts, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  tree<128><<<12, 128>>>(in, parts, n);
  tree<16><<<1, 16>>>(parts, out, 12);
  cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
  printf("tree %d\n", got - wanted);
  cudaMemset(out, 0, sizeof(int));
  warps<<<3, 96>>>(in, out, n);
  cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
  printf("warps %d\n", got - wanted);
  for (int round = 0; round < 2; ++round) {
    lastBlock<<<(n + 127) / 128, 128>>>(in, parts, out, n);
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    printf("last block %d\n", got - wanted);
  }
}

// Prints:
//   tree 0
//   warps 0
//   last block 0
//   last block 0
