/* Functions and occupancy.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"

static void *nonsense = (void *)0x1234;
static size_t byThreads(int threads) {
  int count;
  OK(cuDeviceGetCount(&count));
  return (size_t)threads * 16;
}

static int attribute(CUfunction f, int id) {
  int value = -7;
  OK(cuFuncGetAttribute(&value, (CUfunction_attribute)id, f));
  return value;
}

static void occupancy(CUfunction f) {
  int blocks = 0, other = 0, grid = 0, threads = 0;
  size_t shared = 0;
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 256, 0));
  CHECK(blocks == 8);
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&other, f, 256, 0,
                                                          1));
  CHECK(blocks == other);
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 256, 100000));
  CHECK(blocks == 2);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 0, 0));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nonsense, 32, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, f, 32, 0,
                                                             7));
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &threads, f, NULL, 0, 0));
  CHECK(threads == 1024 && grid == 2 * 132);
  OK(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &threads, f, byThreads, 0,
                                               100, 0));
  CHECK(threads > 0 && threads <= 100);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuOccupancyMaxPotentialBlockSize(NULL, &threads, f, NULL, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &threads, f, NULL, 0,
                                                  -1, 0));
  OK(cuOccupancyAvailableDynamicSMemPerBlock(&shared, f, 2, 256));
  CHECK(shared > 100000 && shared < 233472 / 2);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuOccupancyAvailableDynamicSMemPerBlock(&shared, f, 99, 256));
}

int main(void) {
  CUmodule module, owner = NULL;
  CUfunction saxpy, shared;
  CUfunctionLoadingState state;
  const char *name = NULL;
  size_t offset = 0, bytes = 0;
  int value;

  start();
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&saxpy, module, "saxpy"));
  OK(cuModuleGetFunction(&shared, module, "shared_sum"));
  CHECK(attribute(saxpy, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK) == 1024);
  CHECK(attribute(saxpy, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES) == 0);
  CHECK(attribute(shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES) == 1024);
  CHECK(attribute(saxpy, CU_FUNC_ATTRIBUTE_NUM_REGS) > 0);
  CHECK(attribute(saxpy, CU_FUNC_ATTRIBUTE_PTX_VERSION) == 75);
  CHECK(attribute(saxpy, CU_FUNC_ATTRIBUTE_BINARY_VERSION) == 90);
  for (int i = 0; i < CU_FUNC_ATTRIBUTE_MAX; ++i)
    attribute(saxpy, i);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX, saxpy));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuFuncGetAttribute(NULL, CU_FUNC_ATTRIBUTE_NUM_REGS, saxpy));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, nonsense));
  CHECK(attribute(shared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) ==
        47 * 1024);
  OK(cuFuncSetAttribute(shared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                        100000));
  CHECK(attribute(shared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) ==
        100000);
  OK(cuFuncSetAttribute(
      shared, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 50));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuFuncSetAttribute(
            shared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 232448));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuFuncSetAttribute(
            shared, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 101));
  OK(cuFuncSetCacheConfig(saxpy, CU_FUNC_CACHE_PREFER_SHARED));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuFuncSetCacheConfig(saxpy, (CUfunc_cache)8));
  OK(cuFuncSetSharedMemConfig(saxpy, CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
  FAILS(CUDA_ERROR_INVALID_HANDLE,
        cuFuncSetSharedMemConfig(nonsense,
                                 CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
  OK(cuFuncGetModule(&owner, saxpy));
  CHECK(owner == module);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuFuncGetModule(NULL, saxpy));
  OK(cuFuncGetName(&name, saxpy));
  CHECK(!strcmp(name, "saxpy"));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuFuncGetName(&name, nonsense));
  OK(cuFuncGetParamInfo(saxpy, 3, &offset, &bytes));
  CHECK(offset == 20 && bytes == 4);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuFuncGetParamInfo(saxpy, 4, &offset, NULL));
  OK(cuFuncIsLoaded(&state, saxpy));
  CHECK(state == CU_FUNCTION_LOADING_STATE_LOADED);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuFuncIsLoaded(NULL, saxpy));
  OK(cuFuncLoad(saxpy));
  occupancy(saxpy);
  OK(cuModuleUnload(module));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuFuncLoad(saxpy));
  return finish();
}
