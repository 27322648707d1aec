// The library of mathematics against the host's.
#include <cmath>
#include <cstdio>

__global__ void compute(const double *x, double *out, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  double v = x[i];
  double *o = out + i * 14;
  o[0] = sin(v), o[1] = cos(v), o[2] = tan(v), o[3] = atan2(v, 2.0), o[4] = exp(v), o[5] = log1p(fabs(v));
  o[6] = pow(fabs(v), 1.7), o[7] = tanh(v), o[8] = erf(v), o[9] = lgamma(fabs(v) + 0.5), o[10] = asinh(v);
  o[11] = sinf(v), o[12] = expf(v), o[13] = powf(fabsf(v), 1.5f);
}

int main() {
  const int n = 24;
  double *x, *out;
  cudaMallocManaged(&x, n * 8);
  cudaMallocManaged(&out, n * 14 * 8);
  for (int i = 0; i < n; ++i)
    x[i] = (i - 11) * 0.61;
  compute<<<1, 32>>>(x, out, n);
  printf("%d\n", cudaDeviceSynchronize());
  double worst = 0, single = 0;
  for (int i = 0; i < n; ++i) {
    double v = x[i], *o = out + i * 14;
    const double want[14] = {sin(v), cos(v), tan(v), atan2(v, 2.0), exp(v), log1p(fabs(v)), pow(fabs(v), 1.7),
                             tanh(v), erf(v), lgamma(fabs(v) + 0.5), asinh(v), sinf(v), expf(v), powf(fabsf(v), 1.5f)};
    for (int k = 0; k < 14; ++k) {
      double apart = fabs(o[k] - want[k]) / fmax(1e-3, fabs(want[k]));
      if (k < 11)
        worst = fmax(worst, apart);
      else
        single = fmax(single, apart);
    }
  }
  printf("double %d, single %d\n", worst < 1e-14, single < 1e-6);
}

// Prints:
//   0
//   double 1, single 1
