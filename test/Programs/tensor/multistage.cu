// C = A * B of f16 with three stages of cp.async, ldmatrix from rows that are
// swizzled by hand, and mma.sync.
// Options: -gencode arch=compute_80,code=compute_80
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>

const int M = 64, N = 64, K = 128, TileK = 32, Stages = 3;

__device__ uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

// Rows of 64 bytes: the chunks of eight rows are in all banks.
__device__ int place(int row, int chunk) { return row * TileK + ((chunk ^ (row >> 1 & 3)) << 3); }

__device__ void load(__half *to, const __half *from, int rows, int k) {
  for (int i = threadIdx.x; i < rows * 4; i += 128)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(to + place(i / 4, i % 4))),
                 "l"(from + (i / 4) * K + k + i % 4 * 8)
                 : "memory");
}

__device__ void rows(uint32_t (&r)[4], const __half *from, int row, int chunk) {
  const int lane = threadIdx.x % 32;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(at(from + place(row + lane % 16, chunk + lane / 16)))
               : "memory");
}

__global__ void gemm(const __half *a, const __half *b, float *c) {
  __shared__ __align__(128) __half as[Stages][M * TileK], bs[Stages][N * TileK];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float d[8][4] = {};
  for (int s = 0; s < Stages - 1; ++s) {
    load(as[s], a, M, s * TileK);
    load(bs[s], b, N, s * TileK);
    asm volatile("cp.async.commit_group;");
  }
  for (int i = 0; i < K / TileK; ++i) {
    asm volatile("cp.async.wait_group %0;" ::"n"(Stages - 2) : "memory");
    __syncthreads();
    const int next = i + Stages - 1;
    if (next < K / TileK) {
      load(as[next % Stages], a, M, next * TileK);
      load(bs[next % Stages], b, N, next * TileK);
    }
    asm volatile("cp.async.commit_group;");
    for (int k = 0; k < TileK / 16; ++k) {
      uint32_t x[4];
      rows(x, as[i % Stages], 16 * warp, 2 * k);
      for (int n = 0; n < N / 16; ++n) {
        uint32_t y[4];
        rows(y, bs[i % Stages], 16 * n, 2 * k);
        for (int h = 0; h < 2; ++h)
          asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
                       "{%8, %9}, {%0, %1, %2, %3};"
                       : "+f"(d[2 * n + h][0]), "+f"(d[2 * n + h][1]), "+f"(d[2 * n + h][2]), "+f"(d[2 * n + h][3])
                       : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[h]), "r"(y[h + 2]));
      }
    }
  }
  for (int n = 0; n < 8; ++n)
    for (int i = 0; i < 4; ++i)
      c[(16 * warp + lane / 4 + 8 * (i / 2)) * N + 8 * n + 2 * (lane % 4) + i % 2] = d[n][i];
}

// The sum that the chip makes of products and c: cut to F bits below the largest
// exponent, and then to those of a float.
static float fused(const __half *a, const __half *b, int count, float c, int f) {
  int64_t terms[17], sum = 0;
  int exponents[17], used = 0, most = -133;
  auto add = [&](int64_t term, int exponent, int scale) {
    if (!term)
      return;
    terms[used] = term;
    exponents[used++] = exponent - scale;
    most = exponent > most ? exponent : most;
  };
  auto split = [](__half h, int64_t &m, int &e) {
    const int bits = __half_as_ushort(h), field = bits >> 10 & 31;
    m = (bits & 1023) + (field ? 1024 : 0);
    m = bits >> 15 ? -m : m;
    e = (field ? field : 1) - 15;
  };
  for (int i = 0; i < count; ++i) {
    int64_t x, y;
    int ex, ey;
    split(a[i], x, ex);
    split(b[i], y, ey);
    add(x * y, ex + ey, 20);
  }
  int bits;
  memcpy(&bits, &c, 4);
  const int field = bits >> 23 & 255;
  const int64_t m = (bits & 0x7fffff) + (field ? 0x800000 : 0);
  add(bits < 0 ? -m : m, (field ? field : 1) - 127, 23);
  for (int i = 0; i < used; ++i) {
    const int shift = exponents[i] - (most - f);
    const int64_t size = llabs(terms[i]);
    const int64_t cut = shift >= 0 ? size << shift : shift > -64 ? size >> -shift : 0;
    sum += terms[i] < 0 ? -cut : cut;
  }
  int64_t size = llabs(sum);
  int exponent = most - f;
  for (; size >> 24; size >>= 1)
    ++exponent;
  return ldexpf(sum < 0 ? -float(size) : float(size), exponent);
}

int main() {
  __half *a, *b;
  float *c;
  cudaMallocManaged(&a, M * K * 2);
  cudaMallocManaged(&b, N * K * 2);
  cudaMallocManaged(&c, M * N * 4);
  for (int i = 0; i < M * K; ++i)
    a[i] = __float2half((i * 7919 % 1021 - 510) / 97.f);
  for (int i = 0; i < N * K; ++i)
    b[i] = __float2half((i * 6007 % 1019 - 509) / 513.f);
  gemm<<<1, 128>>>(a, b, c);
  printf("%d\n", cudaDeviceSynchronize());
  int wrong = 0;
  double worst = 0;
  for (int m = 0; m < M; ++m)
    for (int n = 0; n < N; ++n) {
      double sum = 0, size = 0;
      float model = 0;
      for (int k = 0; k < K; ++k) {
        const double product = double(__half2float(a[m * K + k])) * __half2float(b[n * K + k]);
        sum += product;
        size += fabs(product);
      }
      // sm_80 has two sums of eight terms.
      for (int k = 0; k < K; k += 8)
        model = fused(&a[m * K + k], &b[n * K + k], 8, model, 24);
      wrong += c[m * N + n] != model;
      worst = fmax(worst, fabs(c[m * N + n] - sum) / size);
    }
  printf("%d differ from the model, %s\n", wrong, worst < K / 8 * 0x1p-22 ? "close" : "far off");
}

// Prints:
//   0
//   0 differ from the model, close
