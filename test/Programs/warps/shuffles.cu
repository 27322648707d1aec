// Exchanges between lanes.
#include <cstdio>

__global__ void shuffles(int *out) {
  int lane = threadIdx.x;
  out[lane] = __shfl_sync(~0u, lane * 10, (lane + 5) % 32);
  out[32 + lane] = __shfl_up_sync(~0u, lane, 3);
  out[64 + lane] = __shfl_down_sync(~0u, lane, 3, 8);
  out[96 + lane] = __shfl_xor_sync(~0u, lane, 9);
  double wide = __shfl_sync(~0u, lane + 0.25, 7, 16);
  out[128 + lane] = int(wide * 4);
  if (lane < 10)
    out[160 + lane] = __shfl_sync(0x3ff, lane, lane + 1 < 10 ? lane + 1 : 0);
  else
    out[160 + lane] = -1;
  long long l = __shfl_xor_sync(~0u, (long long)lane << 33, 1);
  out[192 + lane] = int(l >> 33);
}

int main() {
  int *out, h[224];
  cudaMalloc(&out, sizeof h);
  shuffles<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  for (int row = 0; row < 7; ++row)
    printf("%d %d %d %d %d\n", h[row * 32], h[row * 32 + 2], h[row * 32 + 7], h[row * 32 + 9], h[row * 32 + 31]);
}

// Prints:
//   50 70 120 140 40
//   0 2 4 6 28
//   3 5 7 12 31
//   9 11 14 0 22
//   29 29 29 29 93
//   1 3 8 0 -1
//   1 3 6 8 30
