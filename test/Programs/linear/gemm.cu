// PolyBench's gemm, 2mm and syrk, one thread for each element.
#include <cmath>
#include <cstdio>
#include <vector>

const int N = 32;

__global__ void gemm(const float *a, const float *b, float *c, float alpha, float beta) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  float v = c[i * N + j] * beta;
  for (int k = 0; k < N; ++k)
    v += alpha * a[i * N + k] * b[k * N + j];
  c[i * N + j] = v;
}
__global__ void syrk(const float *a, float *c, float alpha, float beta) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  float v = c[i * N + j] * beta;
  for (int k = 0; k < N; ++k)
    v += alpha * a[i * N + k] * a[j * N + k];
  c[i * N + j] = v;
}

static float worst(const float *got, const std::vector<double> &want) {
  float most = 0;
  for (int i = 0; i < N * N; ++i)
    most = fmaxf(most, fabsf(got[i] - want[i]) / fmaxf(1, fabsf(want[i])));
  return most;
}

int main() {
  float *a, *b, *c, *d;
  for (float **p : {&a, &b, &c, &d})
    cudaMallocManaged(p, N * N * 4);
  for (int i = 0; i < N * N; ++i) {
    a[i] = (i % 13) / 13.f;
    b[i] = (i % 11) / 11.f;
    c[i] = (i % 7) / 7.f;
    d[i] = (i % 5) / 5.f;
  }
  std::vector<double> ab(N * N), abd(N * N), aat(N * N);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      double s = c[i * N + j] * 2.0, t = 0;
      for (int k = 0; k < N; ++k) {
        s += 1.5 * a[i * N + k] * b[k * N + j];
        t += 0.5 * a[i * N + k] * a[j * N + k];
      }
      ab[i * N + j] = s;
      aat[i * N + j] = t + 3 * d[i * N + j];
    }
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      for (int k = 0; k < N; ++k)
        abd[i * N + j] += ab[i * N + k] * aat[k * N + j];
  dim3 block(16, 8), grid(N / 16, N / 8);
  gemm<<<grid, block>>>(a, b, c, 1.5f, 2);
  syrk<<<grid, block>>>(a, d, 0.5f, 3);
  gemm<<<grid, block>>>(c, d, b, 1, 0);
  cudaDeviceSynchronize();
  printf("gemm %d syrk %d 2mm %d\n", worst(c, ab) < 1e-5f, worst(d, aat) < 1e-5f, worst(b, abd) < 1e-5f);
}

// Prints:
//   gemm 1 syrk 1 2mm 1
