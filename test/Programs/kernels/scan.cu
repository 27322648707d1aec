// Prefix sums: Hillis and Steele in a block, Blelloch in place, over blocks.
#include <cstdio>
#include <vector>

__global__ void inclusive(const int *in, int *out, int *sums) {
  extern __shared__ int both[];
  int t = threadIdx.x, n = blockDim.x, from = 0, to = n;
  int i = blockIdx.x * n + t;
  both[t] = in[i];
  for (int d = 1; d < n; d *= 2) {
    __syncthreads();
    both[to + t] = both[from + t] + (t >= d ? both[from + t - d] : 0);
    int swap = from;
    from = to;
    to = swap;
  }
  out[i] = both[from + t];
  if (sums && t == n - 1)
    sums[blockIdx.x] = both[from + t];
}

__global__ void exclusive(int *data) {
  __shared__ int v[64];
  int t = threadIdx.x;
  v[2 * t] = data[2 * t];
  v[2 * t + 1] = data[2 * t + 1];
  int offset = 1;
  for (int d = 32; d; d /= 2, offset *= 2) {
    __syncthreads();
    if (t < d)
      v[offset * (2 * t + 2) - 1] += v[offset * (2 * t + 1) - 1];
  }
  if (!t)
    v[63] = 0;
  for (int d = 1; d < 64; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      int x = v[a];
      v[a] = v[b];
      v[b] += x;
    }
  }
  __syncthreads();
  data[2 * t] = v[2 * t];
  data[2 * t + 1] = v[2 * t + 1];
}

__global__ void addBlocks(int *out, const int *offsets) {
  out[blockIdx.x * blockDim.x + threadIdx.x] += offsets[blockIdx.x];
}

int main() {
  const int blocks = 64, size = 32, n = blocks * size;
  std::vector<int> host(n), back(n);
  for (int i = 0; i < n; ++i)
    host[i] = (i * 7) % 13;
  int *in, *out, *sums;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&sums, blocks * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  inclusive<<<blocks, size, 2 * size * sizeof(int)>>>(in, out, sums);
  exclusive<<<1, 32>>>(sums);
  addBlocks<<<blocks, size>>>(out, sums);
  cudaMemcpy(back.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  int sum = 0, wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += back[i] != (sum += host[i]);
  printf("%d wrong, total %d\n", wrong, back[n - 1]);
}

// Prints:
//   0 wrong, total 12276
