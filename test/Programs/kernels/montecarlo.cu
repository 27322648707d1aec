// Pi by darts, with cuRAND's generator on the device.
#include <cmath>
#include <cstdio>
#include <curand_kernel.h>

__global__ void darts(unsigned long long seed, int throws, unsigned *hits) {
  curandState state;
  curand_init(seed, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
  unsigned own = 0;
  for (int i = 0; i < throws; ++i) {
    float x = curand_uniform(&state), y = curand_uniform(&state);
    own += x * x + y * y <= 1;
  }
  atomicAdd(hits, own);
}

__global__ void philox(float *out) {
  curandStatePhilox4_32_10_t state;
  curand_init(1234, threadIdx.x, 0, &state);
  float4 n = curand_normal4(&state);
  out[threadIdx.x] = n.x + n.y + n.z + n.w;
}

int main() {
  unsigned *hits;
  float *normal;
  cudaMallocManaged(&hits, 4);
  cudaMallocManaged(&normal, 128);
  darts<<<2, 64>>>(42, 50, hits);
  philox<<<1, 32>>>(normal);
  cudaDeviceSynchronize();
  double pi = 4.0 * *hits / (128 * 50), mean = 0;
  for (int i = 0; i < 32; ++i)
    mean += normal[i] / 128;
  printf("pi %d, mean %d\n", fabs(pi - M_PI) < 0.1, fabs(mean) < 0.3);
}

// Prints:
//   pi 1, mean 1
