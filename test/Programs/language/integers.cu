// Operations on integers that have instructions of their own.
#include <cstdio>

__global__ void integers(unsigned x, int y, unsigned long long z, long long *out) {
  int i = 0;
  out[i++] = __popc(x);
  out[i++] = __clz(x);
  out[i++] = __ffs(x);
  out[i++] = __brev(x);
  out[i++] = __popcll(z);
  out[i++] = __clzll(z);
  out[i++] = __byte_perm(x, y, 0x5410);
  out[i++] = __funnelshift_l(x, y, 8);
  out[i++] = __mulhi(y, y);
  out[i++] = __umulhi(x, x);
  out[i++] = __umul64hi(z, z);
  out[i++] = __mul24(y, 3);
  out[i++] = __sad(y, 5, 100u);
  out[i++] = __hadd(y, 7);
  out[i++] = __vadd4(x, 0x01020304);
  out[i++] = __vmaxs2(x, 0x00010001);
  out[i++] = __dp4a(int(x), 0x01010101, 10);
  out[i++] = y / 7 * 1000 + y % 7;
  out[i++] = (long long)(z / 1000003) + (long long)(z % 1000003);
  out[i++] = y >> 3;
  out[i++] = x << 4;
}

int main() {
  long long *out;
  cudaMallocManaged(&out, 21 * 8);
  integers<<<1, 1>>>(0x12345678u, -123456, 0x123456789abcdefull, out);
  printf("%d\n", cudaDeviceSynchronize());
  for (int i = 0; i < 21; ++i)
    printf("%lld%c", out[i], i % 7 == 6 ? '\n' : ' ');
}

// Prints:
//   0
//   13 3 4 510274632 32 7 499144312
//   4263362578 3 21718748 364380129851052 -370368 123561 -61725
//   322328956 305419896 286 -17636004 81985920375 -15432 591751040
