// Speckle that is smoothed out (as in SRAD): statistics by a reduction, two passes.
#include <cmath>
#include <cstdio>
#include <vector>

const int N = 64;

__global__ void coefficients(const float *image, float *c, float *gradient, float q0) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, i = y * N + x;
  const float own = image[i];
  const float n = image[max(y - 1, 0) * N + x] - own, s = image[min(y + 1, N - 1) * N + x] - own,
              w = image[y * N + max(x - 1, 0)] - own, e = image[y * N + min(x + 1, N - 1)] - own;
  const float g = (n * n + s * s + w * w + e * e) / (own * own), l = (n + s + w + e) / own;
  const float q = (0.5f * g - l * l / 16) / ((1 + 0.25f * l) * (1 + 0.25f * l));
  c[i] = fminf(1, fmaxf(0, 1 / (1 + (q - q0) / (q0 * (1 + q0)))));
  gradient[i] = n;
  gradient[N * N + i] = s;
  gradient[2 * N * N + i] = w;
  gradient[3 * N * N + i] = e;
}

__global__ void update(float *image, const float *c, const float *gradient) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, i = y * N + x;
  const float south = c[min(y + 1, N - 1) * N + x], east = c[y * N + min(x + 1, N - 1)];
  image[i] += 0.125f * (c[i] * gradient[i] + south * gradient[N * N + i] + c[i] * gradient[2 * N * N + i] +
                        east * gradient[3 * N * N + i]);
}

__global__ void statistics(const float *image, float *sums) {
  __shared__ float first[256], second[256];
  float a = 0, b = 0;
  for (int i = threadIdx.x; i < N * N; i += 256) {
    a += image[i];
    b += image[i] * image[i];
  }
  first[threadIdx.x] = a;
  second[threadIdx.x] = b;
  for (int half = 128; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      first[threadIdx.x] += first[threadIdx.x + half];
      second[threadIdx.x] += second[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) {
    sums[0] = first[0];
    sums[1] = second[0];
  }
}

int main() {
  float *image, *c, *gradient, *sums;
  cudaMallocManaged(&image, N * N * 4);
  cudaMallocManaged(&c, N * N * 4);
  cudaMallocManaged(&gradient, 4 * N * N * 4);
  cudaMallocManaged(&sums, 8);
  for (int i = 0; i < N * N; ++i)
    image[i] = expf((i * 197 % 256) / 255.0f);
  float before = 0, after = 0;
  for (int step = 0; step <= 20; ++step) {
    statistics<<<1, 256>>>(image, sums);
    cudaDeviceSynchronize();
    const float mean = sums[0] / (N * N), variance = sums[1] / (N * N) - mean * mean;
    (step ? after : before) = variance;
    coefficients<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(image, c, gradient, variance / (mean * mean));
    update<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(image, c, gradient);
  }
  printf("%d\n", cudaDeviceSynchronize());
  printf("speckled %d, smooth %d\n", before > 0.2f, after < 0.1f * before);
}

// Prints:
//   0
//   speckled 1, smooth 1
