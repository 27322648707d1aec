/* The library comes and goes, beside another LLVM or not, and modules do without
 * leaving memory behind.

UNSUPPORTED: sanitized
RUN: %cuda %s -ldl -o %t && %t %libraries/libcuda.so.1 | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <dlfcn.h>
#include <unistd.h>

static long residentPages(void) {
  long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2)
    ++failures;
  if (file)
    fclose(file);
  return resident;
}

static void round_(void) {
  CUmodule module;
  CUfunction put;
  CUdeviceptr p;
  unsigned value = 4, got = 0;
  void *params[] = {&p, &value};
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
  OK(cuMemAlloc(&p, 1 << 16));
  OK(cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  OK(cuMemcpyDtoH(&got, p, 4));
  CHECK(got == 4);
  OK(cuMemFree(p));
  OK(cuModuleUnload(module));
}

int main(int argc, char **argv) {
  long before;
  (void)argc;
  /* Copies of the library that this program is not linked to. */
  for (int i = 0; i < 3; ++i) {
    void *library = dlmopen(LM_ID_NEWLM, argv[1], RTLD_NOW | RTLD_LOCAL);
    CUresult (*init)(unsigned);
    CHECK(library);
    if (!library) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    init = (CUresult(*)(unsigned))dlsym(library, "cuInit");
    CHECK(init && init(0) == CUDA_SUCCESS);
    CHECK(dlclose(library) == 0);
  }
  /* Where there is one, the names of its symbols are those that ours has. */
  CHECK(!dlsym(RTLD_DEFAULT, "LLVMContextCreate"));
  dlopen("libLLVM-19.so.1", RTLD_NOW | RTLD_GLOBAL);
  start();
  for (int i = 0; i < 200; ++i)
    round_();
  before = residentPages();
  for (int i = 0; i < 1000; ++i)
    round_();
  /* A page a round would be a leak. */
  CHECK(residentPages() - before < 500);
  OK(cuDevicePrimaryCtxRelease(0));
  return finish();
}
