// An array that grows in place: addresses are reserved, memory is created and mapped
// behind what is there.
#include <cstdio>
#include <cuda.h>

__global__ void fill(int *p, int from, int to) {
  for (int i = from + threadIdx.x; i < to; i += blockDim.x)
    p[i] = i;
}

int main() {
  cudaFree(nullptr);
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  size_t unit = 0;
  cuMemGetAllocationGranularity(&unit, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  CUdeviceptr base;
  printf("%d", cuMemAddressReserve(&base, 4 * unit, unit, 0, 0));
  CUmemAccessDesc access = {properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  const int each = int(unit / sizeof(int));
  for (int part = 0; part < 3; ++part) {
    CUmemGenericAllocationHandle memory;
    printf(" %d", cuMemCreate(&memory, unit, &properties, 0));
    printf(" %d", cuMemMap(base + part * unit, unit, 0, memory, 0));
    printf(" %d", cuMemSetAccess(base + part * unit, unit, &access, 1));
    cuMemRelease(memory);
    fill<<<1, 256>>>((int *)base, part * each, (part + 1) * each);
  }
  printf(" %d\n", cudaDeviceSynchronize());
  int some[3];
  for (int i = 0; i < 3; ++i)
    cudaMemcpy(&some[i], (int *)base + (i + 1) * each - 1, 4, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", some[0] == each - 1, some[1] == 2 * each - 1, some[2] == 3 * each - 1);
  unsigned long long flags = 0;
  cuMemGetAccess(&flags, &access.location, base);
  printf("%llu", flags);
  printf(" %d", cuMemUnmap(base, 3 * unit));
  printf(" %d\n", cuMemAddressFree(base, 4 * unit));
}

// Options: -lcuda
// Prints:
//   0 0 0 0 0 0 0 0 0 0 0
//   1 1 1
//   3 0 0
