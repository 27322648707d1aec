// Complex numbers, and a transform made of them.
#include <cmath>
#include <cstdio>
#include <cuComplex.h>

const int N = 64;

__global__ void fft(cuDoubleComplex *data) {
  __shared__ cuDoubleComplex s[N];
  int t = threadIdx.x;
  s[__brev(t) >> 26] = data[t];
  s[__brev(t + N / 2) >> 26] = data[t + N / 2];
  for (int half = 1; half < N; half *= 2) {
    __syncthreads();
    int k = t & (half - 1), at = 2 * t - k;
    double sine, cosine;
    sincospi(-double(k) / half, &sine, &cosine);
    cuDoubleComplex u = s[at], v = cuCmul(s[at + half], make_cuDoubleComplex(cosine, sine));
    s[at] = cuCadd(u, v);
    s[at + half] = cuCsub(u, v);
  }
  __syncthreads();
  data[t] = s[t];
  data[t + N / 2] = s[t + N / 2];
}

int main() {
  cuDoubleComplex *data, in[N];
  cudaMallocManaged(&data, sizeof in);
  for (int i = 0; i < N; ++i)
    data[i] = in[i] = make_cuDoubleComplex(i % 7, i % 3);
  fft<<<1, N / 2>>>(data);
  cudaDeviceSynchronize();
  double worst = 0;
  for (int k = 0; k < N; ++k) {
    cuDoubleComplex sum = make_cuDoubleComplex(0, 0);
    for (int i = 0; i < N; ++i)
      sum = cuCadd(sum, cuCmul(in[i], make_cuDoubleComplex(cos(-2 * M_PI * i * k / N), sin(-2 * M_PI * i * k / N))));
    worst = fmax(worst, cuCabs(cuCsub(sum, data[k])));
  }
  printf("close %d, abs %g\n", worst < 1e-11, cuCabs(make_cuDoubleComplex(3, 4)));
}

// Prints:
//   close 1, abs 5
