// Haar's wavelet and Walsh's transform, each undone: butterflies in shared memory.
#include <cmath>
#include <cstdio>

const int N = 256;

__global__ void haar(float *data, bool back) {
  __shared__ float s[N];
  const int t = threadIdx.x;
  const float root = 0.70710678f;
  s[t] = data[t];
  s[t + N / 2] = data[t + N / 2];
  for (int step = 0; step < 8; ++step) {
    const int half = back ? 1 << step : N / 2 >> step;
    float a = 0, b = 0;
    __syncthreads();
    if (t < half) {
      a = back ? s[t] : s[2 * t];
      b = back ? s[t + half] : s[2 * t + 1];
    }
    __syncthreads();
    if (t < half) {
      s[back ? 2 * t : t] = (a + b) * root;
      s[back ? 2 * t + 1 : t + half] = (a - b) * root;
    }
  }
  __syncthreads();
  data[t] = s[t];
  data[t + N / 2] = s[t + N / 2];
}

__global__ void walsh(float *data) {
  extern __shared__ float s[];
  for (int i = threadIdx.x; i < N; i += blockDim.x)
    s[i] = data[i];
  for (int stride = N / 2; stride; stride /= 2) {
    __syncthreads();
    for (int k = threadIdx.x; k < N / 2; k += blockDim.x) {
      const int low = k & (stride - 1), i = 2 * k - low;
      const float a = s[i], b = s[i + stride];
      s[i] = a + b;
      s[i + stride] = a - b;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < N; i += blockDim.x)
    data[i] = s[i];
}

int main() {
  float *data, worst = 0;
  cudaMallocManaged(&data, N * 4);
  for (int i = 0; i < N; ++i)
    data[i] = i % 13;
  haar<<<1, N / 2>>>(data, false);
  cudaDeviceSynchronize();
  printf("mean %.2f\n", data[0] / 16);
  haar<<<1, N / 2>>>(data, true);
  walsh<<<1, 64, N * 4>>>(data);
  cudaDeviceSynchronize();
  printf("sum %.2f\n", data[0]);
  walsh<<<1, 64, N * 4>>>(data);
  printf("%d\n", cudaDeviceSynchronize());
  for (int i = 0; i < N; ++i)
    worst = fmaxf(worst, fabsf(data[i] / N - i % 13));
  printf("back %d\n", worst < 1e-4f);
}

// Prints:
//   mean 5.93
//   sum 1518.00
//   0
//   back 1
