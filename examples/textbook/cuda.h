// What plain clang needs to compile CUDA without NVIDIA's headers:
//   clang++ -x cuda -nocudainc -nocudalib --cuda-device-only -S FILE.cu \
//     --cuda-gpu-arch=sm_30 -O2 -ffp-contract=off -fno-unroll-loops
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

#define REGISTER_XYZ(type, sreg)                                               \
  struct type {                                                                \
    __declspec(property(get = get_x)) unsigned x;                              \
    __declspec(property(get = get_y)) unsigned y;                              \
    static inline __device__ unsigned get_x() { return sreg##_x(); }           \
    static inline __device__ unsigned get_y() { return sreg##_y(); }           \
  };
REGISTER_XYZ(ThreadIdx, __nvvm_read_ptx_sreg_tid)
REGISTER_XYZ(BlockIdx, __nvvm_read_ptx_sreg_ctaid)
REGISTER_XYZ(BlockDim, __nvvm_read_ptx_sreg_ntid)
REGISTER_XYZ(GridDim, __nvvm_read_ptx_sreg_nctaid)
extern __device__ const ThreadIdx threadIdx;
extern __device__ const BlockIdx blockIdx;
extern __device__ const BlockDim blockDim;
extern __device__ const GridDim gridDim;

struct alignas(16) float4 {
  float x, y, z, w;
};

inline __device__ float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
inline __device__ int atomicAdd(int *p, int v) {
  return __nvvm_atom_add_gen_i(p, v);
}
inline __device__ int atomicCAS(int *p, int old, int v) {
  return __nvvm_atom_cas_gen_i(p, old, v);
}
inline __device__ int atomicExch(int *p, int v) {
  return __nvvm_atom_xchg_gen_i(p, v);
}
