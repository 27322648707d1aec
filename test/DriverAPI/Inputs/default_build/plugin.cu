// A library with a runtime of its own. Its constructor uses the device.
#include <cstdio>

__device__ int step = 5;
__managed__ int managed = 7;
__global__ void add(int *p, int v) { *p += v + step; }

namespace {
struct AtLoad {
  int *p;
  AtLoad() {
    cudaMalloc(&p, sizeof *p);
    cudaMemset(p, 0, sizeof *p);
    add<<<1, 1>>>(p, 3);
  }
} atLoad;
} // namespace

extern "C" int pluginValue() {
  int value = -1;
  cudaError_t error =
      cudaMemcpy(&value, atLoad.p, sizeof value, cudaMemcpyDeviceToHost);
  return error ? -int(error) : value * 100 + managed;
}
