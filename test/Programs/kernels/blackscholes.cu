// Prices of options.
#include <cmath>
#include <cstdio>
#include <vector>

__host__ __device__ float cnd(float d) {
  const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float c = 0.39894228040143267794f * expf(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
  return d > 0 ? 1.0f - c : c;
}

__host__ __device__ void price(float s, float x, float t, float *call, float *put) {
  const float r = 0.02f, v = 0.30f;
  float root = sqrtf(t);
  float d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
  float discount = expf(-r * t);
  *call = s * cnd(d1) - x * discount * cnd(d2);
  *put = x * discount * (1.0f - cnd(d2)) - s * (1.0f - cnd(d1));
}

__global__ void prices(const float *s, const float *x, const float *t, float *call, float *put, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    price(s[i], x[i], t[i], &call[i], &put[i]);
}

int main() {
  const int n = 500;
  float *v[5];
  for (auto &p : v)
    cudaMallocManaged(&p, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    v[0][i] = 5 + i % 25;
    v[1][i] = 1 + i % 99;
    v[2][i] = 0.25f + i % 10;
  }
  prices<<<2, 128>>>(v[0], v[1], v[2], v[3], v[4], n);
  cudaDeviceSynchronize();
  float worst = 0;
  for (int i = 0; i < n; ++i) {
    float call, put;
    price(v[0][i], v[1][i], v[2][i], &call, &put);
    worst = fmaxf(worst, fmaxf(fabsf(call - v[3][i]), fabsf(put - v[4][i])));
  }
  printf("close %d\n", worst < 2e-5f * 100);
}

// Prints:
//   close 1
