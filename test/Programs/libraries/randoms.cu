// cuRAND: what the host asks for and what threads make are the same sequences.
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

const int N = 64;

template <typename State> __global__ void draw(unsigned *out, int words) {
  State state;
  curand_init(1234, threadIdx.x, 0, &state);
  for (int i = 0; i < words; ++i)
    out[threadIdx.x * words + i] = curand(&state);
}

template <typename State> static int agree(curandRngType type, int words) {
  unsigned *host, *device;
  curandGenerator_t generator;
  cudaMallocManaged(&host, N * words * 4);
  cudaMallocManaged(&device, N * words * 4);
  curandCreateGenerator(&generator, type);
  curandSetPseudoRandomGeneratorSeed(generator, 1234);
  curandGenerate(generator, host, N * words);
  curandDestroyGenerator(generator);
  draw<State><<<1, N>>>(device, words);
  cudaDeviceSynchronize();
  int same = 0;
  for (int i = 0; i < N * words; ++i)
    same += host[i] == device[i];
  return same;
}

int main() {
  printf("xorwow %d\n", agree<curandStateXORWOW_t>(CURAND_RNG_PSEUDO_XORWOW, 1));
  printf("mrg32k3a %d\n", agree<curandStateMRG32k3a_t>(CURAND_RNG_PSEUDO_MRG32K3A, 1));
  printf("philox %d\n", agree<curandStatePhilox4_32_10_t>(CURAND_RNG_PSEUDO_PHILOX4_32_10, 4));
}

// Options: -lcurand
// Prints:
//   xorwow 64
//   mrg32k3a 64
//   philox 256
