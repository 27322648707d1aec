// Loads and stores of vectors, and hints of caches.
#include <cstdio>

__global__ void vectors(const float4 *in, float4 *out, const double2 *d, short4 *s, uchar4 *c) {
  int i = threadIdx.x;
  float4 v = __ldg(&in[i]);
  out[i] = make_float4(v.w, v.z, v.y, v.x);
  double2 w = d[i];
  s[i] = make_short4(w.x, w.y, w.x + w.y, -1);
  uchar4 u = c[i];
  u.x += 1;
  u.w = u.y + u.z;
  __stwt(reinterpret_cast<unsigned *>(&c[i]), *reinterpret_cast<unsigned *>(&u));
}
__global__ void copy(const int4 *__restrict__ in, int4 *__restrict__ out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    __stcg(&out[i], __ldcs(&in[i]));
}

int main() {
  float4 *in, *out;
  double2 *d;
  short4 *s;
  uchar4 *c;
  cudaMallocManaged(&in, 1024);
  cudaMallocManaged(&out, 1024);
  cudaMallocManaged(&d, 512);
  cudaMallocManaged(&s, 256);
  cudaMallocManaged(&c, 128);
  for (int i = 0; i < 32; ++i) {
    in[i] = make_float4(i, i + 1, i + 2, i + 3);
    d[i] = make_double2(i * 2, -i);
    c[i] = make_uchar4(255, i, 2 * i, 0);
  }
  vectors<<<1, 32>>>(in, out, d, s, c);
  printf("%d\n", cudaDeviceSynchronize());
  printf("%g %g, %d %d %d %d, %d %d\n", out[31].x, out[31].w, s[9].x, s[9].y, s[9].z, s[9].w, c[9].x, c[9].w);
  copy<<<1, 20>>>(reinterpret_cast<int4 *>(in), reinterpret_cast<int4 *>(out), 32);
  cudaDeviceSynchronize();
  printf("%g\n", out[31].w);
}

// Prints:
//   0
//   34 31, 18 -9 9 -1, 0 27
//   34
