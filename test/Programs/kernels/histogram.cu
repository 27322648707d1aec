// Histograms: atomics in shared memory first, then in global memory.
#include <cstdio>
#include <vector>

__global__ void histogram(const unsigned char *data, int n, unsigned *bins) {
  __shared__ unsigned own[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    own[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[data[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    if (own[b])
      atomicAdd(&bins[b], own[b]);
}

int main() {
  const int n = 5001;
  std::vector<unsigned char> data(n);
  std::vector<unsigned> wanted(256), bins(256);
  unsigned state = 12345;
  for (auto &d : data) {
    state = state * 1664525 + 1013904223;
    ++wanted[d = state >> 24 & (state >> 16)];
  }
  unsigned char *dd;
  unsigned *db;
  cudaMalloc(&dd, n);
  cudaMalloc(&db, 1024);
  cudaMemcpy(dd, data.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(db, 0, 1024);
  histogram<<<4, 192>>>(dd, n, db);
  cudaMemcpy(bins.data(), db, 1024, cudaMemcpyDeviceToHost);
  printf("same: %d, zeros %u\n", bins == wanted, bins[0] > 300);
}

// Prints:
//   same: 1, zeros 1
