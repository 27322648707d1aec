// Arithmetic of floats: rounding, fused, special values, fast functions.
#include <cmath>
#include <cstdio>

__global__ void floats(float x, float y, float *out, double *wide) {
  float zero = y - y;
  out[0] = __fadd_rz(x, y);
  out[1] = __fmul_ru(x, y);
  out[2] = fmaf(x, y, -x * y);
  out[3] = __fdividef(x, y);
  out[4] = __frcp_rn(y);
  out[5] = __saturatef(x * 10);
  out[6] = fminf(NAN, x);
  out[7] = rintf(2.5f) + truncf(-2.7f) + floorf(-2.1f);
  out[8] = __int2float_rz(16777217);
  out[9] = copysignf(0.0f, -1.0f);
  out[10] = ldexpf(frexpf(x, reinterpret_cast<int *>(out + 11)), 3);
  out[12] = fmodf(7.5f, 2.0f) + remainderf(7.5f, 2.0f);
  out[13] = isnan(x / zero - x / zero) * 10 + isinf(x / zero) * 100 + signbit(-x);
  out[14] = __expf(1.0f) + __logf(2.0f) + __sinf(0.5f);
  out[15] = __float2int_rd(-1.5f) + __float2uint_rn(2.5f) + __float2int_rn(1e20f) % 7;
  wide[0] = fma(1.0 / 3, 3.0, -1.0);
  wide[1] = __dadd_ru(1.0, 1e-30) - 1.0;
  wide[2] = sqrt(2.0) * sqrt(2.0) - 2.0;
  wide[3] = __double2float_rd(0.1) - 0.1;
  wide[4] = __ll2double_rz(9007199254740993ll);
  wide[5] = hypot(3.0, 4.0) + cbrt(27.0) + exp2(3.0);
}

int main() {
  float *f;
  double *d;
  cudaMallocManaged(&f, 64);
  cudaMallocManaged(&d, 48);
  floats<<<1, 1>>>(0.1f, 0.3f, f, d);
  printf("%d\n", cudaDeviceSynchronize());
  printf("%.9g %.9g %.3g %.6f %.6f\n", f[0], f[1], f[2], f[3], f[4]);
  printf("%g %g %g %.0f %g\n", f[5], f[6], f[7], f[8], f[9]);
  printf("%.6f %d %g %g %.4f %g\n", f[10], *reinterpret_cast<int *>(f + 11), f[12], f[13], f[14], f[15]);
  printf("%.3g %.3g %.3g %.3g %.0f %g\n", d[0], d[1], d[2], d[3], d[4], d[5]);
}

// Prints:
//   0
//   0.400000006 0.0300000031 4.47e-10 0.333333 3.333333
//   1 0.1 -3 16777216 -0
//   6.400000 -3 1 111 3.8909 1
//   -5.55e-17 2.22e-16 4.44e-16 -5.96e-09 9007199254740992 16
