// Occupancy, attributes of functions, and more dynamic shared memory.
#include <cstdio>

__global__ void __launch_bounds__(256, 2) bounded(float *p) { p[threadIdx.x] += 1; }
__global__ void dynamic(int *out) {
  extern __shared__ int big[];
  for (int i = threadIdx.x; i < 15000; i += blockDim.x)
    big[i] = i;
  __syncthreads();
  if (!threadIdx.x)
    *out = big[14999];
}
__global__ void stat(int *out) {
  __shared__ int s[100];
  s[threadIdx.x % 100] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[0];
}

int main() {
  int grid, block, blocks;
  printf("%d", cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0));
  printf(" whole warps %d, within bound %d, grid %d\n", block % 32 == 0, block <= 256, grid > 0);
  printf("%d", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 256, 0));
  printf(" at least two %d\n", blocks >= 2);
  cudaFuncAttributes a;
  printf("%d", cudaFuncGetAttributes(&a, stat));
  printf(" shared %zu, threads %d, ptx %d\n", a.sharedSizeBytes, a.maxThreadsPerBlock, a.ptxVersion >= 50);
  int *out, host;
  cudaMalloc(&out, sizeof host);
  dynamic<<<1, 128, 60000>>>(out);
  printf("before %s\n", cudaGetErrorName(cudaGetLastError()));
  printf("set %d\n", cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
  dynamic<<<1, 128, 60000>>>(out);
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("then %d\n", host);
  printf("beyond %s\n", cudaGetErrorName(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20)));
  cudaGetLastError();
  bounded<<<1, 512>>>(nullptr);
  printf("above bounds %d\n", cudaGetLastError() != cudaSuccess);
  size_t left;
  printf("%d", cudaOccupancyAvailableDynamicSMemPerBlock(&left, stat, 2, 128));
  printf(" left %d\n", left > 1000);
  printf("prefer %d\n", cudaFuncSetCacheConfig(stat, cudaFuncCachePreferShared));
}

// Prints:
//   0 whole warps 1, within bound 1, grid 1
//   0 at least two 1
//   0 shared 400, threads 1024, ptx 1
//   before cudaErrorInvalidValue
//   set 0
//   then 14999
//   beyond cudaErrorInvalidValue
//   above bounds 1
//   0 left 1
//   prefer 0
