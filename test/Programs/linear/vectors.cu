// PolyBench's atax, bicg, mvt and gesummv: a matrix times vectors.
#include <cmath>
#include <cstdio>

const int N = 96;

__global__ void times(const double *a, const double *x, double *y, double by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    double s = 0;
    for (int j = 0; j < N; ++j)
      s += a[i * N + j] * x[j];
    y[i] += by * s;
  }
}
__global__ void transposedTimes(const double *a, const double *x, double *y) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < N)
    for (int i = 0; i < N; ++i)
      y[j] += a[i * N + j] * x[i];
}

int main() {
  double *a, *x, *y, *z;
  cudaMallocManaged(&a, N * N * 8);
  for (double **p : {&x, &y, &z})
    cudaMallocManaged(p, N * 8);
  for (int i = 0; i < N * N; ++i)
    a[i] = (i % 17 - 8) / 4.0;
  for (int i = 0; i < N; ++i) {
    x[i] = i % 5;
    y[i] = z[i] = 0;
  }
  times<<<3, 32>>>(a, x, y, 1);
  transposedTimes<<<3, 32>>>(a, y, z);
  times<<<3, 32>>>(a, x, y, -0.5);
  cudaDeviceSynchronize();
  double worst = 0;
  for (int j = 0; j < N; ++j) {
    double t = 0, own = 0;
    for (int i = 0; i < N; ++i) {
      double s = 0;
      for (int k = 0; k < N; ++k)
        s += a[i * N + k] * x[k];
      t += a[i * N + j] * s;
      if (i == j)
        own = s / 2;
    }
    worst = fmax(worst, fmax(fabs(t - z[j]), fabs(own - y[j])));
  }
  printf("exact %d\n", worst == 0);
}

// Prints:
//   exact 1
