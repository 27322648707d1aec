/* Linking: the calls, and an input whose object can be loaded.

RUN: %cuda %s -o %t && %t %t.ptx | FileCheck %s
CHECK: done
*/
#include "check.h"

int main(int argc, char **argv) {
  CUlinkState state, other;
  CUmodule module;
  CUfunction function;
  CUjit_option option = CU_JIT_OPTIMIZATION_LEVEL, unknown = (CUjit_option)77;
  void *value = (void *)3, *object = NULL;
  size_t bytes = 0;
  FILE *file;
  (void)argc;

  start();
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLinkCreate(0, NULL, NULL, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLinkCreate(1, &unknown, &value, &state));
  OK(cuLinkCreate(1, &option, &value, &state));
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuLinkComplete(state, &object, &bytes));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLinkAddData(state, CU_JIT_INPUT_PTX, NULL, 4, NULL, 0, NULL, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLinkAddData(state, (CUjitInputType)50, (void *)kernels, 4, NULL, 0,
                      NULL, NULL));
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuLinkAddData(state, CU_JIT_INPUT_PTX, ".version 7.0\n.target x", 20,
                      "bad", 0, NULL, NULL));
  OK(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)kernels,
                   strlen(kernels) + 1, "kernels", 0, NULL, NULL));
  OK(cuLinkComplete(state, &object, &bytes));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)kernels,
                      strlen(kernels) + 1, "again", 0, NULL, NULL));
  CHECK(bytes > 100 && !memcmp(object, "\177ELF", 4));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLinkComplete(state, NULL, &bytes));
  OK(cuModuleLoadData(&module, object));
  OK(cuLinkDestroy(state));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuLinkDestroy(state));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuLinkComplete(state, &object, &bytes));
  OK(cuModuleGetFunction(&function, module, "saxpy"));

  file = fopen(argv[1], "w");
  fputs(kernels, file);
  fclose(file);
  OK(cuLinkCreate(0, NULL, NULL, &other));
  FAILS(CUDA_ERROR_FILE_NOT_FOUND,
        cuLinkAddFile(other, CU_JIT_INPUT_PTX, "/no/such", 0, NULL, NULL));
  FAILS(CUDA_ERROR_NOT_SUPPORTED,
        cuLinkAddFile(other, CU_JIT_INPUT_NVVM, argv[1], 0, NULL, NULL));
  OK(cuLinkAddFile(other, CU_JIT_INPUT_PTX, argv[1], 0, NULL, NULL));
  OK(cuLinkComplete(other, &object, NULL));
  OK(cuLinkDestroy(other));
  return finish();
}
