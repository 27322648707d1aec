// A sparse matrix times a vector: a thread, and a warp, for each row.
#include <cstdio>
#include <vector>

__global__ void byThread(int rows, const int *first, const int *cols, const float *vals, const float *x, float *y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float sum = 0;
    for (int e = first[r]; e < first[r + 1]; ++e)
      sum += vals[e] * __ldg(&x[cols[e]]);
    y[r] = sum;
  }
}
__global__ void byWarp(int rows, const int *first, const int *cols, const float *vals, const float *x, float *y) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows)
    return;
  float sum = 0;
  for (int e = first[r] + lane; e < first[r + 1]; e += 32)
    sum += vals[e] * x[cols[e]];
  for (int d = 16; d; d /= 2)
    sum += __shfl_xor_sync(~0u, sum, d);
  if (!lane)
    y[r] = sum;
}

int main() {
  const int rows = 60, n = 80;
  std::vector<int> first = {0}, cols;
  std::vector<float> vals, want(rows), got(rows);
  for (int r = 0; r < rows; ++r) {
    for (int k = 0; k < r % 50; ++k) {
      cols.push_back((r * 7 + k * 3) % n);
      vals.push_back(k % 4 - 1);
      want[r] += vals.back() * (cols.back() % 9);
    }
    first.push_back(cols.size());
  }
  int *df, *dc;
  float *dv, *dx, *dy;
  cudaMalloc(&df, first.size() * 4);
  cudaMalloc(&dc, cols.size() * 4);
  cudaMalloc(&dv, vals.size() * 4);
  cudaMalloc(&dy, rows * 4);
  cudaMallocManaged(&dx, n * 4);
  for (int i = 0; i < n; ++i)
    dx[i] = i % 9;
  cudaMemcpy(df, first.data(), first.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, cols.data(), cols.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dv, vals.data(), vals.size() * 4, cudaMemcpyHostToDevice);
  byThread<<<1, 64>>>(rows, df, dc, dv, dx, dy);
  cudaMemcpy(got.data(), dy, rows * 4, cudaMemcpyDeviceToHost);
  printf("thread %d\n", got == want);
  cudaMemset(dy, 0, rows * 4);
  byWarp<<<rows / 4, 128>>>(rows, df, dc, dv, dx, dy);
  cudaMemcpy(got.data(), dy, rows * 4, cudaMemcpyDeviceToHost);
  printf("warp %d\n", got == want);
}

// Prints:
//   thread 1
//   warp 1
