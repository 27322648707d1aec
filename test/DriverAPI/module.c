/* Modules: text, files, options with logs, and what is none of them.

RUN: %cuda %s -o %t && %t %t.file | FileCheck %s
CHECK: ptxas application ptx input, line 4; error   : {{.*}}
CHECK: ptxas fatal   : Ptx assembly aborted due to errors
CHECK: ptxas info    : Compiling entry function 'saxpy'
CHECK: ptxas info    : Used {{[0-9]+}} registers
CHECK: done
*/
#include "check.h"
#include <sys/mman.h>

/* A page with DATA at its start: what says that it is longer is read as far as
 * the process can, which is not for its variables to suffer. */
static void *alone(const void *data, size_t bytes) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memcpy(page, data, bytes);
}

static const char *const bad = "\n.version 7.5\n.target sm_75\n"
                               ".visible .entry k() { frobnicate.u32 a, b; }\n";
static void *nonsense = (void *)0x1234;

static void *number(size_t n) { return (void *)n; }

static void logs(void) {
  CUmodule module;
  char errors[600] = "", infos[2000] = "", tiny[9] = "";
  CUjit_option options[] = {
      CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
      CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
      CU_JIT_LOG_VERBOSE, CU_JIT_MAX_REGISTERS, CU_JIT_OPTIMIZATION_LEVEL,
      CU_JIT_GENERATE_LINE_INFO, CU_JIT_TARGET_FROM_CUCONTEXT};
  void *values[] = {errors,      number(sizeof errors),
                    infos,       number(sizeof infos),
                    number(1),   number(32),
                    number(4),   number(1),
                    NULL};
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuModuleLoadDataEx(&module, bad, 9, options, values));
  printf("%s", errors);
  CHECK((size_t)values[1] == strlen(errors));
  CHECK((size_t)values[3] == strlen(infos));
  /* A buffer that is too small has the start, and its zero. */
  values[0] = tiny;
  values[1] = number(sizeof tiny);
  values[3] = number(sizeof infos);
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuModuleLoadDataEx(&module, bad, 9, options, values));
  CHECK(!strcmp(tiny, "ptxas ap") && (size_t)values[1] == 8);
  values[1] = number(sizeof tiny);
  values[3] = number(sizeof infos);
  OK(cuModuleLoadDataEx(&module, kernels, 9, options, values));
  CHECK(!tiny[0] && values[1] == NULL);
  printf("%s", infos);
  OK(cuModuleUnload(module));
  options[0] = (CUjit_option)99;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuModuleLoadDataEx(&module, kernels, 1, options, values));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuModuleLoadDataEx(&module, kernels, 1, NULL, NULL));
  options[0] = CU_JIT_OPTIMIZATION_LEVEL;
  values[0] = number(7);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuModuleLoadDataEx(&module, kernels, 1, options, values));
}

static void images(const char *path) {
  CUmodule module;
  FILE *file;
  static const char future[] = ".version 9.9\n.target sm_75\n";
  static const char device[] =
      ".version 8.0\n.target sm_90a\n.address_size 64\n";
  static const char noise[64] = "\x01\x02 this is nothing";
  static const char elf[64] = "\177ELF\002\001\001";
  static const unsigned container[] = {0xba55ed50, 0x00100001, 1000000, 0,
                                       1,          2};
  static const unsigned huge[] = {0xba55ed50, 0x00100001, ~0u, ~0u};
  static const unsigned short_[] = {0xba55ed50, 0x00100001, 8, 0, 1, 2};
  static const unsigned wrapper[6] = {0x466243b1, 1};

  FAILS(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, cuModuleLoadData(&module, future));
  OK(cuModuleLoadData(&module, device));
  OK(cuModuleUnload(module));
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&module, noise));
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&module, ""));
  FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&module, elf));
  FAILS(CUDA_ERROR_INVALID_IMAGE,
        cuModuleLoadData(&module, alone(container, sizeof container)));
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&module, huge));
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&module, short_));
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&module, wrapper));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuModuleLoadFatBinary(NULL, wrapper));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuModuleLoadData(&module, nonsense));
  OK(cuModuleLoadFatBinary(&module, kernels));
  OK(cuModuleUnload(module));
  FAILS(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, "/no/such/file"));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuModuleLoad(&module, NULL));
  file = fopen(path, "w");
  fputs(kernels, file);
  fclose(file);
  OK(cuModuleLoad(&module, path));
  OK(cuModuleUnload(module));
  /* A fat binary that ends in the middle. */
  file = fopen(path, "w");
  fwrite(container, 1, sizeof container, file);
  fclose(file);
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoad(&module, path));
}

int main(int argc, char **argv) {
  CUcontext first, second;
  CUmodule module = NULL;
  CUfunction function, functions[9];
  CUmoduleLoadingMode mode;
  CUdeviceptr numbers = 0;
  size_t bytes = 0;
  unsigned count = 0, value = 0;
  (void)argc;

  OK(cuInit(0));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuModuleLoadData(&module, kernels));
  first = start();
  OK(cuModuleGetLoadingMode(&mode));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuModuleGetLoadingMode(NULL));
  OK(cuModuleLoadData(&module, kernels));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuModuleLoadData(NULL, kernels));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuModuleLoadData(&module, NULL));
  OK(cuModuleGetFunction(&function, module, "put"));
  FAILS(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, module, "none"));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuModuleGetFunction(&function, module, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuModuleGetFunction(NULL, module, "put"));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuModuleGetFunction(&function, nonsense, "put"));
  OK(cuModuleGetFunctionCount(&count, module));
  CHECK(count == 4);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuModuleGetFunctionCount(NULL, module));
  OK(cuModuleEnumerateFunctions(functions, 4, module));
  CHECK(functions[1] == function);
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuModuleEnumerateFunctions(functions, 4, nonsense));
  OK(cuModuleGetGlobal(&numbers, &bytes, module, "numbers"));
  CHECK(bytes == 16);
  OK(cuMemcpyDtoH(&value, numbers + 4, 4));
  CHECK(value == 2);
  OK(cuModuleGetGlobal(&numbers, NULL, module, "factor"));
  OK(cuMemcpyDtoH(&value, numbers, 4));
  CHECK(value == 3);
  FAILS(CUDA_ERROR_NOT_FOUND,
        cuModuleGetGlobal(&numbers, &bytes, module, "none"));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuModuleGetGlobal(NULL, NULL, module, "numbers"));
  /* A context knows its own modules only. */
  OK(cuCtxCreate(&second, NULL, 0, 0));
  FAILS(CUDA_ERROR_INVALID_CONTEXT,
        cuModuleGetFunction(&function, module, "put"));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuModuleUnload(module));
  OK(cuCtxDestroy(second));
  OK(cuCtxSetCurrent(first));
  logs();
  images(argv[1]);
  OK(cuModuleUnload(module));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(module));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(&value, numbers, 4));
  return finish();
}
