// FlashAttention forward, one batch of 8 heads, 512 queries and keys of 64 elements of
// f16, by mma.sync, ldmatrix and cp.async as FlashAttention 2 has it: blocks of 64
// queries, a warp for 16, and blocks of 64 keys. Prints the CPU time of a launch whose
// code is ready, and how far from right it is.
// Options: -gencode arch=compute_80,code=compute_80
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <ctime>

const int Heads = 8, T = 512, D = 64, Block = 64, Warps = 4;
const float Scale = 0.125f;

__device__ uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

// The place of 16 bytes in a row of 128, so that eight rows are in different banks.
__device__ int place(int row, int chunk) { return row * D + ((chunk ^ row) & 7) * 8; }

__device__ void copy(__half *to, const __half *from) {
  for (int i = threadIdx.x; i < Block * D / 8; i += Warps * 32)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(to + place(i / 8, i % 8))), "l"(from + i * 8));
}

__device__ void load(uint32_t (&r)[4], const __half *p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at(p)));
}

__device__ void loadTransposed(uint32_t (&r)[4], const __half *p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at(p)));
}

__device__ void multiply(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ uint32_t pair(float low, float high) {
  const __half2 h = __floats2half2_rn(low, high);
  return *(const uint32_t *)&h;
}

__global__ void __launch_bounds__(Warps * 32) attention(const __half *q, const __half *k, const __half *v, float *o) {
  __shared__ __align__(128) __half sq[Block * D], sk[2][Block * D], sv[2][Block * D];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const size_t head = size_t(blockIdx.y) * T * D;
  copy(sq, q + head + blockIdx.x * Block * D);
  copy(sk[0], k + head);
  copy(sv[0], v + head);
  asm volatile("cp.async.commit_group;");
  uint32_t rows[D / 16][4];
  float sums[D / 8][4] = {}, most[2] = {-INFINITY, -INFINITY}, total[2] = {};
  for (int n = 0; n < T / Block; ++n) {
    if (n + 1 < T / Block) {
      copy(sk[(n + 1) & 1], k + head + (n + 1) * Block * D);
      copy(sv[(n + 1) & 1], v + head + (n + 1) * Block * D);
      asm volatile("cp.async.commit_group;\n cp.async.wait_group 1;" ::: "memory");
    } else {
      asm volatile("cp.async.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    if (n == 0)
      for (int d = 0; d < D / 16; ++d)
        load(rows[d], sq + place(warp * 16 + lane % 16, 2 * d + lane / 16));
    float s[Block / 8][4] = {};
#pragma unroll
    for (int d = 0; d < D / 16; ++d)
#pragma unroll
      for (int j = 0; j < Block / 16; ++j) {
        uint32_t b[4];
        load(b, sk[n & 1] + place(j * 16 + lane % 8 + lane / 16 * 8, 2 * d + lane / 8 % 2));
        multiply(s[2 * j], rows[d], b[0], b[1]);
        multiply(s[2 * j + 1], rows[d], b[2], b[3]);
      }
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      float now = most[h];
#pragma unroll
      for (int j = 0; j < Block / 8; ++j)
        now = fmaxf(now, fmaxf(s[j][2 * h], s[j][2 * h + 1]));
      now = fmaxf(now, __shfl_xor_sync(~0u, now, 1));
      now = fmaxf(now, __shfl_xor_sync(~0u, now, 2));
      const float shrink = exp2f((most[h] - now) * (Scale * 1.44269504f));
      most[h] = now;
      total[h] *= shrink;
#pragma unroll
      for (int j = 0; j < Block / 8; ++j)
#pragma unroll
        for (int i = 2 * h; i < 2 * h + 2; ++i) {
          s[j][i] = exp2f((s[j][i] - now) * (Scale * 1.44269504f));
          total[h] += s[j][i];
        }
#pragma unroll
      for (int d = 0; d < D / 8; ++d) {
        sums[d][2 * h] *= shrink;
        sums[d][2 * h + 1] *= shrink;
      }
    }
#pragma unroll
    for (int j = 0; j < Block / 16; ++j) {
      const uint32_t p[4] = {pair(s[2 * j][0], s[2 * j][1]), pair(s[2 * j][2], s[2 * j][3]),
                             pair(s[2 * j + 1][0], s[2 * j + 1][1]), pair(s[2 * j + 1][2], s[2 * j + 1][3])};
#pragma unroll
      for (int d = 0; d < D / 16; ++d) {
        uint32_t b[4];
        loadTransposed(b, sv[n & 1] + place(j * 16 + lane % 16, 2 * d + lane / 16));
        multiply(sums[2 * d], p, b[0], b[1]);
        multiply(sums[2 * d + 1], p, b[2], b[3]);
      }
    }
    __syncthreads();
  }
  for (int h = 0; h < 2; ++h) {
    total[h] += __shfl_xor_sync(~0u, total[h], 1);
    total[h] += __shfl_xor_sync(~0u, total[h], 2);
    float *to = o + head + (blockIdx.x * Block + warp * 16 + lane / 4 + 8 * h) * D + lane % 4 * 2;
    for (int d = 0; d < D / 8; ++d)
      *(float2 *)&to[8 * d] = {sums[d][2 * h] / total[h], sums[d][2 * h + 1] / total[h]};
  }
}

int main() {
  __half *q, *k, *v;
  float *o;
  const int count = Heads * T * D;
  for (__half **p : {&q, &k, &v})
    cudaMallocManaged(p, count * 2);
  cudaMallocManaged(&o, count * 4);
  for (int i = 0; i < count; ++i) {
    q[i] = __float2half((i * 7919 % 1021 - 510) / 300.f);
    k[i] = __float2half((i * 6007 % 1019 - 509) / 400.f);
    v[i] = __float2half((i * 5003 % 1013 - 506) / 500.f);
  }
  double least = 1e9;
  for (int i = 0; i < 4; ++i) {
    const clock_t start = clock();
    attention<<<dim3(T / Block, Heads), Warps * 32>>>(q, k, v, o);
    if (const int error = cudaDeviceSynchronize())
      return printf("error %d\n", error), 1;
    least = fmin(least, double(clock() - start) / CLOCKS_PER_SEC);
  }
  double worst = 0;
  for (int row = 0; row < Heads * T; row += 61) {
    const int first = row / T * T;
    double p[T], total = 0, most = -INFINITY;
    for (int j = 0; j < T; ++j) {
      p[j] = 0;
      for (int d = 0; d < D; ++d)
        p[j] += double(__half2float(q[row * D + d])) * __half2float(k[(first + j) * D + d]) * Scale;
      most = fmax(most, p[j]);
    }
    for (double &x : p)
      total += x = exp(x - most);
    for (int d = 0; d < D; ++d) {
      double sum = 0;
      for (int j = 0; j < T; ++j)
        sum += p[j] / total * __half2float(v[(first + j) * D + d]);
      worst = fmax(worst, fabs(o[row * D + d] - sum));
    }
  }
  printf("%.4f %s\n", least, worst < 2e-3 ? "close" : "far off");
  return worst >= 2e-3;
}
