// Code that the program brings as text, through the runtime's libraries.
#include <cstdio>
#include <cstring>

static const char code[] = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 offset = 100;
.visible .entry addTo(.param .u64 p, .param .u32 v)
{
  .reg .u64 %a;
  .reg .u32 %v, %o;
  ld.param.u64 %a, [p];
  ld.param.u32 %v, [v];
  ld.global.u32 %o, [offset];
  add.u32 %v, %v, %o;
  st.global.u32 [%a], %v;
  ret;
}
)";

int main() {
  cudaLibrary_t library;
  printf("load %d", cudaLibraryLoadData(&library, code, nullptr, nullptr, 0, nullptr, nullptr, 0));
  cudaKernel_t kernel, listed[1];
  printf(" get %d", cudaLibraryGetKernel(&kernel, library, "addTo"));
  unsigned count = 0;
  cudaLibraryGetKernelCount(&count, library);
  printf(" kernels %u", count);
  printf(" list %d\n", cudaLibraryEnumerateKernels(listed, 1, library));
  int *p, host, value = 5, offset = 1000;
  cudaMalloc(&p, sizeof *p);
  void *arguments[] = {&p, &value}, *global;
  cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr);
  cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  size_t bytes;
  printf("global %d", cudaLibraryGetGlobal(&global, &bytes, library, "offset"));
  printf(" of %zu\n", bytes);
  cudaMemcpy(global, &offset, sizeof offset, cudaMemcpyHostToDevice);
  cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr);
  cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  size_t at, size;
  printf("parameter %d", cudaFuncGetParamInfo(kernel, 1, &at, &size));
  printf(": %zu %zu\n", at, size);
  printf("none %s\n", cudaGetErrorName(cudaLibraryGetKernel(&kernel, library, "subtractFrom")));
  printf("unload %d\n", cudaLibraryUnload(library));
  printf("bad %s\n", cudaGetErrorName(cudaLibraryLoadData(&library, ".version 7.0\n.target sm_70\nnonsense", nullptr, nullptr, 0, nullptr, nullptr, 0)));
}

// Prints:
//   load 0 get 0 kernels 1 list 0
//   105
//   global 0 of 4
//   1005
//   parameter 0: 8 4
//   none cudaErrorSymbolNotFound
//   unload 0
//   bad cudaErrorInvalidPtx
