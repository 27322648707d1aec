// Gram and Schmidt's orthogonal columns, three kernels for each column.
#include <cmath>
#include <cstdio>
#include <vector>

const int N = 48, M = 40;

__global__ void norm(const float *a, float *r, int k) {
  if (blockIdx.x * blockDim.x + threadIdx.x)
    return;
  float sum = 0;
  for (int i = 0; i < N; ++i)
    sum += a[i * M + k] * a[i * M + k];
  r[k * M + k] = sqrtf(sum);
}

__global__ void scale(const float *a, const float *r, float *q, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    q[i * M + k] = a[i * M + k] / r[k * M + k];
}

__global__ void project(float *a, float *r, const float *q, int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j <= k || j >= M)
    return;
  r[k * M + j] = 0;
  for (int i = 0; i < N; ++i)
    r[k * M + j] += q[i * M + k] * a[i * M + j];
  for (int i = 0; i < N; ++i)
    a[i * M + j] -= q[i * M + k] * r[k * M + j];
}

int main() {
  std::vector<float> a(N * M), q(N * M), r(M * M);
  for (int i = 0; i < N * M; ++i)
    a[i] = (i * 31 % 17) - 8 + (i / M == i % M ? 20 : 0);
  float *da, *dq, *dr;
  cudaMalloc(&da, N * M * 4);
  cudaMalloc(&dq, N * M * 4);
  cudaMalloc(&dr, M * M * 4);
  cudaMemset(dr, 0, M * M * 4);
  cudaMemcpy(da, a.data(), N * M * 4, cudaMemcpyHostToDevice);
  for (int k = 0; k < M; ++k) {
    norm<<<1, 32>>>(da, dr, k);
    scale<<<2, 32>>>(da, dr, dq, k);
    project<<<2, 32>>>(da, dr, dq, k);
  }
  cudaMemcpy(q.data(), dq, N * M * 4, cudaMemcpyDeviceToHost);
  printf("%d\n", cudaMemcpy(r.data(), dr, M * M * 4, cudaMemcpyDeviceToHost));
  float skew = 0, off = 0;
  for (int x = 0; x < M; ++x)
    for (int y = 0; y < M; ++y) {
      float dot = 0;
      for (int i = 0; i < N; ++i)
        dot += q[i * M + x] * q[i * M + y];
      skew = fmaxf(skew, fabsf(dot - (x == y)));
    }
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j) {
      float sum = 0;
      for (int k = 0; k <= j; ++k)
        sum += q[i * M + k] * r[k * M + j];
      off = fmaxf(off, fabsf(sum - a[i * M + j]));
    }
  printf("orthogonal %d, product %d\n", skew < 1e-3f, off < 1e-3f);
}

// Prints:
//   0
//   orthogonal 1, product 1
