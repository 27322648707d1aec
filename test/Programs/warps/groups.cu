// Cooperative groups: blocks, tiles, coalesced threads, and what they reduce.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void groups(int *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int t = block.thread_rank();
  int sum = cg::reduce(tile, t, cg::plus<int>());
  int most = cg::reduce(tile, t % 5, cg::greater<int>());
  int before = cg::exclusive_scan(tile, t % 3);
  if (t == 29) {
    out[0] = sum;
    out[1] = most;
    out[2] = before;
    out[3] = tile.meta_group_rank() * 100 + tile.thread_rank();
    out[4] = tile.shfl(t, 2);
  } else {
    tile.shfl(t, 2);
  }
  if (t % 4 == 1) {
    cg::coalesced_group some = cg::coalesced_threads();
    int first = some.shfl(t, 0);
    if (t == 61) {
      out[5] = some.size() * 100 + some.thread_rank();
      out[6] = first;
    }
  }
  block.sync();
  auto halves = cg::tiled_partition(block, 32);
  if (t == 63)
    out[7] = halves.size() * 1000 + block.group_index().x;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 32);
  groups<<<1, 64>>>(out);
  printf("%d\n", cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i)
    printf("%d ", out[i]);
  printf("\n");
}

// Prints:
//   0
//   220 4 4 305 26 807 33 32000 
