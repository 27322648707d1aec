/* What programs pass may be anything: handles that a table could keep for
 * itself, sizes that wrap, images that end where memory does, and memory that is
 * gone. All of it ends with an error.

RUN: %cuda %s -o %t && %t 2>&1 | FileCheck %s
CHECK: fault: invalid __global__ write of size 4 {{.*}} is in buffer 'registered memory #{{[0-9]+}}', which the host has unmapped
CHECK: done

A fat binary of 136 bytes that says it is 2 GB when unpacked, and one that is.
RUN: (ulimit -v 800000; %t fat) | FileCheck %s --check-prefix=FAT
FAT: done
*/
#include "check.h"
#include <stdint.h>
#include <sys/mman.h>

#define BAD(T, n) ((T)(intptr_t)(n))

static void handles(void) {
  static const intptr_t numbers[] = {-1, -2, -4096, -8192, 1 << 20, INTPTR_MIN};
  size_t size;
  CUdeviceptr p;
  CUcontext context;
  CUfunction function;
  CUgraphExec exec;
  int value;
  for (size_t i = 0; i != sizeof numbers / sizeof *numbers; ++i) {
    intptr_t n = numbers[i];
    void *params[] = {NULL};
    CUgraph graph;
    CUgraphNode node, bad = BAD(CUgraphNode, n);
    OK(cuGraphCreate(&graph, 0));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxSetCurrent(BAD(CUcontext, n)));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxPushCurrent(BAD(CUcontext, n)));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxDestroy(BAD(CUcontext, n)));
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(BAD(CUmodule, n)));
    FAILS(CUDA_ERROR_INVALID_HANDLE,
          cuModuleGetGlobal(&p, &size, BAD(CUmodule, n), "both"));
    FAILS(CUDA_ERROR_INVALID_HANDLE,
          cuLaunchKernel(BAD(CUfunction, n), 1, 1, 1, 1, 1, 1, 0, NULL, params,
                         NULL));
    FAILS(CUDA_ERROR_INVALID_HANDLE,
          cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS,
                             BAD(CUfunction, n)));
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuLibraryUnload(BAD(CUlibrary, n)));
    FAILS(CUDA_ERROR_INVALID_HANDLE,
          cuKernelGetFunction(&function, BAD(CUkernel, n)));
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamSynchronize(BAD(CUstream, n)));
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy(BAD(CUstream, n)));
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventDestroy(BAD(CUevent, n)));
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuLinkDestroy(BAD(CUlinkState, n)));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolDestroy(BAD(CUmemoryPool, n)));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(BAD(CUgraph, n)));
    FAILS(CUDA_ERROR_INVALID_VALUE,
          cuGraphInstantiate(&exec, BAD(CUgraph, n), 0));
    FAILS(CUDA_ERROR_INVALID_VALUE,
          cuGraphAddEmptyNode(&node, graph, &bad, 1));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecDestroy(BAD(CUgraphExec, n)));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFree((CUdeviceptr)n));
    FAILS(CUDA_ERROR_INVALID_CONTEXT,
          cuMemcpyPeer((CUdeviceptr)n, BAD(CUcontext, n), (CUdeviceptr)n,
                       BAD(CUcontext, n), 1));
    OK(cuGraphDestroy(graph));
  }
  OK(cuCtxGetCurrent(&context));
  CHECK(context != NULL);
}

