/* Devices of compute capability 1.0 to 1.3: machine code of old compilers, alone
 * and in fat binaries and programs, PTX, and the calls of their time, whose
 * device pointers have 32 bits.

DEFINE: %{make} = python3 %S/../Object/Inputs/make_cubin.py
DEFINE: %{wrap} = python3 %S/../Object/Inputs/wrap_cubin.py
RUN: ptxas-lite -arch=sm_10 %S/Inputs/tesla.ptx -o %t.ours
RUN: ptxas-lite -arch=sm_13 %S/Inputs/tesla.ptx -o %t.ours13
RUN: %{make} text %t.ours %t.text
RUN: %{make} elf32 %t.ours %t.elf32
RUN: %{make} elf64 %t.ours %t.elf64
RUN: %{make} elf32 %t.ours13 %t.elf13
RUN: %{wrap} new %t.new %t.elf32 %t.elf13
RUN: %{wrap} packed %t.packed %t.elf32
RUN: %{wrap} program %t.program %t.text
RUN: %cuda %s -o %t
DEFINE: %{alone} = %t.ours %t.text %t.elf32 %t.elf64
DEFINE: %{within} = %t.new %t.packed %t.program %S/Inputs/tesla.ptx
DEFINE: %{early} = %t %t.text %t.elf13 %{alone} %{within}
DEFINE: %{device} =
DEFINE: %{engine} =
DEFINE: %{run} = env HEDDLE_DEVICE=%{device} HEDDLE_ENGINE=%{engine}
REDEFINE: %{device} = sm_10
REDEFINE: %{engine} = auto
RUN: %{run} %{early} | FileCheck %s --check-prefixes=CHECK,G80
REDEFINE: %{device} = sm_11
REDEFINE: %{engine} = translated
RUN: %{run} %{early} | FileCheck %s --check-prefixes=CHECK,G84
REDEFINE: %{device} = sm_12
REDEFINE: %{engine} = interpreter
RUN: %{run} %{early} | FileCheck %s --check-prefixes=CHECK,GT215
REDEFINE: %{device} = sm_13
DEFINE: %{latest} = %t %t.text - %{alone} %{within} %t.elf13 %t.ours13
RUN: %{run} %{latest} | FileCheck %s --check-prefixes=CHECK,GT200
G80: 8800 GTX (Heddle): 1.0, 16 SMs, 768 threads, 8192 registers, 16384 shared
G84: 9800 GTX (Heddle): 1.1, 16 SMs, 768 threads, 8192 registers, 16384 shared
GT215: GT 240 (Heddle): 1.2, 12 SMs, 1024 threads, 16384 registers, 16384 shared
GT200: 280 (Heddle): 1.3, 30 SMs, 1024 threads, 16384 registers, 16384 shared
CHECK: done

An access outside is a fault that names the nearest buffer; a later device takes
no such code, and its pointers have no room in 32 bits.
RUN: env HEDDLE_DEVICE=sm_10 %t fault %t.elf32 > %t.out 2>&1
RUN: FileCheck %s --check-prefix=FAULT --input-file=%t.out
FAULT: fault: invalid __global__ read of size 4
FAULT-SAME: is 0 bytes after buffer 'param0' (parameter 0, 32 bytes)
FAULT: done
RUN: env HEDDLE_LOG=1 %t late %t.text %t.elf32 %t.new > %t.out 2>&1
RUN: FileCheck %s --check-prefix=LATE --input-file=%t.out
LATE: cuModuleLoad: CUDA_ERROR_NO_BINARY_FOR_GPU:
LATE-SAME: the object is for g80 (sm_10), and does not run on the device
LATE: device pointers of 32 bits are for devices of compute capability 1.0 to
LATE: done
*/
#include "check.h"
#include <stdint.h>

static int attribute(int id) {
  int value = -1;
  OK(cuDeviceGetAttribute(&value, (CUdevice_attribute)id, 0));
  return value;
}

static void describe(void) {
  char name[100];
  int major = 0, minor = 0;
  unsigned bytes = 0;
  OK(cuDeviceGetName(name, sizeof name, 0));
  OK(cuDeviceComputeCapability(&major, &minor, 0));
  printf("%s: %d.%d, %d SMs, %d threads, %d registers, %d shared\n", name,
         major, minor, attribute(16), attribute(39), attribute(12),
         attribute(8));
  CHECK(attribute(1) == 512 && attribute(7) == 1 && attribute(9) == 65536);
  CHECK(!attribute(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING));
  CHECK(!attribute(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY));
  CHECK(!attribute(CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS));
  OK(heddle_cuDeviceTotalMem(&bytes, 0));
  CHECK(bytes >= 512u << 20);
  FAILS(CUDA_ERROR_INVALID_DEVICE, heddle_cuDeviceTotalMem(&bytes, 1));
}

