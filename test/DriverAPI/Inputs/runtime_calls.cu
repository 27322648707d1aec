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

__global__ void turnAround(int *from, int *to, int n) {
  cg::grid_group grid = cg::this_grid();
  int i = int(grid.thread_rank());
  if (i < n)
    from[i] = i;
  grid.sync();
  if (i < n)
    to[i] = from[n - 1 - i];
  grid.sync();
  if (i < n)
    from[i] = 2 * to[n - 1 - i];
}

static void hostFunction(void *p) { printf("host function %d\n", *(int *)p); }

#define IS(code, call)                                                         \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cuda##code)                                                   \
      printf("%d: %s is %s\n", __LINE__, #call, cudaGetErrorName(error));      \
  } while (0)

static void gridBarrier() {
  int *from, *to, n = 1000, host[1000], wrong = 0;
  IS(Success, cudaMalloc(&from, sizeof host));
  IS(Success, cudaMalloc(&to, sizeof host));
  void *args[] = {&from, &to, &n};
  IS(Success, cudaLaunchCooperativeKernel((void *)turnAround, dim3(8),
                                          dim3(128), args, 0, 0));
  IS(Success, cudaMemcpy(host, from, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    wrong += host[i] != 2 * i;
  printf("grid barrier %d wrong\n", wrong);
  IS(Success, cudaFree(from));
  IS(Success, cudaFree(to));
}

static void graphCopies() {
  cudaGraph_t graph, clone, outer;
  cudaGraphNode_t kernel, copy, clear, host, child, found;
  cudaGraphExec_t exec;
  int *p, one = 1, two = 2, got[4] = {}, other[4] = {}, seven = 7, eight = 8;
  IS(Success, cudaMalloc(&p, 4 * sizeof(int)));
  void *args[] = {&p, &one};
  cudaKernelNodeParams launch = {(void *)set<int>, dim3(1), dim3(4), 0, args,
                                 nullptr};
  cudaMemsetParams zeros = {p, 0, 0, 4, 1, 1};
  cudaHostNodeParams call = {hostFunction, &seven};
  IS(Success, cudaGraphCreate(&graph, 0));
  IS(Success, cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch));
  IS(Success, cudaGraphAddMemsetNode(&clear, graph, &kernel, 1, &zeros));
  IS(Success, cudaGraphAddMemcpyNode1D(&copy, graph, &clear, 1, got, p,
                                       sizeof got, cudaMemcpyDeviceToHost));
  IS(Success, cudaGraphAddHostNode(&host, graph, &copy, 1, &call));
  IS(Success, cudaGraphClone(&clone, graph));
  IS(Success, cudaGraphNodeFindInClone(&found, kernel, clone));
  IS(Success, cudaGraphInstantiate(&exec, graph, 0));
  args[1] = &two;
  IS(Success, cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
  zeros.value = 5;
  IS(Success, cudaGraphExecMemsetNodeSetParams(exec, clear, &zeros));
  IS(Success,
     cudaGraphExecMemcpyNodeSetParams1D(exec, copy, other, p, sizeof other,
                                        cudaMemcpyDeviceToHost));
  call.userData = &eight;
  IS(Success, cudaGraphExecHostNodeSetParams(exec, host, &call));
  IS(Success, cudaGraphLaunch(exec, 0));
  IS(Success, cudaDeviceSynchronize());
  printf("changed %d %d %d\n", other[0], other[1], got[1]);
  cudaGraphExecUpdateResultInfo info;
  IS(Success, cudaGraphExecUpdate(exec, clone, &info));
  IS(Success, cudaGraphLaunch(exec, 0));
  IS(Success, cudaDeviceSynchronize());
  printf("updated %d %d %d\n", got[0], got[1], info.result);
  IS(Success, cudaGraphCreate(&outer, 0));
  IS(Success, cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  IS(ErrorGraphExecUpdateFailure, cudaGraphExecUpdate(exec, outer, &info));
  IS(ErrorGraphExecUpdateFailure, cudaGetLastError());
  IS(Success, cudaGraphDestroy(outer));
  IS(Success, cudaGraphExecDestroy(exec));
  IS(Success, cudaFree(p));
}

static void pools() {
  cudaMemPool_t own, mine, found;
  cudaStream_t s;
  int *p, *q, host[4];
  unsigned long long all = ~0ull, used = 0;
  IS(Success, cudaStreamCreate(&s));
  IS(Success, cudaDeviceGetDefaultMemPool(&own, 0));
  IS(Success, cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold,
                                      &all));
  IS(Success, cudaMallocAsync(&p, sizeof host, s));
  set<<<1, 4, 0, s>>>(p, 9);
  IS(Success, cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDefault, s));
  IS(Success, cudaFreeAsync(p, s));
  IS(Success, cudaStreamSynchronize(s));
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  IS(Success, cudaMemPoolCreate(&mine, &properties));
  IS(Success, cudaMallocFromPoolAsync(&q, 256, mine, s));
  IS(Success, cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemCurrent,
                                      &used));
  IS(Success, cudaDeviceSetMemPool(0, mine));
  IS(Success, cudaDeviceGetMemPool(&found, 0));
  printf("pools %d %llu %d\n", host[3], used, found == mine);
  cudaMemLocation device = properties.location;
  cudaMemAccessFlags flags;
  IS(Success, cudaMemPoolGetAccess(&flags, mine, &device));
  cudaMemAccessDesc access = {device, flags};
  IS(Success, cudaMemPoolSetAccess(mine, &access, 1));
  IS(Success, cudaMemSetMemPool(&device, cudaMemAllocationTypePinned, own));
  IS(Success, cudaMemGetMemPool(&found, &device, cudaMemAllocationTypePinned));
  IS(Success,
     cudaMemGetDefaultMemPool(&mine, &device, cudaMemAllocationTypePinned));
  IS(Success, cudaFreeAsync(q, s));
  IS(Success, cudaMemPoolTrimTo(mine, 0));
  IS(ErrorInvalidValue, cudaMemPoolDestroy(own));
  IS(ErrorInvalidValue, cudaGetLastError());
  IS(Success, cudaStreamDestroy(s));
}

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

  gridBarrier();
  pools();
  graphCopies();

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
