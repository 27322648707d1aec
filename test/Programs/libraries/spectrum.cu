// cuFFT as programs use it: there and back on a stream, a product in between.
#include <cmath>
#include <cstdio>
#include <cufft.h>

const int N = 64;

__global__ void shift(cufftComplex *x) {
  // One place to the right, as a factor of each frequency.
  int k = threadIdx.x;
  float s, c;
  sincospif(-2.f * k / N, &s, &c);
  cufftComplex v = x[k];
  x[k] = make_cuFloatComplex((v.x * c - v.y * s) / N, (v.x * s + v.y * c) / N);
}

int main() {
  cufftComplex *x;
  cufftReal *r;
  cufftHandle plan, back;
  cudaStream_t stream;
  cudaMallocManaged(&x, N * sizeof *x);
  cudaMallocManaged(&r, N * sizeof *r);
  for (int i = 0; i < N; ++i)
    r[i] = i * i % 17;
  cudaStreamCreate(&stream);
  printf("%d %d", cufftPlan1d(&plan, N, CUFFT_R2C, 1), cufftPlan1d(&back, N, CUFFT_C2R, 1));
  printf(" %d %d\n", cufftSetStream(plan, stream), cufftSetStream(back, stream));
  cufftExecR2C(plan, r, x);
  shift<<<1, N / 2 + 1, 0, stream>>>(x);
  cufftExecC2R(back, x, r);
  cudaStreamSynchronize(stream);
  float worst = 0;
  for (int i = 0; i < N; ++i)
    worst = fmaxf(worst, fabsf(r[i] - (i + N - 1) % N * ((i + N - 1) % N) % 17));
  printf("shifted %d\n", worst < 1e-4f);
  cufftDestroy(plan);
  cufftDestroy(back);
  printf("%d\n", cufftExecR2C(plan, r, x));
}

// Options: -lcufft
// Prints:
//   0 0 0 0
//   shifted 1
//   1
