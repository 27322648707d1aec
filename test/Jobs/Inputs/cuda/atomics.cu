// Atomic operations of many threads on the same words, and loops around
// compare-and-swap. The order does not show in what is left.
#define WHOLE_GRID
#include "threads.h"

BOTH u32 scramble(u32 i) { return i * 2654435761u ^ i << 7; }

#ifndef REFERENCE
__device__ u32 byLoop(u32 *at, u32 x) {
  u32 old = *at, assumed;
  do {
    assumed = old;
    old = atomicCAS(at, assumed, assumed * 5 + 1);
  } while (old != assumed);
  return old;
}

extern "C" __global__ void kernel(const u32 *, u32 *out) {
  __shared__ u32 word;
  __shared__ u64 pair;
  u32 i = blockIdx.x * blockDim.x + threadIdx.x, x = scramble(i);
  u64 wide = join(x, x * 77), *pairs = (u64 *)(out + 16);
  if (threadIdx.x == 0) {
    word = 0;
    pair = 0;
  }
  __syncthreads();
  atomicAdd(out + 0, x);
  atomicSub(out + 1, x);
  atomicMax(out + 2, x);
  atomicMin(out + 3, ~x);
  atomicAnd(out + 4, x | 0xff);
  atomicOr(out + 5, x & 0xf0f0f);
  atomicXor(out + 6, x);
  atomicInc(out + 7, 99);
  atomicDec(out + 8, 77);
  atomicMax((int *)out + 9, int(x));
  atomicMin((int *)out + 10, int(x));
  byLoop(out + 11, x);
  atomicAdd((float *)out + 12, float(x & 15));
  atomicAdd(&word, x);
  atomicMax((unsigned long long *)&pair, wide);
  atomicAdd((unsigned long long *)pairs, wide);
  atomicMax((unsigned long long *)pairs + 1, wide);
  atomicMin((unsigned long long *)pairs + 2, ~wide);
  atomicXor((unsigned long long *)pairs + 3, wide);
  atomicMin((long long *)pairs + 4, (long long)wide);
  atomicAdd((double *)pairs + 5, double(x & 1023));
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(out + 13, word);
    atomicXor(out + 14, fold(pair));
    atomicAdd(out + 15, 1);
  }
}
#else
template <class T> void lower(T &at, T x) { at = x < at ? x : at; }
template <class T> void raise(T &at, T x) { at = x > at ? x : at; }

void grid(const u32 *, u32 *out, int threads) {
  u64 *pairs = (u64 *)(out + 16), highest = 0;
  for (int i = 0; i < threads; i++) {
    u32 x = scramble(i);
    u64 wide = join(x, x * 77);
    out[0] += x;
    out[1] -= x;
    raise(out[2], x);
    lower(out[3], ~x);
    out[4] &= x | 0xff;
    out[5] |= x & 0xf0f0f;
    out[6] ^= x;
    out[7] = out[7] >= 99 ? 0 : out[7] + 1;
    out[8] = out[8] == 0 || out[8] > 77 ? 77 : out[8] - 1;
    raise((s32 &)out[9], s32(x));
    lower((s32 &)out[10], s32(x));
    out[11] = out[11] * 5 + 1;
    (float &)out[12] += x & 15;
    out[13] += x;
    raise(highest, wide);
    if (i % 64 == 63) {
      out[14] ^= fold(highest);
      out[15]++;
      highest = 0;
    }
    pairs[0] += wide;
    raise(pairs[1], wide);
    lower(pairs[2], ~wide);
    pairs[3] ^= wide;
    lower((s64 &)pairs[4], s64(wide));
    (double &)pairs[5] += x & 1023;
  }
}
#endif
