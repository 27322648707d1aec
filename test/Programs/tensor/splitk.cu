// Split-k: each block of a cluster multiplies a part of k by mma.sync, and adds what
// it has to the sums of the first block by red.async, which an mbarrier there
// counts. Sums are quarters, counted as integers.
// Options: -gencode arch=compute_90a,code=compute_90a -lcuda
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>

const int K = 128, Parts = 4;

__global__ void __cluster_dims__(Parts, 1, 1) gemm(const __half *a, const __half *b, int *c) {
  __shared__ int sums[16 * 8];
  __shared__ uint64_t bar;
  const int lane = threadIdx.x, g = lane / 4, q = lane % 4;
  uint32_t rank, here = (uint32_t)__cvta_generic_to_shared(sums), wait = (uint32_t)__cvta_generic_to_shared(&bar);
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  for (int i = lane; i < 128; i += 32)
    sums[i] = 0;
  if (rank == 0 && lane == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(wait));
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(wait), "r"(Parts * 128 * 4));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory");
  float d[4] = {};
  for (int k = rank * (K / Parts); k < int(rank + 1) * (K / Parts); k += 16) {
    uint32_t x[4], y[2];
    for (int r = 0; r < 4; ++r)
      x[r] = *(const uint32_t *)&a[(g + 8 * (r & 1)) * K + k + (r >> 1) * 8 + 2 * q];
    for (int r = 0; r < 2; ++r)
      y[r] = *(const uint32_t *)&b[g * K + k + r * 8 + 2 * q];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  }
  for (int i = 0; i < 4; ++i) {
    const int place = (g + 8 * (i / 2)) * 8 + 2 * q + i % 2;
    asm volatile("{\n.reg .b32 x, m;\n mapa.shared::cluster.u32 x, %0, 0;\n mapa.shared::cluster.u32 m, %1, 0;\n"
                 " red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 [x], %2, [m];\n}" ::
                     "r"(here + 4 * place),
                 "r"(wait), "r"(int(d[i] * 4))
                 : "memory");
  }
  if (rank == 0) {
    asm volatile("{\n.reg .pred p;\nW:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n @!p bra W;\n}" ::"r"(wait)
                 : "memory");
    for (int i = lane; i < 128; i += 32)
      c[blockIdx.x / Parts * 128 + i] = sums[i];
  }
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory");
}

int main() {
  __half *a, *b;
  int *c;
  cudaMallocManaged(&a, 16 * K * 2);
  cudaMallocManaged(&b, 8 * K * 2);
  cudaMallocManaged(&c, 2 * 128 * 4);
  for (int i = 0; i < 16 * K; ++i)
    a[i] = __float2half((i * 7 % 13 - 6) / 2.f);
  for (int i = 0; i < 8 * K; ++i)
    b[i] = __float2half((i * 5 % 11 - 5) / 2.f);
  gemm<<<2 * Parts, 32>>>(a, b, c);
  printf("%d\n", cudaDeviceSynchronize());
  int wrong = 0;
  for (int m = 0; m < 16; ++m)
    for (int n = 0; n < 8; ++n) {
      double sum = 0;
      for (int k = 0; k < K; ++k)
        sum += double(__half2float(a[m * K + k])) * __half2float(b[n * K + k]);
      wrong += (c[m * 8 + n] != sum * 4) + (c[128 + m * 8 + n] != sum * 4);
    }
  printf("%d wrong\n", wrong);
}

// Prints:
//   0
//   0 wrong
