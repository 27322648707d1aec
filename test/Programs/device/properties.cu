// What programs look at before they begin.
#include <cstdio>
#include <cstring>

int main() {
  int count, runtime, driver, value;
  printf("%d", cudaGetDeviceCount(&count));
  printf(": %d devices\n", count);
  cudaDeviceProp p;
  printf("%d\n", cudaGetDeviceProperties(&p, 0));
  printf("compute %d, warp %d, threads %d, named %d\n", p.major >= 3, p.warpSize, p.maxThreadsPerBlock, strlen(p.name) > 3);
  printf("dims %d %d %d\n", p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]);
  printf("grid %d %d %d\n", p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
  printf("shared %zu, constant %zu\n", p.sharedMemPerBlock, p.totalConstMem);
  cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0);
  printf("same %d, some %d\n", value == p.multiProcessorCount, value > 0);
  cudaRuntimeGetVersion(&runtime);
  cudaDriverGetVersion(&driver);
  printf("runtime %d, driver %d\n", runtime >= 13000, driver >= runtime);
  printf("none: %s %s\n", cudaGetErrorName(cudaGetDeviceProperties(&p, 99)), cudaGetErrorName(cudaSetDevice(-1)));
  cudaGetLastError();
  char bus[32];
  cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
  printf("by bus %d", cudaDeviceGetByPCIBusId(&value, bus));
  printf(": %d\n", value);
  cudaDeviceProp wanted = {};
  printf("choose %d", cudaChooseDevice(&value, &wanted));
  printf(": %d\n", value);
}

// Stderr: heddle: the program launched no kernel
// Prints:
//   0: 1 devices
//   0
//   compute 1, warp 32, threads 1024, named 1
//   dims 1024 1024 64
//   grid 2147483647 65535 65535
//   shared 49152, constant 65536
//   same 1, some 1
//   runtime 1, driver 1
//   none: cudaErrorInvalidDevice cudaErrorInvalidDevice
//   by bus 0: 0
//   choose 0: 0
