// Arguments of each shape: structures, arrays in them, odd alignments, many.
#include <cstdio>

struct Odd {
  char c[13];
  short s;
  double d;
};
struct Matrix {
  float m[4][4];
};
union Bits {
  float f;
  unsigned u;
};
struct __align__(16) Aligned {
  int i;
};

__global__ void take(char a, Odd odd, short b, Matrix m, bool c, Bits bits, Aligned al, long long l, const char *p, float3 v, double *out) {
  out[0] = a + odd.c[12] + odd.s + odd.d;
  out[1] = b + m.m[2][3] + c;
  out[2] = bits.u;
  out[3] = al.i + l;
  out[4] = p[1] + v.x + v.y + v.z;
}
struct Big {
  int v[900];
};
__global__ void big(Big b, int *out) { *out = b.v[0] + b.v[899]; }
__global__ void locals(Matrix m, int at, float *out) {
  m.m[at][at] = 100;
  *out = m.m[0][0] + m.m[1][1];
}

int main() {
  Odd odd = {};
  odd.c[12] = 3;
  odd.s = 500;
  odd.d = 0.25;
  Matrix m = {};
  m.m[2][3] = 7;
  Bits bits;
  bits.f = 1.0f;
  char *p;
  double *out;
  cudaMallocManaged(&p, 4);
  cudaMallocManaged(&out, 64);
  p[1] = 9;
  take<<<1, 1>>>('\1', odd, -2, m, true, bits, Aligned{40}, 1ll << 40, p, make_float3(1, 2, 3), out);
  printf("%d\n", cudaDeviceSynchronize());
  printf("%g %g %.0f %.0f %g\n", out[0], out[1], out[2], out[3], out[4]);
  static Big b;
  b.v[0] = 1;
  b.v[899] = 41;
  int *result = reinterpret_cast<int *>(out);
  big<<<1, 1>>>(b, result);
  cudaDeviceSynchronize();
  printf("%d\n", *result);
  float *sum = reinterpret_cast<float *>(out);
  locals<<<1, 1>>>(m, 1, sum);
  cudaDeviceSynchronize();
  printf("%g\n", *sum);
}

// Prints:
//   0
//   504.25 6 1065353216 1099511627816 15
//   42
//   100
