// Electric and magnetic fields in turn (as in PolyBench's fdtd-2d).
#include <cmath>
#include <cstdio>
#include <vector>

const int N = 24, M = 32;

__global__ void electricY(double *ey, const double *hz, double value) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < N && j < M)
    ey[i * M + j] = i ? ey[i * M + j] - 0.5 * (hz[i * M + j] - hz[(i - 1) * M + j]) : value;
}
__global__ void electricX(double *ex, const double *hz) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < N && j > 0 && j < M)
    ex[i * M + j] -= 0.5 * (hz[i * M + j] - hz[i * M + j - 1]);
}
__global__ void magnetic(const double *ex, const double *ey, double *hz) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < N - 1 && j < M - 1)
    hz[i * M + j] -= 0.7 * (ex[i * M + j + 1] - ex[i * M + j] + ey[(i + 1) * M + j] - ey[i * M + j]);
}

int main() {
  std::vector<double> ex(N * M), ey(N * M), hz(N * M), got(N * M);
  for (int i = 0; i < N * M; ++i) {
    ex[i] = i % M / 10.0;
    ey[i] = i / M / 20.0;
    hz[i] = i % 7 / 30.0;
  }
  double *d[3];
  const double *h[3] = {ex.data(), ey.data(), hz.data()};
  for (int k = 0; k < 3; ++k) {
    cudaMalloc(&d[k], N * M * 8);
    cudaMemcpy(d[k], h[k], N * M * 8, cudaMemcpyHostToDevice);
  }
  dim3 block(16, 4), grid(M / 16, N / 4);
  for (int t = 0; t < 4; ++t) {
    electricY<<<grid, block>>>(d[1], d[2], t);
    electricX<<<grid, block>>>(d[0], d[2]);
    magnetic<<<grid, block>>>(d[0], d[1], d[2]);
    for (int j = 0; j < M; ++j)
      ey[j] = t;
    for (int i = 1; i < N; ++i)
      for (int j = 0; j < M; ++j)
        ey[i * M + j] -= 0.5 * (hz[i * M + j] - hz[(i - 1) * M + j]);
    for (int i = 0; i < N; ++i)
      for (int j = 1; j < M; ++j)
        ex[i * M + j] -= 0.5 * (hz[i * M + j] - hz[i * M + j - 1]);
    for (int i = 0; i < N - 1; ++i)
      for (int j = 0; j < M - 1; ++j)
        hz[i * M + j] -= 0.7 * (ex[i * M + j + 1] - ex[i * M + j] + ey[(i + 1) * M + j] - ey[i * M + j]);
  }
  cudaMemcpy(got.data(), d[2], N * M * 8, cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int i = 0; i < N * M; ++i)
    worst = fmax(worst, fabs(got[i] - hz[i]));
  printf("close %d\n", worst < 1e-12);
}

// Prints:
//   close 1
