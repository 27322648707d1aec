/* Devices.

RUN: %cuda %s -o %t
RUN: %t | FileCheck %s --check-prefixes=CHECK,H100
RUN: env HEDDLE_DEVICE=sm_35 %t | FileCheck %s --check-prefixes=CHECK,K40
RUN: env HEDDLE_DEVICE=sm_75 %t | FileCheck %s --check-prefixes=CHECK,T4
RUN: env HEDDLE_DEVICE=sm_89 %t | FileCheck %s --check-prefixes=CHECK,RTX4090
RUN: env HEDDLE_DEVICE=sm_100 %t | FileCheck %s --check-prefixes=CHECK,B200
RUN: env HEDDLE_DEVICE=sm_120 %t | FileCheck %s --check-prefixes=CHECK,RTX5090
RUN: env HEDDLE_DEVICE=sm_60 %t | FileCheck %s --check-prefixes=CHECK,P100
RUN: env HEDDLE_DEVICE=sm_70 %t | FileCheck %s --check-prefixes=CHECK,V100
RUN: env HEDDLE_DEVICE=sm_103 %t | FileCheck %s --check-prefixes=CHECK,B300
RUN: env HEDDLE_DEVICE=sm_110 %t | FileCheck %s --check-prefixes=CHECK,THOR
RUN: env HEDDLE_DEVICE=sm_121 %t | FileCheck %s --check-prefixes=CHECK,GB10
P100: Tesla P100-SXM2-16GB (Heddle): 6.0, 56 SMs, 2048 threads, 49152 shared, [[#]] bytes
V100: Tesla V100-SXM2-16GB (Heddle): 7.0, 80 SMs, 2048 threads, 98304 shared, [[#]] bytes
B300: B300 (Heddle): 10.3, 148 SMs, 2048 threads, 232448 shared, [[#]] bytes
THOR: NVIDIA Thor (Heddle): 11.0, 20 SMs, 1536 threads, 232448 shared, [[#]] bytes
GB10: GB10 (Heddle): 12.1, 48 SMs, 1536 threads, 101376 shared, [[#]] bytes
H100: H100 80GB HBM3 (Heddle): 9.0, 132 SMs, 2048 threads, 232448 shared, [[#]] bytes
K40: Tesla K40c (Heddle): 3.5, 15 SMs, 2048 threads, 49152 shared, 12884901888 bytes
T4: Tesla T4 (Heddle): 7.5, 40 SMs, 1024 threads, 65536 shared, 17179869184 bytes
RTX4090: GeForce RTX 4090 (Heddle): 8.9, 128 SMs, 1536 threads, 101376 shared, [[#]] bytes
B200: B200 (Heddle): 10.0, 148 SMs, 2048 threads, 232448 shared, [[#]] bytes
RTX5090: GeForce RTX 5090 (Heddle): 12.0, 170 SMs, 1536 threads, 101376 shared, [[#]] bytes
CHECK: done
*/
#include "check.h"

static int attribute(int id) {
  int value = -1;
  OK(cuDeviceGetAttribute(&value, (CUdevice_attribute)id, 0));
  return value;
}

int main(void) {
  CUdevice device = -1;
  char name[100], small[5];
  CUuuid id, other;
  size_t bytes = 0;
  int count = 0, major = 0, minor = 0, can = 1, value;

  FAILS(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGet(&device, 0));
  OK(cuInit(0));
  OK(cuDeviceGetCount(&count));
  CHECK(count == 1);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceGetCount(NULL));
  OK(cuDeviceGet(&device, 0));
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, 1));
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, -1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceGet(NULL, 0));

  OK(cuDeviceGetName(name, sizeof name, device));
  OK(cuDeviceGetName(small, sizeof small, device));
  CHECK(strlen(small) == 4 && !strncmp(small, name, 4));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceGetName(NULL, 9, device));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceGetName(name, 0, device));
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetName(name, 9, 3));

  OK(cuDeviceGetUuid(&id, device));
  OK(heddle_cuDeviceGetUuid(&other, device));
  CHECK(!memcmp(&id, &other, sizeof id));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceGetUuid(NULL, device));
  FAILS(CUDA_ERROR_INVALID_DEVICE, heddle_cuDeviceGetUuid(&id, 1));

  OK(cuDeviceTotalMem(&bytes, device));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceTotalMem(NULL, device));
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDeviceTotalMem(&bytes, 1));

  OK(cuDeviceComputeCapability(&major, &minor, device));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuDeviceComputeCapability(&major, NULL, device));
  CHECK(major == attribute(75) && minor == attribute(76));
  printf("%s: %d.%d, %d SMs, %d threads, %d shared, %zu bytes\n", name, major,
         minor, attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
         attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR),
         attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
         bytes);
  CHECK(attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE) == 32);
  CHECK(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK) == 49152);
  for (int i = 1; i < CU_DEVICE_ATTRIBUTE_MAX; ++i)
    attribute(i);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuDeviceGetAttribute(&value, (CUdevice_attribute)0, device));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuDeviceGetAttribute(&value, (CUdevice_attribute)5000, device));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuDeviceGetAttribute(NULL, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
  FAILS(CUDA_ERROR_INVALID_DEVICE,
        cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1));

  OK(cuDeviceGetPCIBusId(name, sizeof name, device));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceGetPCIBusId(NULL, 13, device));
  device = -1;
  OK(cuDeviceGetByPCIBusId(&device, name));
  OK(cuDeviceGetByPCIBusId(&device, name + 5));
  CHECK(device == 0);
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetByPCIBusId(&device, "77:00.0"));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceGetByPCIBusId(&device, NULL));

  OK(cuDeviceCanAccessPeer(&can, 0, 0));
  CHECK(!can);
  FAILS(CUDA_ERROR_INVALID_DEVICE, cuDeviceCanAccessPeer(&can, 0, 1));
  return finish();
}
