// C = A * B of f16 with sums of f32, 512 by 512 by 512: tiles of 128 by 128, copied
// by TMA into a ring by one warp, and multiplied by two warpgroups. Prints the CPU
// time of a launch whose code is ready, and how far from right it is.
// Options: -gencode arch=compute_90a,code=compute_90a -lcuda
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_fp16.h>
#include <ctime>

const int N = 512, Tile = 128, TileK = 64, Stages = 3, Groups = 2;

struct Shared {
  __half a[Stages][Tile * TileK];
  __half b[Stages][Tile * TileK];
  uint64_t full[Stages], empty[Stages];
};

__device__ uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ void wait(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n.reg .pred p;\nW:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               " @!p bra W;\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}

// Rows of 128 bytes, swizzled: eight are 1024 bytes.
__device__ uint64_t descriptor(const void *p) {
  return (at(p) & 0x3ffff) >> 4 | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 62;
}

__device__ void copy(void *to, const CUtensorMap *map, int k, int row, uint64_t *bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               ::"r"(at(to)), "l"(map), "r"(k), "r"(row), "r"(at(bar)) : "memory");
}

#define D8(I) "+f"(d[I]), "+f"(d[I + 1]), "+f"(d[I + 2]), "+f"(d[I + 3]), "+f"(d[I + 4]), "+f"(d[I + 5]), \
              "+f"(d[I + 6]), "+f"(d[I + 7])

__device__ void multiply(float (&d)[64], uint64_t a, uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
               "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, "
               "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, "
               "%42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, "
               "%62, %63}, %64, %65, 1, 1, 1, 0, 0;"
               : D8(0), D8(8), D8(16), D8(24), D8(32), D8(40), D8(48), D8(56)
               : "l"(a), "l"(b));
}

__global__ void __launch_bounds__(128 * Groups + 32)
    gemm(const __grid_constant__ CUtensorMap mapA, const __grid_constant__ CUtensorMap mapB, float *c) {
  extern __shared__ __align__(1024) char bytes[];
  Shared &s = *(Shared *)bytes;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int firstRow = blockIdx.y * Tile, firstColumn = blockIdx.x * Tile;
  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&s.full[i])));
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(&s.empty[i])), "r"(4 * Groups));
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (warp == 4 * Groups) {
    if (lane == 0)
      for (int i = 0; i < N / TileK; ++i) {
        const int slot = i % Stages;
        wait(&s.empty[slot], (i / Stages & 1) ^ 1);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(&s.full[slot])),
                     "r"(uint32_t(sizeof s.a[0] + sizeof s.b[0])) : "memory");
        copy(s.a[slot], &mapA, i * TileK, firstRow, &s.full[slot]);
        copy(s.b[slot], &mapB, i * TileK, firstColumn, &s.full[slot]);
      }
    return;
  }
  float d[64] = {};
  const int group = warp / 4;
  for (int i = 0; i < N / TileK; ++i) {
    const int slot = i % Stages;
    wait(&s.full[slot], i / Stages & 1);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int k = 0; k < TileK / 16; ++k)
      multiply(d, descriptor(s.a[slot] + group * 64 * TileK) + 2 * k, descriptor(s.b[slot]) + 2 * k);
    asm volatile("wgmma.commit_group.sync.aligned;\n wgmma.wait_group.sync.aligned 0;" ::: "memory");
    if (lane == 0)
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&s.empty[slot])) : "memory");
  }
  const int row = firstRow + 64 * group + 16 * (warp % 4) + lane / 4;
  for (int i = 0; i < 64; i += 2)
    *(float2 *)&c[(row + 8 * (i / 2 % 2)) * N + firstColumn + 8 * (i / 4) + 2 * (lane % 4)] = {d[i], d[i + 1]};
}

static CUtensorMap mapOf(__half *data) {
  CUtensorMap map;
  cuuint64_t dims[] = {N, N}, strides[] = {N * 2};
  cuuint32_t box[] = {TileK, Tile}, steps[] = {1, 1};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, data, dims, strides, box, steps,
                             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                             CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
    exit(2);
  return map;
}

int main() {
  __half *a, *b;
  float *c;
  cudaMallocManaged(&a, N * N * 2);
  cudaMallocManaged(&b, N * N * 2);
  cudaMallocManaged(&c, N * N * 4);
  for (int i = 0; i < N * N; ++i) {
    a[i] = __float2half((i * 7919 % 1021 - 510) / 97.f);
    b[i] = __float2half((i * 6007 % 1019 - 509) / 513.f);
  }
  const CUtensorMap mapA = mapOf(a), mapB = mapOf(b);
  cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared));
  double least = 1e9;
  for (int i = 0; i < 4; ++i) {
    const clock_t start = clock();
    gemm<<<dim3(N / Tile, N / Tile), 128 * Groups + 32, sizeof(Shared)>>>(mapA, mapB, c);
    if (const int error = cudaDeviceSynchronize())
      return printf("error %d\n", error), 1;
    least = fmin(least, double(clock() - start) / CLOCKS_PER_SEC);
  }
  double worst = 0;
  for (int i = 0; i < N * N; i += 97) {
    double sum = 0, size = 0;
    for (int k = 0; k < N; ++k) {
      const double product = double(__half2float(a[i / N * N + k])) * __half2float(b[i % N * N + k]);
      sum += product;
      size += fabs(product);
    }
    worst = fmax(worst, fabs(c[i] - sum) / size);
  }
  printf("%.4f %s\n", least, worst < N / 16 * 0x1p-22 ? "close" : "far off");
  return worst >= N / 16 * 0x1p-22;
}
