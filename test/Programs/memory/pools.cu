// Memory in the order of a stream, and a pool of one's own.
#include <cstdio>

__global__ void square(int *p) { p[threadIdx.x] = threadIdx.x * threadIdx.x; }

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *p, host[32];
  cudaMallocAsync(&p, sizeof host, stream);
  square<<<1, 32, 0, stream>>>(p);
  cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(p, stream);
  cudaStreamSynchronize(stream);
  printf("%d\n", host[31]);

  cudaMemPool_t pool;
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  printf("create %d\n", cudaMemPoolCreate(&pool, &props));
  unsigned long long keep = 1 << 20, used = 0;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
  cudaMallocFromPoolAsync(&p, 4096, pool, stream);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
  printf("used %d\n", used >= 4096);
  cudaFreeAsync(p, stream);
  cudaStreamSynchronize(stream);
  cudaMemPoolTrimTo(pool, 0);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
  printf("used %llu", used);
  printf(", destroy %d\n", cudaMemPoolDestroy(pool));
  cudaStreamDestroy(stream);
}

// Prints:
//   961
//   create 0
//   used 1
//   used 0, destroy 0
