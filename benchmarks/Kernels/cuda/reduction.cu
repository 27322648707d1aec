// Each CTA of 256 threads sums 256 words in shared memory, 128 times.
extern "C" __global__ void reduction(const volatile unsigned *in,
                                     unsigned *out) {
  __shared__ unsigned part[256];
  unsigned tid = threadIdx.x, i = blockIdx.x * 256 + tid, total = 0;
#pragma unroll 1
  for (int again = 0; again < 128; ++again) {
    part[tid] = in[i];
    __syncthreads();
#pragma unroll 1
    for (unsigned half = 128; half; half >>= 1) {
      if (tid < half)
        part[tid] += part[tid + half];
      __syncthreads();
    }
    total += part[0];
    __syncthreads();
  }
  out[i] = total;
}
