// A sum of the whole grid in one cooperative launch, sized by occupancy.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum(const int *in, long long *parts, long long *out, int n) {
  extern __shared__ long long shared[];
  auto block = cg::this_thread_block();
  auto grid = cg::this_grid();
  auto tile = cg::tiled_partition<32>(block);
  long long mine = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size())
    mine += in[i];
  mine = cg::reduce(tile, mine, cg::plus<long long>());
  if (tile.thread_rank() == 0)
    shared[tile.meta_group_rank()] = mine;
  block.sync();
  if (block.thread_rank() == 0) {
    long long all = 0;
    for (unsigned i = 0; i < tile.meta_group_size(); ++i)
      all += shared[i];
    parts[blockIdx.x] = all;
  }
  grid.sync();
  if (grid.thread_rank() == 0)
    for (unsigned i = 0; i < gridDim.x; ++i)
      *out += parts[i];
}

int main() {
  int n = 100000, blocks = 0, *in;
  long long *parts, *out, expected = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum, 128, 4 * sizeof(long long));
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  blocks *= properties.multiProcessorCount;
  if (blocks > 300)
    blocks = 300;
  cudaMallocManaged(&in, n * 4);
  cudaMallocManaged(&parts, 300 * 8);
  cudaMallocManaged(&out, 8);
  for (int i = 0; i < n; ++i)
    expected += in[i] = i % 1000 - 300;
  *out = 0;
  void *arguments[] = {&in, &parts, &out, &n};
  printf("%d ", cudaLaunchCooperativeKernel((void *)sum, blocks, 128, arguments, 4 * sizeof(long long), 0));
  printf("%d %d\n", cudaDeviceSynchronize(), *out == expected);
}

// Prints:
//   0 0 1
