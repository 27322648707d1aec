/* What Clang needs to compile kernels without a CUDA toolkit. */
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define threadIdx (Index{(unsigned)__nvvm_read_ptx_sreg_tid_x()})
#define blockIdx (Index{(unsigned)__nvvm_read_ptx_sreg_ctaid_x()})
#define blockDim (Index{(unsigned)__nvvm_read_ptx_sreg_ntid_x()})
struct Index {
  unsigned x;
};
__device__ inline float atomicAdd(float *to, float value) {
  return __nvvm_atom_add_gen_f(to, value);
}
__device__ inline unsigned atomicAdd(unsigned *to, unsigned value) {
  return (unsigned)__nvvm_atom_add_gen_i((int *)to, (int)value);
}
__device__ inline int atomicAdd(int *to, int value) {
  return __nvvm_atom_add_gen_i(to, value);
}
extern "C" __device__ int printf(const char *, ...);
