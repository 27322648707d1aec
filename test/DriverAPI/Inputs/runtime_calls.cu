// What programs do with the runtime beside the simplest: prints a line each.
#include <cassert>
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__managed__ int counter;
__device__ int table[4] = {1, 2, 3, 4};

__global__ void count(int *p) {
  atomicAdd(&counter, 1);
  p[threadIdx.x] = table[threadIdx.x % 4];
}

__global__ void reverse(int n, int *out) {
  extern __shared__ int room[];
  room[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = room[n - 1 - threadIdx.x];
}

__global__ void expect(int x) { assert(x == 1); }

__global__ void allocate(int **out) {
  *out = (int *)malloc(64);
  (*out)[3] = 5;
}

template <class T> __global__ void set(T *x, T v) { x[threadIdx.x] = v; }

__global__ void sumOfWarps(int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int v = threadIdx.x;
  for (int i = 16; i > 0; i /= 2)
    v += warp.shfl_down(v, i);
  if (warp.thread_rank() == 0)
    out[threadIdx.x / 32] = v;
}

static void hostFunction(void *p) { printf("host function %d\n", *(int *)p); }

#define IS(code, call)                                                         \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cuda##code)                                                   \
      printf("%d: %s is %s\n", __LINE__, #call, cudaGetErrorName(error));      \
  } while (0)

int main() {
  int *p, **pointer, host[32], blocks, grid, block;
  double d;
  IS(Success, cudaMalloc(&p, 4096));
  counter = 5;
  count<<<1, 32>>>(p);
  IS(Success, cudaDeviceSynchronize());
  IS(Success, cudaMemcpy(host, p, 128, cudaMemcpyDeviceToHost));
  printf("managed %d, table %d %d\n", counter, host[0], host[7]);

  reverse<<<1, 64, 100000>>>(64, p);
  IS(ErrorInvalidValue, cudaGetLastError());
  IS(Success, cudaFuncSetAttribute(
                  reverse, cudaFuncAttributeMaxDynamicSharedMemorySize,
                  100000));
  reverse<<<1, 64, 100000>>>(64, p);
  IS(Success, cudaMemcpy(host, p, 128, cudaMemcpyDeviceToHost));
  set<<<1, 4>>>((double *)p, 2.5);
  IS(Success, cudaMemcpy(&d, p, 8, cudaMemcpyDefault));
  printf("reversed %d, set %g\n", host[0], d);
  sumOfWarps<<<1, 64>>>(p);
  IS(Success, cudaMemcpy(host, p, 8, cudaMemcpyDeviceToHost));
  printf("warps %d %d\n", host[0], host[1]);

  count<<<0, 1>>>(p);
  IS(ErrorInvalidConfiguration, cudaPeekAtLastError());
  IS(ErrorInvalidConfiguration, cudaGetLastError());
  IS(Success, cudaGetLastError());
  count<<<1, 2000>>>(p);
  IS(ErrorInvalidConfiguration, cudaGetLastError());
  IS(ErrorInvalidMemcpyDirection, cudaMemcpy(p, host, 4, (cudaMemcpyKind)9));
  IS(ErrorInvalidPitchValue,
     cudaMemcpy2D(p, 4, host, 4, 8, 2, cudaMemcpyHostToDevice));
  IS(ErrorInvalidDevice, cudaSetDevice(5));
  IS(Success, cudaFree(0));
  IS(ErrorInvalidValue, cudaFree((void *)123));
  IS(ErrorMemoryAllocation, cudaMalloc(&pointer, size_t(1) << 60));
  IS(ErrorMemoryAllocation, cudaGetLastError());

  cudaStream_t s;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int seven = 7;
  IS(Success, cudaStreamCreate(&s));
  IS(Success, cudaLaunchHostFunc(s, hostFunction, &seven));
  counter = 0;
  IS(Success, cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  count<<<1, 32, 0, s>>>(p);
  IS(Success, cudaStreamEndCapture(s, &graph));
  IS(Success, cudaGraphInstantiate(&exec, graph, 0));
  IS(Success, cudaGraphLaunch(exec, s));
  IS(Success, cudaGraphLaunch(exec, s));
  IS(Success, cudaStreamSynchronize(s));
  printf("graph %d\n", counter);

  IS(Success, cudaMallocManaged(&pointer, 8));
  allocate<<<1, 1>>>(pointer);
  IS(Success, cudaDeviceSynchronize());
  IS(Success,
     cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count, 128, 0));
  IS(Success, cudaOccupancyMaxPotentialBlockSize(&grid, &block, count, 0, 0));
  printf("occupancy %d, %d blocks of %d\n", blocks, grid, block);
  cudaPointerAttributes attributes;
  IS(Success, cudaPointerGetAttributes(&attributes, pointer));
  printf("pointer %d", attributes.type);
  IS(Success, cudaPointerGetAttributes(&attributes, &seven));
  printf(" %d\n", attributes.type);
  void *args[] = {&p};
  IS(Success, cudaLaunchCooperativeKernel((void *)count, dim3(2), dim3(32),
                                          args, 0, s));

  expect<<<1, 1>>>(1);
  IS(Success, cudaDeviceSynchronize());
  expect<<<1, 1>>>(2);
  IS(ErrorAssert, cudaDeviceSynchronize());
  IS(ErrorAssert, cudaMalloc(&p, 4));
  IS(ErrorAssert, cudaGetLastError());
  IS(Success, cudaDeviceReset());
  IS(Success, cudaMalloc(&p, 4096));
  count<<<1, 4>>>(p);
  IS(Success, cudaDeviceSynchronize());
  printf("end\n");
}
