// CUB: what the threads of a block or warp sort, scan and count together.
#include <algorithm>
#include <cstdio>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_scan.cuh>
#include <functional>
#include <vector>

const int Threads = 128, Each = 4, Count = Threads * Each;

template <typename T> __global__ void sort(T *p, int *order) {
  using Sort = cub::BlockRadixSort<T, Threads, Each, int>;
  using Load = cub::BlockLoad<T, Threads, Each, cub::BLOCK_LOAD_TRANSPOSE>;
  __shared__ union {
    typename Sort::TempStorage sort;
    typename Load::TempStorage load;
  } memory;
  T keys[Each];
  int values[Each];
  Load(memory.load).Load(p, keys);
  __syncthreads();
  for (int i = 0; i < Each; ++i)
    values[i] = threadIdx.x * Each + i;
  Sort(memory.sort).Sort(keys, values);
  for (int i = 0; i < Each; ++i) {
    p[threadIdx.x * Each + i] = keys[i];
    order[threadIdx.x * Each + i] = values[i];
  }
}

struct More {
  __device__ bool operator()(int a, int b) const { return a > b; }
};

__global__ void others(int *p, int *out, unsigned *counts) {
  using Scan = cub::BlockScan<int, Threads, cub::BLOCK_SCAN_RAKING>;
  using Reduce = cub::BlockReduce<int, Threads, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>;
  using Merge = cub::BlockMergeSort<int, Threads, 1>;
  using Histogram = cub::BlockHistogram<unsigned char, Threads, 1, 32>;
  using Warp = cub::WarpScan<int>;
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename Reduce::TempStorage reduce;
  __shared__ typename Merge::TempStorage merge;
  __shared__ typename Histogram::TempStorage histogram;
  __shared__ typename Warp::TempStorage warps[Threads / 32];
  __shared__ unsigned bins[32];
  const int thread = threadIdx.x;
  int value[] = {p[thread]}, before, all, within;
  unsigned char bin[] = {static_cast<unsigned char>(value[0] & 31)};
  Scan(scan).ExclusiveSum(value[0], before, all);
  const int sum = Reduce(reduce).Sum(value[0]);
  Warp(warps[thread / 32]).InclusiveSum(value[0], within);
  Histogram(histogram).Histogram(bin, bins);
  Merge(merge).Sort(value, More());
  __syncthreads();
  if (thread < 32)
    counts[thread] = bins[thread];
  out[thread] = before;
  out[Threads + thread] = within;
  out[2 * Threads + thread] = value[0];
  if (thread == 0)
    out[3 * Threads] = sum == all;
}

template <typename T> static void check(const char *name) {
  T *p;
  int *order, wrong = 0;
  cudaMallocManaged(&p, Count * sizeof(T));
  cudaMallocManaged(&order, Count * sizeof(int));
  std::vector<T> keys(Count);
  for (int i = 0; i < Count; ++i)
    p[i] = keys[i] = static_cast<T>((i * 7919 % 1000 - 500) / 3.0);
  sort<<<1, Threads>>>(p, order);
  const int result = cudaDeviceSynchronize();
  std::vector<T> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < Count; ++i)
    wrong += p[i] != sorted[i] || keys[order[i]] != p[i];
  printf("%s %d %d\n", name, result, wrong);
}

int main() {
  check<int>("int");
  check<unsigned char>("unsigned char");
  check<float>("float");
  check<double>("double");
  check<long long>("long long");
  int *p, *out, wrong = 0, sum = 0;
  unsigned *counts;
  cudaMallocManaged(&p, Threads * sizeof(int));
  cudaMallocManaged(&out, (3 * Threads + 1) * sizeof(int));
  cudaMallocManaged(&counts, 32 * sizeof(unsigned));
  std::vector<int> values(Threads), expected(32);
  for (int i = 0; i < Threads; ++i) {
    p[i] = values[i] = i * 37 % 101;
    ++expected[values[i] & 31];
  }
  others<<<1, Threads>>>(p, out, counts);
  printf("%d\n", cudaDeviceSynchronize());
  for (int i = 0, warp = 0; i < Threads; ++i) {
    warp = (i % 32 ? warp : 0) + values[i];
    wrong += out[i] != sum || out[Threads + i] != warp;
    sum += values[i];
  }
  std::sort(values.begin(), values.end(), std::greater<int>());
  wrong += !std::equal(values.begin(), values.end(), out + 2 * Threads);
  wrong += !std::equal(expected.begin(), expected.end(), counts);
  printf("%d %d\n", wrong, out[3 * Threads]);
}

// Prints:
//   int 0 0
//   unsigned char 0 0
//   float 0 0
//   double 0 0
//   long long 0 0
//   0
//   0 1
