/* Initialization, errors and entry points.

RUN: %cuda %s -ldl -o %t && %t | FileCheck %s
RUN: env HEDDLE_LOG=1 %t 2>&1 | FileCheck %s --check-prefix=LOG
RUN: env CUDA_VISIBLE_DEVICES= %t hidden | FileCheck %s
RUN: env CUDA_VISIBLE_DEVICES=7 %t hidden | FileCheck %s
RUN: env HEDDLE_DEVICE=sm_20 %t hidden 2>&1 | FileCheck %s --check-prefix=UNKNOWN
CHECK: done
LOG: heddle: cuMemAlloc_v2: CUDA_ERROR_NOT_INITIALIZED
LOG: heddle: cuMulticastCreate: CUDA_ERROR_NOT_SUPPORTED: this function is not implemented
UNKNOWN: heddle: HEDDLE_DEVICE: unknown device 'sm_20'; known: sm_10, sm_11, sm_12, sm_13, sm_35, sm_50, sm_52, sm_60, sm_61, sm_70, sm_75, sm_80, sm_86, sm_89, sm_90, sm_100, sm_103, sm_110, sm_120, sm_121
UNKNOWN-NOT: HEDDLE_DEVICE
*/
#include "check.h"

CUresult cuMulticastCreate(void);

static void errors(void) {
  const char *text = "";
  OK(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &text));
  CHECK(!strcmp(text, "CUDA_ERROR_OUT_OF_MEMORY"));
  OK(cuGetErrorString(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
  CHECK(!strcmp(text, "an illegal memory access was encountered"));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGetErrorName((CUresult)12345, &text));
  CHECK(!text);
  text = "";
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGetErrorString((CUresult)-1, &text));
  CHECK(!text);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGetErrorName(CUDA_SUCCESS, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGetErrorString(CUDA_SUCCESS, NULL));
}

static void entryPoints(void) {
  void *function = NULL, *other = NULL;
  CUdriverProcAddressQueryResult status;
  int version = 0;
  OK(cuGetProcAddress("cuDriverGetVersion", &function, 12000, 0, &status));
  CHECK(status == CU_GET_PROC_ADDRESS_SUCCESS);
  OK(((CUresult(*)(int *))function)(&version));
  CHECK(version == 13000);
  /* The version that is asked for decides. */
  OK(cuGetProcAddress("cuCtxCreate", &function, 11000, 0, NULL));
  CHECK(function == (void *)heddle_cuCtxCreate_v2);
  OK(cuGetProcAddress("cuCtxCreate", &function, 13000, 0, NULL));
  CHECK(function == (void *)cuCtxCreate);
  OK(heddle_cuGetProcAddress("cuCtxCreate", &function, 11040, 0));
  CHECK(function == (void *)heddle_cuCtxCreate_v3);
  OK(cuGetProcAddress("cuMemAlloc", &function, 1000, 0, &status));
  CHECK(!function && status == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  OK(cuGetProcAddress("cuNothing", &function, 13000, 0, &status));
  CHECK(!function && status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  OK(cuGetProcAddress("", &function, 0, 0, NULL));
  FAILS(CUDA_ERROR_NOT_FOUND,
        heddle_cuGetProcAddress("cuNothing", &function, 13000, 0));
  /* Stream 0 of the thread, where there is such a form. */
  OK(cuGetProcAddress("cuLaunchKernel", &function, 13000, 0, NULL));
  OK(cuGetProcAddress("cuLaunchKernel", &other, 13000, 2, NULL));
  CHECK(function && other && function != other);
  OK(cuGetProcAddress("cuInit", &function, 13000, 0, NULL));
  OK(cuGetProcAddress("cuInit", &other, 13000, 2, NULL));
  CHECK(function && function == other);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGetProcAddress("cuInit", &function, 13010, 0, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGetProcAddress(NULL, &function, 13000, 0, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGetProcAddress("cuInit", NULL, 13000, 0, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGetProcAddress("cuInit", &function, 13000, 9, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        heddle_cuGetProcAddress(NULL, &function, 13000, 0));
}

int main(int argc, char **argv) {
  CUdeviceptr pointer = 0;
  const void *table = "";
  CUuuid id = {{0}};
  int version = 0, count = 0;
  (void)argv;

  FAILS(CUDA_ERROR_NOT_INITIALIZED, cuMemAlloc(&pointer, 4));
  FAILS(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&count));
  OK(cuDriverGetVersion(&version));
  CHECK(version == 13000);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDriverGetVersion(NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuInit(1));
  if (argc > 1) {
    FAILS(CUDA_ERROR_NO_DEVICE, cuInit(0));
    FAILS(CUDA_ERROR_NO_DEVICE, cuInit(0));
    FAILS(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&count));
    return finish();
  }
  OK(cuInit(0));
  OK(cuInit(0));
  errors();
  entryPoints();
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuMulticastCreate());
  FAILS(CUDA_ERROR_NOT_FOUND, cuGetExportTable(&table, &id));
  CHECK(!table);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGetExportTable(NULL, &id));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuProfilerStart());
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuProfilerStop());
  start();
  OK(cuProfilerStart());
  OK(cuProfilerStop());
  return finish();
}
