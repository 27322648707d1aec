// NVRTC: the program asks for PTX and for machine code, and loads both.
#include <cstdio>
#include <cuda.h>
#include <nvrtc.h>
#include <string>
#include <vector>

const char *const source = "template <class T> __global__ void twice(T *x) { x[threadIdx.x] *= 2; }\n";

static int run(bool asksForCode) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, source, "twice.cu", 0, nullptr, nullptr);
  nvrtcAddNameExpression(program, "twice<int>");
  const char *options[] = {asksForCode ? "--gpu-architecture=sm_90" : "--gpu-architecture=compute_90"};
  if (nvrtcCompileProgram(program, 1, options) != NVRTC_SUCCESS)
    return -1;
  size_t size = 0;
  asksForCode ? nvrtcGetCUBINSize(program, &size) : nvrtcGetPTXSize(program, &size);
  std::vector<char> image(size);
  asksForCode ? nvrtcGetCUBIN(program, image.data()) : nvrtcGetPTX(program, image.data());
  const char *lowered;
  nvrtcGetLoweredName(program, "twice<int>", &lowered);
  const std::string name = lowered;
  nvrtcDestroyProgram(&program);
  CUmodule module;
  CUfunction function;
  if (CUresult r = cuModuleLoadData(&module, image.data()))
    return -int(r);
  cuModuleGetFunction(&function, module, name.c_str());
  int *memory, sum = 0;
  cudaMallocManaged(&memory, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i)
    memory[i] = i;
  void *arguments[] = {&memory};
  cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i)
    sum += memory[i];
  return sum;
}

int main() {
  cudaFree(nullptr);
  const int ptx = run(false), code = run(true);
  printf("%d %d\n", ptx, code);
}
// Options: -lnvrtc -lcuda
// Prints:
//   992 992
