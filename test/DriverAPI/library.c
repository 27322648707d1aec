/* Libraries and their kernels, which need no context.

RUN: %cuda %s -o %t && %t %t.ptx | FileCheck %s
CHECK: done
*/
#include "check.h"

static void *nonsense = (void *)0x1234;

int main(int argc, char **argv) {
  CUlibrary library, fromFile, owner = NULL;
  CUkernel kernel, scale, all[9];
  CUfunction function;
  CUmodule module;
  CUcontext context;
  CUdeviceptr pointer = 0;
  CUlibraryOption preserved = CU_LIBRARY_BINARY_IS_PRESERVED,
                  unknown = (CUlibraryOption)9;
  void *yes = (void *)1;
  const char *name = NULL;
  size_t bytes = 0, offset = 99;
  unsigned count = 0, value = 5;
  int attribute = 0;
  FILE *file;
  void *params[] = {&pointer, &value};
  (void)argc;

  FAILS(CUDA_ERROR_NOT_INITIALIZED,
        cuLibraryLoadData(&library, kernels, 0, 0, 0, 0, 0, 0));
  OK(cuInit(0));
  OK(cuLibraryLoadData(&library, kernels, NULL, NULL, 0, &preserved, &yes, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLibraryLoadData(&library, kernels, NULL, NULL, 0, &unknown, &yes, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLibraryLoadData(NULL, kernels, NULL, NULL, 0, NULL, NULL, 0));
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuLibraryLoadData(&fromFile, "some text", NULL, NULL, 0, NULL, NULL,
                          0));
  OK(cuLibraryGetKernel(&kernel, library, "put"));
  OK(cuLibraryGetKernel(&scale, library, "scale"));
  FAILS(CUDA_ERROR_NOT_FOUND, cuLibraryGetKernel(&kernel, library, "none"));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuLibraryGetKernel(&kernel, nonsense, "put"));
  OK(cuLibraryGetKernelCount(&count, library));
  CHECK(count == 4);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLibraryGetKernelCount(NULL, library));
  OK(cuLibraryEnumerateKernels(all, 4, library));
  CHECK(all[1] == kernel);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLibraryEnumerateKernels(NULL, 4, library));
  OK(cuKernelGetName(&name, kernel));
  CHECK(!strcmp(name, "put"));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuKernelGetName(&name, nonsense));
  OK(cuKernelGetLibrary(&owner, kernel));
  CHECK(owner == library);
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuKernelGetLibrary(&owner, nonsense));
  OK(cuKernelGetParamInfo(kernel, 1, &offset, &bytes));
  CHECK(offset == 8 && bytes == 4);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuKernelGetParamInfo(kernel, 2, &offset, &bytes));
  OK(cuKernelGetAttribute(&attribute, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 0));
  CHECK(attribute > 0);
  FAILS(CUDA_ERROR_INVALID_DEVICE,
        cuKernelGetAttribute(&attribute, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel,
                             1));
  OK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                          60000, kernel, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_NUM_REGS, 4, kernel, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                             1 << 20, kernel, 0));
  OK(cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, 0));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuKernelSetCacheConfig(nonsense, CU_FUNC_CACHE_PREFER_L1, 0));
  OK(cuLibraryGetManaged(&pointer, &bytes, library, "both"));
  CHECK(bytes == 8 && ((int *)pointer)[1] == 7);
  FAILS(CUDA_ERROR_NOT_FOUND,
        cuLibraryGetManaged(&pointer, &bytes, library, "numbers"));
  FAILS(CUDA_ERROR_NOT_FOUND,
        cuLibraryGetManaged(&pointer, &bytes, library, "factor"));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuLibraryGetManaged(&pointer, &bytes, nonsense, "both"));
  FAILS(CUDA_ERROR_NOT_FOUND,
        cuLibraryGetManaged(&pointer, &bytes, library, "none"));
  FAILS(CUDA_ERROR_INVALID_CONTEXT,
        cuLibraryGetGlobal(&pointer, &bytes, library, "numbers"));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuKernelGetFunction(&function, kernel));

  context = start();
  OK(cuLibraryGetGlobal(&pointer, &bytes, library, "numbers"));
  CHECK(bytes == 16);
  FAILS(CUDA_ERROR_NOT_FOUND,
        cuLibraryGetGlobal(&pointer, &bytes, library, "none"));
  /* A kernel passes for a function. */
  OK(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 1, 1, 1, 55000, NULL, params,
                    NULL));
  OK(cuLaunchKernel((CUfunction)scale, 1, 1, 1, 1, 1, 1, 0, NULL, params,
                    NULL));
  OK(cuMemcpyDtoH(&value, pointer, 4));
  CHECK(value == 15);
  OK(cuKernelGetFunction(&function, kernel));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuKernelGetFunction(&function, nonsense));
  OK(cuFuncGetAttribute(&attribute,
                        CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                        function));
  CHECK(attribute == 60000);
  /* What is set for the kernel is for a function that is there, too. */
  OK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                          50000, kernel, 0));
  OK(cuFuncGetAttribute(&attribute,
                        CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                        function));
  CHECK(attribute == 50000);
  OK(cuLibraryGetModule(&module, library));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuLibraryGetModule(&module, nonsense));
  FAILS(CUDA_ERROR_NOT_PERMITTED, cuModuleUnload(module));
  /* Another context has variables of its own. */
  OK(cuCtxCreate(&context, NULL, 0, 0));
  OK(cuLibraryGetGlobal(&pointer, NULL, library, "numbers"));
  OK(cuMemcpyDtoH(&value, pointer, 4));
  CHECK(value == 1);
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuFuncLoad(function));
  OK(cuCtxDestroy(context));

  file = fopen(argv[1], "w");
  fputs(kernels, file);
  fclose(file);
  OK(cuLibraryLoadFromFile(&fromFile, argv[1], NULL, NULL, 0, NULL, NULL, 0));
  FAILS(CUDA_ERROR_FILE_NOT_FOUND,
        cuLibraryLoadFromFile(&fromFile, "/no/such", NULL, NULL, 0, NULL, NULL,
                              0));
  OK(cuLibraryUnload(fromFile));
  OK(cuLibraryUnload(library));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuLibraryUnload(library));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 1, 1, 1, 0, NULL, params,
                       NULL));
  return finish();
}
