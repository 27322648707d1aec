// cuRAND: Poisson's distribution from a table that the host makes and kernels read.
#include <cmath>
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

__global__ void draw(unsigned *out, curandDiscreteDistribution_t from) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(77, thread, 0, &state);
  const uint4 four = curand_discrete4(&state, from);
  out[4 * thread] = four.x;
  out[4 * thread + 1] = four.y;
  out[4 * thread + 2] = four.z;
  out[4 * thread + 3] = curand_discrete(&state, from);
}

static void moments(double mean) {
  const int count = 4 * 2048;
  unsigned *out;
  cudaMallocManaged(&out, count * sizeof(unsigned));
  curandDiscreteDistribution_t from;
  const int made = curandCreatePoissonDistribution(mean, &from);
  draw<<<16, 128>>>(out, from);
  const int ran = cudaDeviceSynchronize();
  double sum = 0, squares = 0;
  for (int i = 0; i < count; ++i) {
    sum += out[i];
    squares += double(out[i]) * out[i];
  }
  const double average = sum / count, variance = squares / count - average * average;
  printf("%d %d %d mean %d variance %d\n", made, ran, curandDestroyDistribution(from),
         fabs(average - mean) < 5 * sqrt(mean / count), fabs(variance / mean - 1) < .1);
}

int main() {
  moments(0.5);
  moments(8);
  moments(3000);
  curandDiscreteDistribution_t none;
  printf("%d\n", curandCreatePoissonDistribution(0, &none) == CURAND_STATUS_OUT_OF_RANGE);
  printf("%d\n", curandCreatePoissonDistribution(5e5, &none) == CURAND_STATUS_OUT_OF_RANGE);
}

// Options: -lcurand
// Prints:
//   0 0 0 mean 1 variance 1
//   0 0 0 mean 1 variance 1
//   0 0 0 mean 1 variance 1
//   1
//   1
