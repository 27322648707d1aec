// Floats of 8, 6 and 4 bits, and pairs of bf16: what kernels and the host make of the same numbers.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

struct ToE4M3 {
  __host__ __device__ unsigned operator()(float x) const { return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3); }
};
struct ToE5M2 {
  __host__ __device__ unsigned operator()(float x) const { return __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2); }
};
struct ToE8M0 {
  __host__ __device__ unsigned operator()(float x) const {
    return __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf);
  }
};
struct ToE3M2 {
  __host__ __device__ unsigned operator()(float x) const {
    return __nv_cvt_float_to_fp6(x, __NV_E3M2, cudaRoundNearest);
  }
};
struct ToE2M3 {
  __host__ __device__ unsigned operator()(float x) const {
    return __nv_cvt_float_to_fp6(x, __NV_E2M3, cudaRoundNearest);
  }
};
struct ToE2M1 {
  __host__ __device__ unsigned operator()(float x) const {
    return __nv_cvt_float2_to_fp4x2(make_float2(x, -x), __NV_E2M1, cudaRoundNearest);
  }
};
struct Back {
  __host__ __device__ unsigned operator()(float x) const {
    const __nv_fp8x4_e5m2 four(make_float4(x, 1, 2, 3));
    const float sum = float(__nv_fp8_e4m3(x)) + float4(four).x + float4(four).w;
    unsigned bits;
    memcpy(&bits, &sum, sizeof bits);
    return sum != sum ? 0x7fffffff : bits;
  }
};
struct Pairs {
  __host__ __device__ unsigned operator()(float x) const {
    const __nv_bfloat162 a = __floats2bfloat162_rn(x, 1.5f), b = __float2bfloat162_rn(0.75f);
    const __nv_bfloat162 c = a * b + a;
    const float low = __low2float(c), high = __high2float(c);
    return low != low ? 1 : unsigned(low * 16) * 31 + unsigned(high * 16);
  }
};

template <typename Fn> __global__ void convert(const float *in, unsigned *out, Fn of) {
  out[threadIdx.x] = of(in[threadIdx.x]);
}

const int Count = 256;

template <typename Fn> static void compare(const char *name, const float *in, unsigned *out) {
  const Fn of;
  convert<<<1, Count>>>(in, out, of);
  int wrong = cudaDeviceSynchronize();
  for (int i = 0; i < Count; ++i)
    if (out[i] != of(in[i])) {
      printf("%s of %g: %x, not %x\n", name, in[i], out[i], of(in[i]));
      ++wrong;
    }
  printf("%s %d\n", name, wrong);
}

int main() {
  float *in;
  unsigned *out;
  cudaMallocManaged(&in, Count * sizeof(float));
  cudaMallocManaged(&out, Count * sizeof(unsigned));
  // Ties between numbers of few bits, the largest ones, and what is beyond them.
  for (int i = 0; i < Count; ++i)
    in[i] = (i % 2 ? -1 : 1) * (1 + (i & 31) / 32.f) * powf(2, i / 8 - 14);
  in[0] = 0;
  in[1] = INFINITY;
  in[2] = -448;
  in[3] = 464.5f;
  in[4] = 1e-30f;
  in[5] = 6;
  compare<ToE4M3>("e4m3", in, out);
  compare<ToE5M2>("e5m2", in, out);
  compare<ToE8M0>("e8m0", in, out);
  compare<ToE3M2>("e3m2", in, out);
  compare<ToE2M3>("e2m3", in, out);
  compare<ToE2M1>("e2m1", in, out);
  compare<Back>("back", in, out);
  for (int i = 0; i < Count; ++i)
    in[i] = i * 0.37f;
  compare<Pairs>("bf16", in, out);
}

// Options: -arch=sm_90
// Prints:
//   e4m3 0
//   e5m2 0
//   e8m0 0
//   e3m2 0
//   e2m3 0
//   e2m1 0
//   back 0
//   bf16 0
