// Launches by function: cudaLaunchKernel, cudaLaunchKernelEx, handles.
#include <cstdio>

__global__ void add(int *p, int a, short b) { p[threadIdx.x] += a + b + gridDim.x * 100; }

int main() {
  int *p, host[4];
  cudaMalloc(&p, sizeof host);
  cudaMemset(p, 0, sizeof host);
  int a = 5;
  short b = -2;
  void *arguments[] = {&p, &a, &b};
  printf("%d ", cudaLaunchKernel(reinterpret_cast<void *>(add), dim3(1), dim3(4), arguments, 0, nullptr));
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 4;
  cudaLaunchAttribute attribute[2] = {};
  attribute[0].id = cudaLaunchAttributePriority;
  attribute[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[1].val.programmaticStreamSerializationAllowed = 1;
  config.attrs = attribute;
  config.numAttrs = 2;
  printf("%d ", cudaLaunchKernelEx(&config, add, p, 20, short(3)));
  cudaFunction_t function;
  printf("%d ", cudaGetFuncBySymbol(&function, reinterpret_cast<void *>(add)));
  printf("%d\n", cudaLaunchKernel(reinterpret_cast<void *>(function), 1, 4, arguments, 0, nullptr));
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0], host[3]);
  config.blockDim = 2000;
  printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, add, p, 20, short(3))));
}

// Prints:
//   0 0 0 0
//   329 329
//   cudaErrorInvalidConfiguration
