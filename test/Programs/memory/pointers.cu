// What the runtime knows of a pointer.
#include <cstdio>

__managed__ int managed[4];
__device__ int global[4];

static void tell(const char *what, const void *p) {
  cudaPointerAttributes a;
  cudaError_t e = cudaPointerGetAttributes(&a, p);
  printf("%s: %d type %d device %d, pointers %d %d\n", what, e, a.type, a.device,
         a.devicePointer != nullptr, a.hostPointer != nullptr);
}

int main() {
  int *device, *pinned, *both, local[4];
  cudaMalloc(&device, 64);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&both, 64);
  tell("device", device + 3);
  tell("pinned", pinned + 3);
  tell("managed", both + 3);
  tell("variable", managed);
  void *symbol;
  cudaGetSymbolAddress(&symbol, global);
  tell("symbol", symbol);
  tell("stack", local);
  cudaFree(device);
  tell("freed", device);
  cudaFreeHost(pinned);
  cudaFree(both);
}

// Stderr: heddle: the program launched no kernel
// Prints:
//   device: 0 type 2 device 0, pointers 1 0
//   pinned: 0 type 1 device 0, pointers 1 1
//   managed: 0 type 3 device 0, pointers 1 1
//   variable: 0 type 3 device 0, pointers 1 1
//   symbol: 0 type 2 device 0, pointers 1 0
//   stack: 0 type 0 device -2, pointers 0 1
//   freed: 0 type 0 device -2, pointers 0 1