/* Adds n, 3 and its place to each of 8 numbers. */
static void run(CUmodule module, unsigned numbers) {
  CUfunction add;
  int got[8];
  OK(heddle_cuMemsetD32(numbers, 5, 8));
  OK(cuModuleGetFunction(&add, module, "sum"));
  OK(cuFuncSetBlockShape(add, 4, 1, 1));
  OK(cuParamSeti(add, 0, numbers));
  OK(cuParamSeti(add, 4, 7));
  OK(cuParamSetSize(add, 8));
  OK(cuLaunchGrid(add, 2, 1));
  OK(heddle_cuMemcpyDtoH(got, numbers, sizeof got));
  for (int i = 0; i != 8; ++i)
    CHECK(got[i] == 5 + 7 + 3 + i);
}

static char *readWhole(const char *path) {
  FILE *file = fopen(path, "rb");
  char *data = calloc(1, 1 << 20);
  CHECK(file && fread(data, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  return data;
}

/* What compilers before CUDA 4 put into programs. */
static void oldFatBinary(char *text, char *elf, size_t bytes, char *ptx,
                         unsigned numbers) {
  struct {
    const char *profile, *text;
  } texts[] = {{"sm_10", text}, {NULL, NULL}},
    ptxs[] = {{"compute_20", "none"}, {"compute_10", ptx}, {NULL, NULL}};
  struct {
    const char *profile, *elf;
    void *next;
    unsigned size;
  } elfs[] = {{"sm_20", elf, elfs + 1, 4},
              {"sm_10", elf, NULL, (unsigned)bytes}};
  struct {
    unsigned long magic, version, info;
    const char *key, *ident, *mode;
    void *ptx, *cubin, *debug, *debugInfo;
    unsigned flags;
    void *exported, *imported, *dependends;
    unsigned characteristic;
    void *elf;
  } fat = {0x1ee55a01, 4,    0, "key", "k.cu", "",   NULL, NULL,
           NULL,       NULL, 0, NULL,  NULL,   NULL, 0,    NULL};
  CUmodule module;
  FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadFatBinary(&module, &fat));
  for (int i = 0; i != 3; ++i) {
    fat.cubin = i == 0 ? texts : NULL;
    fat.elf = i == 1 ? elfs : NULL;
    fat.ptx = i == 2 ? ptxs : NULL;
    OK(cuModuleLoadFatBinary(&module, &fat));
    run(module, numbers);
    OK(cuModuleUnload(module));
  }
  fat.ptx = (void *)16;
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&module, &fat));
}

static void textOnly(const char *path, CUdeviceptr numbers) {
  CUmodule module;
  CUfunction add;
  unsigned n = 1, place = (unsigned)numbers;
  void *params[] = {&place, &n};
  unsigned block[100] = {place, n};
  size_t size = 8;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, block,
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  OK(cuModuleLoad(&module, path));
  OK(cuModuleGetFunction(&add, module, "sum"));
  /* The file does not say where they go. */
  FAILS(CUDA_ERROR_INVALID_IMAGE,
        cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  OK(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
  size = sizeof block;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
  OK(cuFuncSetBlockShape(add, 513, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunchGrid(add, 1, 1));
  OK(cuModuleUnload(module));
}

static void memory(void) {
  CUstream stream;
  CUevent event;
  CUcontext context;
  CUdeviceptr wide = 0;
  void *host = NULL;
  unsigned p = 0, q = 0, base = 0, bytes = 0, pitch = 0, free = 0, total = 0;
  unsigned char got[64] = {0}, sent[64];
  memset(sent, 9, sizeof sent);
  OK(heddle_cuCtxCreate(&context, 0, 0));
  FAILS(CUDA_ERROR_INVALID_DEVICE, heddle_cuCtxCreate(&context, 0, 7));
  OK(heddle_cuMemGetInfo(&free, &total));
  CHECK(free && free <= total);
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemGetInfo(NULL, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemAlloc(&p, 0));
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, heddle_cuMemAlloc(&p, 0xf0000000u));
  OK(heddle_cuMemAlloc(&p, 64));
  OK(heddle_cuMemAllocPitch(&q, &pitch, 16, 4, 4));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemAllocPitch(&q, &pitch, 16, 4, 3));
  CHECK(p && q && pitch >= 16);
  OK(heddle_cuMemGetAddressRange(&base, &bytes, p + 5));
  CHECK(base == p && bytes == 64);
  FAILS(CUDA_ERROR_NOT_FOUND, heddle_cuMemGetAddressRange(&base, &bytes, 16));
  OK(cuStreamCreate(&stream, 0));
  OK(cuEventCreate(&event, 0));
  OK(heddle_cuMemcpyHtoD(p, sent, 64));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemcpyHtoD(p, sent, 65));
  OK(heddle_cuMemcpyDtoD(q, p, 16));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemcpyDtoD(16, p, 16));
  OK(heddle_cuMemcpyDtoH(got, q, 16));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemcpyDtoH(got, 16, 16));
  CHECK(got[0] == 9 && got[15] == 9);
  OK(heddle_cuMemsetD8(p, 1, 64));
  OK(heddle_cuMemsetD16(p, 0x202, 16));
  OK(heddle_cuMemsetD2D8(q, pitch, 4, 2, 2));
  OK(heddle_cuMemsetD2D16(q, pitch, 0x505, 1, 1));
  OK(heddle_cuMemsetD2D32(q + 4, pitch, 0x6060606, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemsetD8(16, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemsetD16(p + 1, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemsetD32(p, 1, 17));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemsetD2D8(16, 16, 1, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemsetD2D16(16, 16, 1, 1, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemsetD2D32(16, 16, 1, 1, 1));
  OK(heddle_cuMemcpyDtoHAsync(got, p, 64, stream));
  CHECK(got[0] == 2 && got[31] == 2 && got[32] == 1);
  OK(heddle_cuMemcpyHtoDAsync(p, sent, 64, stream));
  OK(heddle_cuMemcpyDtoDAsync(p, q, 8, stream));
  OK(heddle_cuMemcpyDtoH(got, p, 64));
  CHECK(got[0] == 5 && got[1] == 5 && got[4] == 6 && got[8] == 9);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        heddle_cuMemcpyHtoDAsync(p, sent, 65, stream));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemcpyDtoHAsync(got, 16, 1, stream));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemcpyDtoDAsync(p, 16, 1, stream));
  OK(heddle_cuStreamDestroy(stream));
  FAILS(CUDA_ERROR_INVALID_HANDLE, heddle_cuStreamDestroy(stream));
  OK(heddle_cuEventDestroy(event));
  FAILS(CUDA_ERROR_INVALID_HANDLE, heddle_cuEventDestroy(event));
  /* Memory of the host that the device reaches, and some that it does not. */
  OK(heddle_cuMemAllocHost(&host, 64));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemAllocHost(&host, 0));
  OK(heddle_cuMemHostGetDevicePointer(&base, host, 0));
  CHECK(base == (uintptr_t)host);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        heddle_cuMemHostGetDevicePointer(&base, got, 0));
  OK(cuMemFreeHost(host));
  OK(cuMemHostRegister(sent, sizeof sent, 0));
  FAILS(CUDA_ERROR_NOT_SUPPORTED, cuMemHostGetDevicePointer(&wide, sent, 0));
  OK(cuMemHostUnregister(sent));
  FAILS(CUDA_ERROR_NOT_SUPPORTED,
        cuMemAllocManaged(&wide, 64, CU_MEM_ATTACH_GLOBAL));
  OK(heddle_cuMemFree(q));
  OK(heddle_cuMemFree(p));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuMemFree(p));
  OK(heddle_cuCtxDestroy(context));
}

