// Votes, matches and masks of a warp.
#include <cstdio>

__global__ void votes(unsigned *out) {
  int lane = threadIdx.x;
  unsigned odd = __ballot_sync(~0u, lane & 1);
  int any = __any_sync(~0u, lane == 20), all = __all_sync(~0u, lane < 31);
  unsigned same = __match_any_sync(~0u, lane / 10);
  int equal;
  unsigned every = __match_all_sync(~0u, 7, &equal);
  unsigned inside = 0;
  if (lane % 3 == 0)
    inside = __activemask();
  unsigned below;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  unsigned sum = __reduce_add_sync(~0u, lane), most = __reduce_max_sync(~0u, lane * 7 % 32);
  unsigned bits = __reduce_xor_sync(~0u, 1u << lane % 5);
  __syncwarp();
  if (lane == 12) {
    out[0] = odd;
    out[1] = any * 10 + all;
    out[2] = same;
    out[3] = every;
    out[4] = equal;
    out[5] = inside;
    out[6] = below;
    out[7] = sum;
    out[8] = most;
    out[9] = bits;
  }
}

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 40);
  votes<<<1, 32>>>(out);
  printf("%d\n", cudaDeviceSynchronize());
  for (int i = 0; i < 10; ++i)
    printf("%x ", out[i]);
  printf("\n");
}

// Options: -arch=sm_80
// Prints:
//   0
//   aaaaaaaa a ffc00 ffffffff 1 49249249 fff 1f0 1f 3 
