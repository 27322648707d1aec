// What the lanes of a warp tell each other, in all of the warp and in parts of
// it.
#define WHOLE_GRID
#include "threads.h"

#ifndef REFERENCE
extern "C" __global__ void kernel(const u32 *in, u32 *out) {
  const u32 all = 0xffffffff;
  u32 lane = threadIdx.x & 31, x = in[threadIdx.x * Words];
  out += threadIdx.x * Words;
  out[0] = __shfl_sync(all, x, lane ^ 5);
  out[1] = __shfl_up_sync(all, x, 3);
  out[2] = __shfl_down_sync(all, x, 4, 16);
  out[3] = __shfl_xor_sync(all, x, 7);
  out[4] = fold(__shfl_sync(all, (u64(x) << 20) * 3, lane * 3 & 31));
  u32 odd = __ballot_sync(all, x & 1);
  out[5] = odd;
  out[6] = __any_sync(all, x == 77) | __all_sync(all, x != 78) << 1;
  out[7] = __match_any_sync(all, x & 3);
  int same;
  out[8] = __match_all_sync(all, x >> 31 > 2, &same) ^ same;
  if (x & 1) {
    u32 mask = odd;
    out[9] = mask;
    out[10] = __popc(__ballot_sync(mask, x & 2));
    out[11] = __reduce_add_sync(mask, x);
    out[12] = __reduce_xor_sync(mask, x);
  } else {
    u32 mask = ~odd;
    out[9] = mask;
    out[10] = __popc(mask & ((1u << lane) - 1));
    out[11] = __reduce_max_sync(mask, s32(x));
    out[12] = __reduce_and_sync(mask, x | 3);
  }
  u32 sum = x;
  for (int by = 1; by < 32; by *= 2) {
    u32 other = __shfl_up_sync(all, sum, by);
    if (lane >= by)
      sum += other;
  }
  out[13] = sum;
  // Lanes leave one after another.
  u32 seen = 0, rounds = x & 7, left = __ballot_sync(all, rounds > 0);
  for (u32 i = 1; i <= rounds; i++) {
    seen = seen * 33 + left;
    left = __ballot_sync(left, i < rounds);
  }
  __syncwarp();
  out[14] = seen;
  out[15] = __shfl_sync(0xffff << (lane & 16), x, 3, 16);
}
#else
/// The lane's results, from \p x of each lane of its warp.
static void lane(const u32 *x, u32 l, u32 *out) {
  u32 odd = 0, alike = 0, odd2 = 0, sum = 0, exclusive = 0, conjunction = ~0u;
  s32 most = INT32_MIN;
  bool any = false, all = true;
  for (u32 i = 0; i < 32; i++) {
    odd |= (x[i] & 1) << i;
    alike |= u32((x[i] & 3) == (x[l] & 3)) << i;
    any |= x[i] == 77;
    all &= x[i] != 78;
    if (x[i] & 1) {
      odd2 += x[i] >> 1 & 1;
      sum += x[i];
      exclusive ^= x[i];
    } else {
      most = s32(x[i]) > most ? s32(x[i]) : most;
      conjunction &= x[i] | 3;
    }
  }
  out[0] = x[l ^ 5];
  out[1] = x[l < 3 ? l : l - 3];
  out[2] = x[(l & 15) < 12 ? l + 4 : l];
  out[3] = x[l ^ 7];
  out[4] = fold((u64(x[l * 3 & 31]) << 20) * 3);
  out[5] = odd;
  out[6] = any | all << 1;
  out[7] = alike;
  out[8] = ~0u ^ 1;
  if (x[l] & 1) {
    out[9] = odd;
    out[10] = odd2;
    out[11] = sum;
    out[12] = exclusive;
  } else {
    out[9] = ~odd;
    out[10] = __builtin_popcount(~odd & ((1u << l) - 1));
    out[11] = most;
    out[12] = conjunction;
  }
  out[13] = 0;
  for (u32 i = 0; i <= l; i++)
    out[13] += x[i];
  out[14] = 0;
  for (u32 round = 0; round < (x[l] & 7); round++) {
    u32 mask = 0;
    for (u32 i = 0; i < 32; i++)
      mask |= u32(round < (x[i] & 7)) << i;
    out[14] = out[14] * 33 + mask;
  }
  out[15] = x[(l & 16) + 3];
}
void grid(const u32 *in, u32 *out, int threads) {
  u32 x[32];
  for (int i = 0; i < threads; i++) {
    for (int l = 0; l < 32; l++)
      x[l] = in[((i & ~31) + l) * Words];
    lane(x, i & 31, out + i * Words);
  }
}
#endif
