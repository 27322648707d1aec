// Barriers of the standard library, with copies that go on by themselves.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>

namespace cg = cooperative_groups;

#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void stages(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int tile[64];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&ready, block.size());
  block.sync();
  for (int stage = 0; stage < 3; ++stage) {
    cuda::memcpy_async(block, tile, in + stage * 64, sizeof tile, ready);
    ready.arrive_and_wait();
    out[stage * 64 + block.thread_rank()] = tile[63 - block.thread_rank()] * 2;
    ready.arrive_and_wait();
  }
  cg::memcpy_async(block, tile, in, sizeof tile);
  cg::wait(block);
  if (block.thread_rank() == 5)
    out[0] += tile[5] * 1000;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 192 * 4);
  cudaMallocManaged(&out, 192 * 4);
  for (int i = 0; i < 192; ++i)
    in[i] = i;
  stages<<<1, 64>>>(in, out);
  printf("%d\n", cudaDeviceSynchronize());
  printf("%d %d %d\n", out[0], out[63], out[191]);
}

// Prints:
//   0
//   5126 0 256
