// C = A * B of f16 by clusters of two blocks, warp-specialized: one warp has tiles
// copied by TMA into a ring, the blocks of a cluster share their tile of B by
// multicast, and a warpgroup multiplies.
// Options: -gencode arch=compute_90a,code=compute_90a -lcuda
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_fp16.h>

const int M = 128, N = 64, K = 192, TileM = 64, TileK = 64, Stages = 2;

struct Shared {
  __half a[Stages][TileM * TileK];
  __half b[Stages][N * TileK];
  uint64_t full[Stages], empty[Stages];
};

__device__ uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ void wait(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n.reg .pred p;\nW:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               " @!p bra W;\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}

__device__ void arriveAt(uint64_t *bar, uint32_t rank) {
  asm volatile("{\n.reg .b32 r;\n mapa.shared::cluster.u32 r, %0, %1;\n"
               " mbarrier.arrive.release.cluster.shared::cluster.b64 _, [r];\n}" ::"r"(at(bar)), "r"(rank)
               : "memory");
}

__device__ uint64_t descriptor(const void *p) {
  // 128-byte swizzle: eight rows are 1024 bytes.
  return (at(p) & 0x3ffff) >> 4 | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 62;
}

__global__ void __cluster_dims__(2, 1, 1)
    gemm(const __grid_constant__ CUtensorMap mapA, const __grid_constant__ CUtensorMap mapB, float *c) {
  extern __shared__ __align__(1024) char bytes[];
  Shared &s = *(Shared *)bytes;
  const int warp = threadIdx.x / 32;
  uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&s.full[i])));
      // The warps of both blocks, as each fills half of the other's tile of B.
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 8;" ::"r"(at(&s.empty[i])));
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory");
  if (warp == 4) {
    if (threadIdx.x % 32 == 0)
      for (int i = 0; i < K / TileK; ++i) {
        const int slot = i % Stages, half = N / 2;
        wait(&s.empty[slot], (i / Stages & 1) ^ 1);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(&s.full[slot])),
                     "r"(uint32_t(sizeof s.a[0] + sizeof s.b[0]))
                     : "memory");
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                     " [%0], [%1, {%2, %3}], [%4];" ::"r"(at(s.a[slot])),
                     "l"(&mapA), "r"(i * TileK), "r"(int(blockIdx.x) * TileM), "r"(at(&s.full[slot]))
                     : "memory");
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                     ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::
                         "r"(at(s.b[slot] + rank * half * TileK)),
                     "l"(&mapB), "r"(i * TileK), "r"(int(rank) * half), "r"(at(&s.full[slot])), "h"((uint16_t)3)
                     : "memory");
      }
  } else {
    float d[32];
    for (int i = 0; i < 32; ++i)
      d[i] = 0;
    for (int i = 0; i < K / TileK; ++i) {
      const int slot = i % Stages;
      wait(&s.full[slot], i / Stages & 1);
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      for (int k = 0; k < TileK / 16; ++k)
        asm volatile("{\n.reg .pred p;\n setp.eq.b32 p, 0, 0;\n wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                     "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, "
                     "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, p, 1, 1, 0, 0;\n}"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
                       "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]),
                       "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]),
                       "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
                       "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
                     : "l"(descriptor(s.a[slot]) + 2 * k), "l"(descriptor(s.b[slot]) + 2 * k));
      asm volatile("wgmma.commit_group.sync.aligned;\n wgmma.wait_group.sync.aligned 0;" ::: "memory");
      if (threadIdx.x % 32 == 0)
        for (int other = 0; other < 2; ++other)
          arriveAt(&s.empty[slot], other);
    }
    const int lane = threadIdx.x % 32, row = blockIdx.x * TileM + 16 * warp + lane / 4;
    for (int i = 0; i < 32; ++i)
      c[(row + 8 * (i / 2 % 2)) * N + 8 * (i / 4) + 2 * (lane % 4) + i % 2] = d[i];
  }
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory");
}

static CUtensorMap mapOf(__half *data, int rows, int boxRows) {
  CUtensorMap map;
  cuuint64_t dims[] = {K, (cuuint64_t)rows}, strides[] = {K * 2};
  cuuint32_t box[] = {TileK, (cuuint32_t)boxRows}, steps[] = {1, 1};
  CUresult r = cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, data, dims, strides, box, steps,
                                      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (r)
    printf("map: %d\n", r);
  return map;
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
  cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared));
  gemm<<<M / TileM, 160, sizeof(Shared)>>>(mapOf(a, M, TileM), mapOf(b, N, N / 2), c);
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
      for (int k = 0; k < K; k += 16)
        model = fused(&a[m * K + k], &b[n * K + k], 16, model, 25);
      wrong += c[m * N + n] != model;
      worst = fmax(worst, fabs(c[m * N + n] - sum) / size);
    }
  printf("%d differ from the model, %s\n", wrong, worst < K / 16 * 0x1p-22 ? "close" : "far off");
}

// Prints:
//   0
//   0 differ from the model, close
