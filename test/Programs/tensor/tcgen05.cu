// C = A * B of f16 in tensor memory: TMA fills two slots, one thread multiplies, commit
// frees slots and tells when all is there, and four warps load the sums.
// Options: -gencode arch=compute_100a,code=compute_100a -lcuda
// Device: sm_100
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_fp16.h>

const int M = 128, N = 64, K = 192, TileM = 128, TileK = 64, Slots = 2;

struct Shared {
  __half a[Slots][TileM * TileK];
  __half b[Slots][N * TileK];
  uint64_t full[Slots], empty[Slots], done;
  uint32_t columns;
};

__device__ uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ void wait(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n.reg .pred p;\nW:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               " @!p bra W;\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}

__device__ void copy(void *to, const CUtensorMap *map, int k, int row, uint64_t *bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
               " [%0], [%1, {%2, %3}], [%4];" ::"r"(at(to)),
               "l"(map), "r"(k), "r"(row), "r"(at(bar))
               : "memory");
}

__device__ void commit(uint64_t *bar) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(at(bar))
               : "memory");
}

__device__ uint64_t descriptor(const void *p) {
  return (at(p) & 0x3ffff) >> 4 | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 46 |
         uint64_t(2) << 61;
}

__global__ void gemm(const __grid_constant__ CUtensorMap mapA, const __grid_constant__ CUtensorMap mapB, float *c) {
  extern __shared__ __align__(1024) char bytes[];
  Shared &s = *(Shared *)bytes;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(at(&s.columns)), "n"(N)
                 : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
  }
  if (threadIdx.x == 0) {
    for (int i = 0; i < Slots; ++i)
      for (uint64_t *bar : {&s.full[i], &s.empty[i]})
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(bar)));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&s.done)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  const uint32_t sums = s.columns;
  if (warp == 4 && lane == 0) {
    for (int i = 0; i < K / TileK; ++i) {
      const int slot = i % Slots;
      wait(&s.empty[slot], (i / Slots & 1) ^ 1);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(&s.full[slot])),
                   "r"(uint32_t(sizeof s.a[0] + sizeof s.b[0]))
                   : "memory");
      copy(s.a[slot], &mapA, i * TileK, blockIdx.x * TileM, &s.full[slot]);
      copy(s.b[slot], &mapB, i * TileK, 0, &s.full[slot]);
    }
  } else if (warp == 5 && lane == 0) {
    const uint32_t f32 = 1 << 4, form = f32 | N / 8 << 17 | TileM / 16 << 24;
    for (int i = 0; i < K / TileK; ++i) {
      const int slot = i % Slots;
      wait(&s.full[slot], i / Slots & 1);
      for (int k = 0; k < TileK / 16; ++k)
        asm volatile("{\n.reg .pred p;\n setp.ne.b32 p, %4, 0;\n"
                     " tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n}" ::"r"(sums),
                     "l"(descriptor(s.a[slot]) + 2 * k), "l"(descriptor(s.b[slot]) + 2 * k), "r"(form), "r"(i | k)
                     : "memory");
      commit(&s.empty[slot]);
    }
    commit(&s.done);
  }
  __syncwarp();
  if (warp < 4) {
    wait(&s.done, 0);
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    for (int n = 0; n < N; n += 8) {
      float d[8];
      asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];\n"
                   "tcgen05.wait::ld.sync.aligned;"
                   : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]), "=f"(d[4]), "=f"(d[5]), "=f"(d[6]), "=f"(d[7])
                   : "r"(sums + (warp << 21) + n)
                   : "memory");
      for (int i = 0; i < 8; ++i)
        c[(blockIdx.x * TileM + threadIdx.x) * N + n + i] = d[i];
    }
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  }
  __syncthreads();
  if (warp == 0)
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(sums), "n"(N));
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
  gemm<<<M / TileM, 192, sizeof(Shared)>>>(mapOf(a, M, TileM), mapOf(b, N, N), c);
  printf("%d\n", cudaDeviceSynchronize());
  int wrong = 0;
  for (int m = 0; m < M; ++m)
    for (int n = 0; n < N; ++n) {
      float model = 0;
      for (int k = 0; k < K; k += 16)
        model = fused(&a[m * K + k], &b[n * K + k], 16, model, 25);
      wrong += c[m * N + n] != model;
    }
  printf("%d differ from the model\n", wrong);
}

// Prints:
//   0
//   0 differ from the model
