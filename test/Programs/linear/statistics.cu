// Means, deviations and correlations of columns (PolyBench's correlation).
#include <cmath>
#include <cstdio>

const int N = 40, M = 24;

__global__ void means(const double *d, double *mean, double *dev) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= M)
    return;
  double s = 0, q = 0;
  for (int i = 0; i < N; ++i)
    s += d[i * M + j];
  mean[j] = s /= N;
  for (int i = 0; i < N; ++i)
    q += (d[i * M + j] - s) * (d[i * M + j] - s);
  q = sqrt(q / N);
  dev[j] = q <= 0.1 ? 1 : q;
}
__global__ void correlate(const double *d, const double *mean, const double *dev, double *out) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y * blockDim.y + threadIdx.y;
  if (j >= M || k >= M)
    return;
  double s = 0;
  for (int i = 0; i < N; ++i)
    s += (d[i * M + j] - mean[j]) * (d[i * M + k] - mean[k]);
  out[j * M + k] = s / (N * dev[j] * dev[k]);
}

int main() {
  double *d, *mean, *dev, *out;
  cudaMallocManaged(&d, N * M * 8);
  cudaMallocManaged(&mean, M * 8);
  cudaMallocManaged(&dev, M * 8);
  cudaMallocManaged(&out, M * M * 8);
  for (int i = 0; i < N * M; ++i)
    d[i] = (i * i % 101) / 7.0;
  means<<<1, 32>>>(d, mean, dev);
  correlate<<<dim3(2, 3), dim3(16, 8)>>>(d, mean, dev, out);
  cudaDeviceSynchronize();
  double one = 0, even = 0, most = 0;
  for (int j = 0; j < M; ++j) {
    one = fmax(one, fabs(out[j * M + j] - 1));
    for (int k = 0; k < M; ++k) {
      even = fmax(even, fabs(out[j * M + k] - out[k * M + j]));
      most = fmax(most, fabs(out[j * M + k]));
    }
  }
  printf("ones %d, symmetric %d, bounded %d\n", one < 1e-12, even < 1e-12, most < 1 + 1e-12);
}

// Prints:
//   ones 1, symmetric 1, bounded 1
