// C = A * B of f32, 256 by 256 by 256, where a thread has 128 sums and what it loads
// next, so that it needs all of 255 registers. Prints the CPU time of a launch whose
// code is ready, and whether it is right.
// Options: -gencode arch=compute_80,code=compute_80
#include <cmath>
#include <cstdio>
#include <ctime>

const int N = 256, Tile = 128, TileK = 16, Rows = 16, Columns = 8, Threads = 128, Each = Tile * TileK / Threads;

__global__ void __launch_bounds__(Threads, 2) multiply(const float *a, const float *b, float *c) {
  __shared__ float sa[2][TileK][Tile], sb[2][TileK][Tile];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  float sums[Rows][Columns] = {}, nextA[Each], nextB[Each];
  auto fetch = [&](int k) {
    for (int i = 0; i < Each; ++i) {
      const int e = t + Threads * i;
      nextA[i] = a[(blockIdx.y * Tile + e / TileK) * N + k + e % TileK];
      nextB[i] = b[(k + e / Tile) * N + blockIdx.x * Tile + e % Tile];
    }
  };
  auto keep = [&](int slot) {
    for (int i = 0; i < Each; ++i) {
      const int e = t + Threads * i;
      sa[slot][e % TileK][e / TileK] = nextA[i];
      sb[slot][e / Tile][e % Tile] = nextB[i];
    }
  };
  fetch(0);
  keep(0);
  __syncthreads();
  for (int k = 0; k < N; k += TileK) {
    const int slot = k / TileK & 1;
    if (k + TileK < N)
      fetch(k + TileK);
#pragma unroll
    for (int i = 0; i < TileK; ++i) {
      float x[Rows], y[Columns];
      for (int m = 0; m < Rows; ++m)
        x[m] = sa[slot][i][ty * Rows + m];
      for (int n = 0; n < Columns; ++n)
        y[n] = sb[slot][i][tx * Columns + n];
      for (int m = 0; m < Rows; ++m)
        for (int n = 0; n < Columns; ++n)
          sums[m][n] += x[m] * y[n];
    }
    if (k + TileK < N)
      keep(slot ^ 1);
    __syncthreads();
  }
  for (int m = 0; m < Rows; ++m)
    for (int n = 0; n < Columns; ++n)
      c[(blockIdx.y * Tile + ty * Rows + m) * N + blockIdx.x * Tile + tx * Columns + n] = sums[m][n];
}

int main() {
  float *a, *b, *c;
  for (float **p : {&a, &b, &c})
    cudaMallocManaged(p, N * N * 4);
  for (int i = 0; i < N * N; ++i) {
    a[i] = i % 7 - 3;
    b[i] = i % 5 - 2;
  }
  double least = 1e9;
  for (int i = 0; i < 4; ++i) {
    const clock_t start = clock();
    multiply<<<dim3(N / Tile, N / Tile), Threads>>>(a, b, c);
    if (const int error = cudaDeviceSynchronize())
      return printf("error %d\n", error), 1;
    least = fmin(least, double(clock() - start) / CLOCKS_PER_SEC);
  }
  int wrong = 0;
  for (int i = 0; i < N * N; i += 31) {
    float sum = 0;
    for (int k = 0; k < N; ++k)
      sum += a[i / N * N + k] * b[k * N + i % N];
    wrong += sum != c[i];
  }
  printf("%.4f %d wrong\n", least, wrong);
  return wrong != 0;
}
