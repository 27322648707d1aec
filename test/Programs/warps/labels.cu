// Cooperative groups by labels, by a bit, larger than a warp, and what one of a group does.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void parts(int *out) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  const int thread = block.thread_rank();
  auto labeled = cg::labeled_partition(warp, thread % 3);
  const int sum = cg::reduce(labeled, thread, cg::plus<int>());
  auto binary = cg::binary_partition(warp, thread % 4 == 0);
  const int before = cg::exclusive_scan(binary, 1, cg::plus<int>());
  __shared__ int count;
  if (thread == 0)
    count = 0;
  block.sync();
  cg::invoke_one(warp, [&] { atomicAdd(&count, 1); });
  block.sync();
  const int seven = cg::invoke_one_broadcast(warp, [&] { return 7; });
  if (thread == 50) {
    out[0] = labeled.size() * 100 + labeled.thread_rank();
    out[1] = sum;
    out[2] = binary.size() * 100 + before;
    out[3] = count * 10 + seven;
  }
}

__global__ void large(int *out) {
  __shared__ cg::block_tile_memory<256> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<128>(block);
  const int sum = cg::reduce(tile, int(block.thread_rank()), cg::plus<int>());
  const int from = tile.shfl(int(block.thread_rank()), 70);
  if (block.thread_rank() == 200)
    out[0] = sum * 1000 + from;
}

__global__ void copies(const int *in, int *out, int count) {
  __shared__ int part[128];
  cg::thread_block block = cg::this_thread_block();
  int sum = 0;
  for (int i = 0; i < count; i += 128) {
    cg::memcpy_async(block, part, in + i, sizeof(int) * 128);
    cg::wait(block);
    sum += part[127 - block.thread_rank()];
    block.sync();
  }
  out[block.thread_rank()] = sum;
}

__global__ void whole(int *out) {
  cg::grid_group grid = cg::this_grid();
  const int thread = grid.thread_rank(), size = grid.size();
  out[thread] = thread;
  grid.sync();
  out[size + thread] = out[size - 1 - thread];
  auto token = grid.barrier_arrive();
  grid.barrier_wait(std::move(token));
  if (thread == 0)
    out[2 * size] = out[2 * size - 1] * 1000 + grid.num_blocks();
}

int main() {
  int *out, *in;
  cudaMallocManaged(&out, 1024 * sizeof(int));
  cudaMallocManaged(&in, 512 * sizeof(int));
  for (int i = 0; i < 512; ++i)
    in[i] = i;
  parts<<<1, 64>>>(out);
  printf("%d\n", cudaDeviceSynchronize());
  printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
  large<<<1, 256>>>(out);
  printf("%d %d\n", cudaDeviceSynchronize(), out[0]);
  copies<<<1, 128>>>(in, out, 512);
  printf("%d %d\n", cudaDeviceSynchronize(), out[5]);
  void *arguments[] = {&out};
  printf("%d\n", cudaLaunchCooperativeKernel(whole, 4, 64, arguments));
  printf("%d %d\n", cudaDeviceSynchronize(), out[512]);
}

// Options: -arch=sm_80
// Prints:
//   0
//   1106 517 2413 27
//   0 24512198
//   0 1256
//   0
//   0 4
