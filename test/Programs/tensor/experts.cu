// A mixture of experts as one grouped product: blocks take tiles of tokens of an expert
// from a list, gather their rows, and scatter the sums. Products of small integers
// are exact.
// Options: -gencode arch=compute_80,code=compute_80
#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>

const int Tokens = 45, Experts = 4, Inner = 32, Outer = 48;

struct Tile {
  int expert, first, count;
};

__global__ void grouped(const __half *x, const __half *w, const int *order, const Tile *tiles, float *y) {
  __shared__ __align__(32) __half rows[16 * Inner];
  __shared__ __align__(32) float sums[256];
  const Tile tile = tiles[blockIdx.x];
  const int lane = threadIdx.x;
  for (int i = lane; i < 16 * Inner; i += 32)
    rows[i] = i / Inner < tile.count ? x[order[tile.first + i / Inner] * Inner + i % Inner] : __float2half(0);
  __syncwarp();
  using namespace nvcuda::wmma;
  for (int n = 0; n < Outer; n += 16) {
    fragment<accumulator, 16, 16, 16, float> c;
    fill_fragment(c, 0.f);
    for (int k = 0; k < Inner; k += 16) {
      fragment<matrix_a, 16, 16, 16, __half, row_major> a;
      fragment<matrix_b, 16, 16, 16, __half, row_major> b;
      load_matrix_sync(a, rows + k, Inner);
      load_matrix_sync(b, w + (tile.expert * Inner + k) * Outer + n, Outer);
      mma_sync(c, a, b, c);
    }
    store_matrix_sync(sums, c, 16, mem_row_major);
    __syncwarp();
    for (int i = lane; i < 16 * tile.count; i += 32)
      y[order[tile.first + i / 16] * Outer + n + i % 16] = sums[i];
    __syncwarp();
  }
}

int main() {
  __half *x, *w;
  int *order;
  Tile *tiles;
  float *y;
  cudaMallocManaged(&x, Tokens * Inner * 2);
  cudaMallocManaged(&w, Experts * Inner * Outer * 2);
  cudaMallocManaged(&order, Tokens * 4);
  cudaMallocManaged(&tiles, Tokens * sizeof(Tile));
  cudaMallocManaged(&y, Tokens * Outer * 4);
  for (int i = 0; i < Tokens * Inner; ++i)
    x[i] = __float2half(i * 7 % 13 - 6);
  for (int i = 0; i < Experts * Inner * Outer; ++i)
    w[i] = __float2half(i * 5 % 11 - 5);
  // One expert has no token, and one most of them.
  int expertOf[Tokens], used = 0, count = 0;
  for (int t = 0; t < Tokens; ++t)
    expertOf[t] = t % 7 == 0 ? 0 : t % 5 == 0 ? 3 : 1;
  for (int e = 0; e < Experts; ++e) {
    const int first = used;
    for (int t = 0; t < Tokens; ++t)
      if (expertOf[t] == e)
        order[used++] = t;
    for (int at = first; at < used; at += 16)
      tiles[count++] = {e, at, used - at < 16 ? used - at : 16};
  }
  grouped<<<count, 32>>>(x, w, order, tiles, y);
  printf("%d tiles: %d\n", count, cudaDeviceSynchronize());
  int wrong = 0;
  for (int t = 0; t < Tokens; ++t)
    for (int n = 0; n < Outer; ++n) {
      double sum = 0;
      for (int k = 0; k < Inner; ++k)
        sum += double(__half2float(x[t * Inner + k])) * __half2float(w[(expertOf[t] * Inner + k) * Outer + n]);
      wrong += y[t * Outer + n] != sum;
    }
  printf("%d wrong\n", wrong);
}

// Prints:
//   4 tiles: 0
//   0 wrong
