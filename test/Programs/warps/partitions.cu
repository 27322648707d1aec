// Groups by a predicate and by a label, what they reduce and scan; one that calls once.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void odds(const int *in, int n, int *out) {
  auto grid = cg::this_grid();
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  for (int i = grid.thread_rank(); i < n; i += grid.size()) {
    const bool odd = in[i] & 1;
    auto part = cg::binary_partition(tile, odd);
    const int count = cg::reduce(part, 1, cg::plus<int>()), sum = cg::reduce(part, in[i], cg::plus<int>());
    if (part.thread_rank() == 0) {
      atomicAdd(&out[odd], count);
      atomicAdd(&out[2 + odd], sum);
    }
    tile.sync();
  }
}

__global__ void labels(int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto part = cg::labeled_partition(tile, int(threadIdx.x) % 5);
  const int most = cg::reduce(part, int(threadIdx.x), cg::greater<int>());
  out[threadIdx.x] = most * 100 + cg::inclusive_scan(part, 1) * 10 + cg::exclusive_scan(part, 1, cg::plus<int>());
  auto eight = cg::tiled_partition<8>(cg::this_thread_block());
  const int one = cg::invoke_one_broadcast(eight, [&] { return int(eight.meta_group_rank()) * 1000; });
  out[32 + threadIdx.x] = one + eight.shfl_xor(int(eight.thread_rank()), 7);
}

int main() {
  const int n = 8192;
  int *in, *out;
  cudaMallocManaged(&in, n * 4);
  cudaMallocManaged(&out, 64 * 4);
  int expected[4] = {};
  for (int i = 0; i < n; ++i) {
    in[i] = i * 37 % 50;
    ++expected[in[i] & 1];
    expected[2 + (in[i] & 1)] += in[i];
  }
  odds<<<4, 256>>>(in, n, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4; ++i)
    printf("%d ", out[i] - expected[i]);
  labels<<<1, 32>>>(out);
  printf("%d\n", cudaDeviceSynchronize());
  for (int i : {0, 4, 7, 17, 31, 32, 45, 63})
    printf("%d ", out[i]);
  printf("\n");
}

// Prints:
//   0 0 0 0 0
//   3010 2910 2721 2743 3176 7 1002 3000 
