// A bitonic network sorts 512 keys of each CTA of 256 threads in shared memory.
extern "C" __global__ void blocksort(unsigned *keys) {
  __shared__ unsigned key[512];
  unsigned tid = threadIdx.x;
  keys += blockIdx.x * 512 + tid;
  key[tid] = keys[0];
  key[tid + 256] = keys[256];
#pragma unroll 1
  for (unsigned size = 2; size <= 512; size <<= 1) {
    // Runs of size keys, up and down in turns.
    bool down = tid & (size >> 1);
#pragma unroll 1
    for (unsigned stride = size >> 1; stride; stride >>= 1) {
      __syncthreads();
      unsigned at = 2 * tid - (tid & (stride - 1));
      unsigned a = key[at], b = key[at + stride];
      unsigned low = min(a, b), high = max(a, b);
      key[at] = down ? high : low;
      key[at + stride] = down ? low : high;
    }
  }
  __syncthreads();
  keys[0] = key[tid];
  keys[256] = key[tid + 256];
}
