// nvJitLink: a function and its caller are linked when the program runs, from PTX
// and from LTO-IR; a function that is missing is an error with its name.
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <string>

const char *const callee = "__device__ int times(int a, int b) { return a * b; }\n";
const char *const caller = "extern __device__ int times(int, int);\n"
                           "extern \"C\" __global__ void scale(int *x) { x[threadIdx.x] = times(x[threadIdx.x], 3); }\n";

static std::string compile(const char *source, bool isIntermediate) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, source, "part.cu", 0, nullptr, nullptr);
  const char *options[] = {"-rdc=true", isIntermediate ? "-arch=sm_90" : "-arch=compute_90", "-dlto"};
  nvrtcCompileProgram(program, isIntermediate ? 3 : 2, options);
  size_t size = 0;
  isIntermediate ? nvrtcGetLTOIRSize(program, &size) : nvrtcGetPTXSize(program, &size);
  std::string code(size, 0);
  isIntermediate ? nvrtcGetLTOIR(program, &code[0]) : nvrtcGetPTX(program, &code[0]);
  nvrtcDestroyProgram(&program);
  return code;
}

static int run(const std::string &cubin) {
  CUmodule module;
  CUfunction function;
  if (CUresult r = cuModuleLoadData(&module, cubin.data()))
    return -int(r);
  cuModuleGetFunction(&function, module, "scale");
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

static void link(bool isIntermediate, bool isWhole) {
  const nvJitLinkInputType type = isIntermediate ? NVJITLINK_INPUT_LTOIR : NVJITLINK_INPUT_PTX;
  const std::string first = compile(callee, isIntermediate), second = compile(caller, isIntermediate);
  const char *options[] = {"-arch=sm_90", "-lto"};
  nvJitLinkHandle handle;
  nvJitLinkCreate(&handle, isIntermediate ? 2 : 1, options);
  if (isWhole)
    nvJitLinkAddData(handle, type, first.data(), first.size(), "first");
  nvJitLinkAddData(handle, type, second.data(), second.size(), "second");
  const nvJitLinkResult result = nvJitLinkComplete(handle);
  size_t size = 0;
  if (result == NVJITLINK_SUCCESS) {
    nvJitLinkGetLinkedCubinSize(handle, &size);
    std::string cubin(size, 0);
    nvJitLinkGetLinkedCubin(handle, &cubin[0]);
    printf("%s: %d\n", isIntermediate ? "LTO-IR" : "PTX", run(cubin));
  } else {
    nvJitLinkGetErrorLogSize(handle, &size);
    std::string log(size, 0);
    nvJitLinkGetErrorLog(handle, &log[0]);
    printf("undefined: %d, %s\n", int(result), log.find("times") != std::string::npos ? "named" : "not named");
  }
  nvJitLinkDestroy(&handle);
}

int main() {
  cudaFree(nullptr);
  link(false, true);
  link(true, true);
  link(false, false);
  const char *wrong[] = {"-arch=sm_90", "-Oops"};
  nvJitLinkHandle handle;
  printf("no architecture: %d, unknown option: %d, no handle: %d\n", nvJitLinkCreate(&handle, 0, nullptr),
         nvJitLinkCreate(&handle, 2, wrong), nvJitLinkDestroy(nullptr));
}