static void late(int argc, char **argv) {
  CUmodule module;
  unsigned p = 0;
  start();
  for (int i = 2; i < argc; ++i)
    FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoad(&module, argv[i]));
  FAILS(CUDA_ERROR_NOT_SUPPORTED, heddle_cuMemAlloc(&p, 64));
}

static void fault(const char *path) {
  CUmodule module;
  CUfunction add;
  CUdeviceptr p;
  int n = 1;
  void *params[] = {&p, &n};
  start();
  OK(cuModuleLoad(&module, path));
  OK(cuModuleGetFunction(&add, module, "sum"));
  OK(cuMemAlloc(&p, 32));
  OK(cuLaunchKernel(add, 3, 1, 1, 4, 1, 1, 0, NULL, params, NULL));
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
}

int main(int argc, char **argv) {
  CUmodule module = NULL;
  CUfunction add;
  CUdeviceptr numbers;
  unsigned place = 0, bytes = 0;
  int value = 0;
  if (!strcmp(argv[1], "late")) {
    late(argc, argv);
    return finish();
  }
  if (!strcmp(argv[1], "fault")) {
    fault(argv[2]);
    return finish();
  }
  start();
  describe();
  OK(cuMemAlloc(&numbers, 32));
  CHECK(numbers <= UINT32_MAX);
  textOnly(argv[1], numbers);
  if (*argv[2] != '-')
    FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoad(&module, argv[2]));
  for (int i = 3; i != argc; ++i) {
    char *data = readWhole(argv[i]);
    OK(cuModuleLoad(&module, argv[i]));
    run(module, (unsigned)numbers);
    OK(heddle_cuModuleGetGlobal(&place, &bytes, module, "c"));
    CHECK(bytes == 16);
    OK(heddle_cuMemcpyDtoH(&value, place, 4));
    CHECK(value == 3);
    FAILS(CUDA_ERROR_NOT_FOUND,
          heddle_cuModuleGetGlobal(&place, &bytes, module, "none"));
    OK(cuModuleGetFunction(&add, module, "sum"));
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, add));
    CHECK(value > 0 && value < 12);
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, add));
    CHECK(value == 24);
    OK(cuModuleUnload(module));
    /* A program is no image, and a file of one has zeros. */
    if (data[0] != 'M') {
      OK(cuModuleLoadData(&module, data));
      run(module, (unsigned)numbers);
      OK(cuModuleUnload(module));
    }
    free(data);
  }
  {
    char *text = readWhole(argv[4]), *elf = readWhole(argv[5]),
         *ptx = readWhole(argv[10]);
    oldFatBinary(text, elf, 1 << 20, ptx, (unsigned)numbers);
    free(text);
    free(elf);
    free(ptx);
  }
  memory();
  return finish();
}
