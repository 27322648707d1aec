// half, half2 and bf16.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void halves(float *out) {
  half a = __float2half(1.5f), b = __float2half(0.1f);
  out[0] = __half2float(__hadd(a, b));
  out[1] = __half2float(__hmul(a, b));
  out[2] = __half2float(__hfma(a, b, a));
  out[3] = __half2float(a / b);
  half2 p = __floats2half2_rn(1, 2), q = __half2half2(b);
  p = __hfma2(p, q, p);
  out[4] = __low2float(p);
  out[5] = __high2float(p);
  out[6] = __hgt(a, b) + 10 * __hisnan(hsqrt(__float2half(-1)));
  out[7] = __half2float(hexp(b)) + __half2float(hrcp(a));
  out[8] = __half2float(__int2half_rn(2049));
  __nv_bfloat16 c = __float2bfloat16(1.0f / 3), d = __float2bfloat16(3);
  out[9] = __bfloat162float(c);
  out[10] = __bfloat162float(__hmul(c, d));
  out[11] = __bfloat162float(__hmax(c, d));
}
__global__ void sums(half *h, half2 *two) {
  atomicAdd(h, __float2half(0.5f));
  atomicAdd(two, __floats2half2_rn(1, -1));
}

int main() {
  float *out;
  cudaMallocManaged(&out, 64);
  halves<<<1, 1>>>(out);
  printf("%d\n", cudaDeviceSynchronize());
  for (int i = 0; i < 12; ++i)
    printf("%.5g%c", out[i], i % 6 == 5 ? '\n' : ' ');
  half *h;
  cudaMallocManaged(&h, 16);
  cudaMemset(h, 0, 16);
  sums<<<1, 32>>>(h, reinterpret_cast<half2 *>(h + 2));
  printf("%d %g %g %g\n", cudaDeviceSynchronize(), __half2float(h[0]), __half2float(h[2]), __half2float(h[3]));
}

// Options: -arch=sm_80
// Prints:
//   0
//   1.5996 0.1499 1.6504 15 1.0996 2.1992
//   11 1.772 2048 0.33398 1 3
//   0 16 32 -32
