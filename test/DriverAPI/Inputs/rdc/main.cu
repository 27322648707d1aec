// A kernel that calls into the other file and reads its constants.
#include "shared.cuh"
#include <cstdio>

static __global__ void fill(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = steps[i % 2].apply(i);
}

int main() {
  int *out = nullptr, host[8], count = 0;
  Step given[2] = {{10}, {100}};
  cudaMalloc(&out, sizeof host);
  cudaMemcpyToSymbol(steps, given, sizeof given);
  fill<<<2, 4>>>(out, 8);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int value : host)
    std::printf("%d ", value);
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  std::printf("calls %d\n", count);
  launchSquares(out, 8);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int value : host)
    std::printf("%d ", value);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(out);
}