static void copies(CUdeviceptr p) {
  const size_t half = (size_t)1 << 63, quarter = (size_t)1 << 62,
               word = (size_t)1 << 32;
  unsigned char host[64];
  CUDA_MEMCPY3D c;
  CUDA_MEMCPY2D flat;
  memset(&c, 0, sizeof c);
  c.srcMemoryType = c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  c.srcDevice = c.dstDevice = p;
  c.WidthInBytes = c.Height = 1;
  /* A plane of 2^64 bytes. */
  c.Depth = quarter;
  c.srcPitch = c.dstPitch = c.srcHeight = c.dstHeight = word;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&c));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DAsync(&c, NULL));
  /* One end only. */
  c.dstMemoryType = CU_MEMORYTYPE_HOST;
  c.dstHost = host;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&c));
  /* Planes in the same place, and planes that overlap. */
  c.srcPitch = c.dstPitch = 1;
  c.srcHeight = c.dstHeight = 1;
  c.Height = 2;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&c));
  /* A start that wraps. */
  c.Height = c.Depth = 1;
  c.srcHeight = word;
  c.srcPitch = word;
  c.srcZ = 1;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&c));
  c.srcZ = 0;
  c.srcXInBytes = -p;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&c));
  /* Memory of the host that nobody can have. */
  memset(&c, 0, sizeof c);
  c.srcMemoryType = c.dstMemoryType = CU_MEMORYTYPE_HOST;
  c.srcHost = c.dstHost = host;
  c.WidthInBytes = c.Height = 1;
  c.Depth = quarter;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&c));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(p, host, half));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(host, p, (size_t)-1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoD(p, p + 1, (size_t)-1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy(p, p + 1, -p));

  memset(&flat, 0, sizeof flat);
  flat.srcMemoryType = flat.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  flat.srcDevice = flat.dstDevice = p;
  flat.WidthInBytes = 1;
  flat.Height = half + 1;
  flat.srcPitch = flat.dstPitch = 2;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&flat));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2DUnaligned(&flat));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2DAsync(&flat, NULL));
  flat.Height = 1;
  flat.srcY = half;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&flat));

  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD32(p, 7, quarter));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD16(p, 7, half));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(p, 7, -p));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD2D8(p, 2, 7, 1, half + 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD2D32(p, word, 7, 1, word + 1));
}

static void allocations(void) {
  CUdeviceptr p = 0;
  size_t pitch;
  void *host;
  FAILS(CUDA_ERROR_OUT_OF_MEMORY,
        cuMemAllocPitch(&p, &pitch, 512, (size_t)1 << 56, 4));
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&p, (size_t)-1));
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&p, (size_t)-4096));
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemHostAlloc(&host, (size_t)1 << 63, 0));
  FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAllocAsync(&p, (size_t)1 << 63, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemHostRegister(&host, (size_t)-16, 0));
  CHECK(!p);
}

/* At the end of a mapping. */
static void images(void) {
  CUmodule module;
  CUlinkState link;
  const size_t page = 4096, size = strlen(kernels);
  char *pages = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(size < 2 * page);
  OK(mprotect(pages + 2 * page, page, PROT_NONE) ? CUDA_ERROR_UNKNOWN
                                                 : CUDA_SUCCESS);
  memcpy(pages + 2 * page - size, kernels, size);
  /* A text cubin has no header that says how long it is. */
  FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU,
        cuModuleLoadData(&module,
                         "architecture {sm_10}\ncode { name = k smem = 16 "
                         "reg = 2 bincode { 0xf0000001 0xe0000781 } }\n"));
  FAILS(CUDA_ERROR_INVALID_IMAGE,
        cuModuleLoadData(&module, pages + 2 * page - size));
  memcpy(pages + 2 * page - size - 1, kernels, size + 1);
  OK(cuModuleLoadData(&module, pages + 2 * page - size - 1));
  /* Nothing but the start of a magic number. */
  for (size_t n = 1; n <= 4; ++n) {
    memcpy(pages + 2 * page - n, "\x7f" "ELF", n);
    FAILS(n == 4 ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_ERROR_INVALID_IMAGE,
          cuModuleLoadData(&module, pages + 2 * page - n));
    memcpy(pages + 2 * page - n, "\x50\xed\x55\xba", n);
    FAILS(CUDA_ERROR_INVALID_IMAGE,
          cuModuleLoadData(&module, pages + 2 * page - n));
  }
  FAILS(CUDA_ERROR_INVALID_VALUE, cuModuleLoadData(&module, pages + 2 * page));
  OK(cuLinkCreate(0, NULL, NULL, &link));
  memcpy(pages, kernels, 16);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLinkAddData(link, CU_JIT_INPUT_PTX, pages, 2 * page + 1, "", 0, NULL,
                      NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLinkAddData(link, CU_JIT_INPUT_PTX, pages, (size_t)-1, "", 0, NULL,
                      NULL));
  /* The end is there, and a page before it is not. */
  mprotect(pages + page, page, PROT_NONE);
  mprotect(pages + 2 * page, page, PROT_READ);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuLinkAddData(link, CU_JIT_INPUT_PTX, pages, 3 * page, "", 0, NULL,
                      NULL));
  OK(cuLinkDestroy(link));
  FAILS(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, "-"));
  munmap(pages, 3 * page);
}

