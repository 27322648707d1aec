// Elimination without pivots, and LU in shared memory.
#include <cmath>
#include <cstdio>

const int N = 16;

__global__ void multipliers(const float *a, float *m, int t) {
  int i = threadIdx.x + t + 1;
  if (i < N)
    m[i * N + t] = a[i * N + t] / a[t * N + t];
}
__global__ void eliminate(float *a, float *b, const float *m, int t) {
  int i = threadIdx.x + t + 1, j = threadIdx.y + t;
  if (i >= N || j >= N)
    return;
  a[i * N + j] -= m[i * N + t] * a[t * N + j];
  if (j == t)
    b[i] -= m[i * N + t] * b[t];
}
__global__ void lu(float *a) {
  __shared__ float s[N][N];
  int i = threadIdx.y, j = threadIdx.x;
  s[i][j] = a[i * N + j];
  for (int k = 0; k < N - 1; ++k) {
    __syncthreads();
    if (i > k && j == k)
      s[i][k] /= s[k][k];
    __syncthreads();
    if (i > k && j > k)
      s[i][j] -= s[i][k] * s[k][j];
  }
  a[i * N + j] = s[i][j];
}

int main() {
  float *a, *b, *m, *c, x[N], start[N][N], right[N];
  cudaMallocManaged(&a, N * N * 4);
  cudaMallocManaged(&c, N * N * 4);
  cudaMallocManaged(&m, N * N * 4);
  cudaMallocManaged(&b, N * 4);
  for (int i = 0; i < N; ++i) {
    right[i] = b[i] = i + 1;
    for (int j = 0; j < N; ++j)
      start[i][j] = a[i * N + j] = c[i * N + j] = i == j ? 20 : (i * 3 + j * 5) % 7;
  }
  for (int t = 0; t < N - 1; ++t) {
    multipliers<<<1, N>>>(a, m, t);
    eliminate<<<1, dim3(N, N)>>>(a, b, m, t);
  }
  lu<<<1, dim3(N, N)>>>(c);
  cudaDeviceSynchronize();
  for (int i = N - 1; i >= 0; --i) {
    x[i] = b[i];
    for (int j = i + 1; j < N; ++j)
      x[i] -= a[i * N + j] * x[j];
    x[i] /= a[i * N + i];
  }
  float worst = 0, apart = 0;
  for (int i = 0; i < N; ++i) {
    float sum = -right[i];
    for (int j = 0; j < N; ++j) {
      sum += start[i][j] * x[j];
      float product = 0;
      for (int k = 0; k <= i && k <= j; ++k)
        product += (k == i ? 1 : c[i * N + k]) * c[k * N + j];
      apart = fmaxf(apart, fabsf(product - start[i][j]));
    }
    worst = fmaxf(worst, fabsf(sum));
  }
  printf("solved %d, factors %d\n", worst < 1e-4f, apart < 1e-4f);
}

// Prints:
//   solved 1, factors 1
