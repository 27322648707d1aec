// Clocks and the identity of where a thread runs.
#include <cstdio>

__global__ void clocks(long long *out) {
  long long start = clock64();
  unsigned first = clock();
  unsigned sm, warp, threads;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm volatile("mov.u32 %0, %%nsmid;" : "=r"(threads));
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  for (int i = 0; i < 10; ++i)
    __nanosleep(10);
  __syncthreads();
  if (threadIdx.x == 32 && blockIdx.x == 1) {
    out[0] = clock64() - start > 0;
    out[1] = clock() - first < 1u << 30;
    out[2] = sm < threads;
    out[3] = warp < 32;
    out[4] = time > 0;
  }
}

int main() {
  long long *out;
  cudaMallocManaged(&out, 40);
  clocks<<<2, 64>>>(out);
  printf("%d: %lld%lld%lld%lld%lld\n", cudaDeviceSynchronize(), out[0], out[1], out[2], out[3], out[4]);
}

// Prints:
//   0: 11111