/* The kernel faults, and not the process. */
static void unmapped(void) {
  CUmodule module;
  CUfunction put;
  CUdeviceptr p;
  CUcontext mine;
  unsigned value = 3;
  void *params[] = {&p, &value};
  const size_t size = 1 << 16;
  char *pages = mmap(NULL, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  OK(cuCtxCreate(&mine, NULL, 0, 0));
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
  OK(cuMemHostRegister(pages, size, 0));
  OK(cuMemHostGetDevicePointer(&p, pages, 0));
  p += size - 4;
  OK(cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  OK(cuCtxSynchronize());
  CHECK(*(unsigned *)(pages + size - 4) == 3);
  munmap(pages + size / 2, size / 2);
  cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL);
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
  OK(cuCtxDestroy(mine));
  munmap(pages, size / 2);
}

/* A container with one entry of PTX, a frame of Zstandard of COUNT blocks, each
 * the same byte 128 KiB times. */
static size_t put(unsigned char *to, uint64_t value, size_t bytes) {
  for (size_t i = 0; i != bytes; ++i)
    to[i] = (unsigned char)(value >> (8 * i));
  return bytes;
}

static void fat(uint64_t count, uint64_t says, CUresult expected) {
  static unsigned char bytes[1 << 20];
  unsigned char *p = bytes, *entry, *frame;
  const size_t header = 64;
  CUmodule module;
  memset(bytes, 0, sizeof bytes);
  p += put(p, 0xba55ed50, 4) + put(p + 4, 1, 2) + put(p + 6, 16, 2);
  p += 8;
  entry = p;
  frame = p += header;
  /* Magic; a size of eight bytes behind a window of 2 MiB. */
  p += put(p, 0xfd2fb528, 4);
  *p++ = 3 << 6;
  *p++ = 11 << 3;
  p += put(p, says, 8);
  for (uint64_t i = 0; i != count; ++i) {
    p += put(p, (i + 1 == count) | 1 << 1 | 1 << 20, 3);
    *p++ = ' ';
  }
  put(bytes + 8, (uint64_t)(p - entry), 8);
  put(entry, 1, 2);
  put(entry + 4, header, 4);
  put(entry + 8, (uint64_t)(p - frame), 8);
  put(entry + 16, (uint64_t)(p - frame), 4);
  put(entry + 28, 75, 4);
  put(entry + 40, 0x8000, 8);
  put(entry + 56, says, 8);
  FAILS(expected, cuModuleLoadData(&module, bytes));
}

int main(int argc, char **argv) {
  CUdeviceptr p;
  (void)argv;
  start();
  OK(cuMemAlloc(&p, 4096));
  if (argc > 1) {
    const uint64_t block = 1 << 17;
    fat(1, (uint64_t)1 << 31, CUDA_ERROR_INVALID_IMAGE);
    fat(1 << 14, block << 14, CUDA_ERROR_INVALID_IMAGE);
    fat(2048, block * 2048 + 1, CUDA_ERROR_INVALID_IMAGE);
    /* Blanks are no PTX, in as much memory as there is. */
    fat(2, block * 2, CUDA_ERROR_INVALID_PTX);
    fat(2048, block * 2048, CUDA_ERROR_OUT_OF_MEMORY);
    return finish();
  }
  handles();
  copies(p);
  allocations();
  images();
  unmapped();
  return finish();
}
