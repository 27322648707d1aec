/* Memory and events that another process opens: this program, which starts
itself once more.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: child: done
CHECK: done
*/
#include "check.h"
#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

struct handles {
  CUipcMemHandle memory[3];
  CUipcEventHandle event;
  /* A pool, as a file that the child inherits, and memory of it. */
  int pool;
  CUmemPoolPtrExportData ofPool;
};

/* Sizes that share pages with each other. */
static const size_t sizes[3] = {5000, 100, 1 << 20};

static const CUmemAllocationHandleType asFile = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

/* A pool, and 7000 bytes of it. */
static CUdeviceptr sharePool(struct handles *h, CUmemoryPool *pool) {
  CUmemPoolProps properties = {0};
  CUmemoryPool own;
  CUdeviceptr p, other;
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  OK(cuMemPoolCreate(&own, &properties));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportToShareableHandle(&h->pool, own, asFile, 0));
  OK(cuMemAllocFromPoolAsync(&other, 64, own, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&h->ofPool, other));
  OK(cuMemFreeAsync(other, NULL));
  OK(cuMemPoolDestroy(own));
  properties.handleTypes = asFile;
  OK(cuMemPoolCreate(pool, &properties));
  OK(cuMemAllocFromPoolAsync(&p, 7000, *pool, NULL));
  OK(cuMemsetD8(p, 9, 7000));
  OK(cuMemPoolExportToShareableHandle(&h->pool, *pool, asFile, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportToShareableHandle(&h->pool, *pool, asFile, 1));
  OK(cuMemPoolExportPointer(&h->ofPool, p));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&h->ofPool, p + 1));
  fcntl(h->pool, F_SETFD, 0);
  return p;
}

/* What another process's pool has, or this one's own. */
static void openPool(struct handles *h, unsigned char expected, unsigned char next) {
  CUmemoryPool pool;
  CUdeviceptr p, other;
  unsigned char last;
  OK(cuMemPoolImportFromShareableHandle(&pool, (void *)(size_t)h->pool, asFile, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportFromShareableHandle(&pool, (void *)(size_t)-1, asFile, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAllocFromPoolAsync(&other, 64, pool, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuDeviceSetMemPool(0, pool));
  OK(cuMemPoolImportPointer(&p, pool, &h->ofPool));
  OK(cuMemcpyDtoH(&last, p + 6999, 1));
  CHECK(last == expected);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(&last, p + 7000, 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuIpcCloseMemHandle(p));
  OK(cuMemsetD8(p, next, 7000));
  OK(cuMemPoolImportPointer(&other, pool, &h->ofPool));
  OK(cuMemcpyDtoH(&last, other + 6999, 1));
  CHECK(last == next);
  OK(cuMemFree(other));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFree(other));
  OK(cuMemFreeAsync(p, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, NULL));
  OK(cuMemPoolDestroy(pool));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(&p, pool, &h->ofPool));
}

static volatile unsigned *gate;

static void *openGate(void *unused) {
  usleep(20000);
  *gate = 1;
  return unused;
}

/* Memory goes to others with what streams were told to write. */
static void waitForStreams(void) {
  pthread_t thread;
  CUstream stream;
  CUdeviceptr p;
  CUipcMemHandle handle;
  void *memory = NULL;
  unsigned found = 0;
  OK(cuMemHostAlloc(&memory, 64, 0));
  gate = memory;
  *gate = 0;
  OK(cuMemAlloc(&p, 4));
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuStreamWaitValue32(stream, (CUdeviceptr)gate, 1, CU_STREAM_WAIT_VALUE_EQ));
  OK(cuMemsetD32Async(p, 77, 1, stream));
  pthread_create(&thread, NULL, openGate, NULL);
  OK(cuIpcGetMemHandle(&handle, p));
  OK(cuStreamQuery(stream));
  pthread_join(thread, NULL);
  OK(cuMemcpyDtoH(&found, p, 4));
  CHECK(found == 77);
  OK(cuMemFree(p));
  OK(cuStreamDestroy(stream));
  OK(cuMemFreeHost(memory));
}

/* A pool has its own memory alone, and handles of memory are of one kind. */
static void mixPools(struct handles *h) {
  CUmemPoolProps properties = {0};
  CUmemoryPool other, imported;
  CUmemPoolPtrExportData data = {0};
  CUdeviceptr p;
  int file = -1;
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.handleTypes = asFile;
  OK(cuMemPoolCreate(&other, &properties));
  OK(cuMemPoolExportToShareableHandle(&file, other, asFile, 0));
  OK(cuMemPoolImportFromShareableHandle(&imported, (void *)(size_t)file, asFile, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(&p, imported, &h->ofPool));
  memcpy(&data, &h->memory[0], sizeof data < sizeof h->memory[0] ? sizeof data : sizeof h->memory[0]);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(&p, imported, &data));
  OK(cuMemPoolDestroy(imported));
  OK(cuMemPoolDestroy(other));
  close(file);
}

static int child(int from) {
  struct handles h;
  CUdeviceptr p;
  CUevent event;
  CHECK(read(from, &h, sizeof h) == sizeof h);
  start();
  for (int i = 0; i < 3; ++i) {
    unsigned char first, last;
    OK(cuIpcOpenMemHandle(&p, h.memory[i], CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    OK(cuMemcpyDtoH(&first, p, 1));
    OK(cuMemcpyDtoH(&last, p + sizes[i] - 1, 1));
    CHECK(first == i + 1 && last == i + 1);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(&last, p + sizes[i], 1));
    OK(cuMemsetD8(p, 100 + i, sizes[i]));
    OK(cuIpcCloseMemHandle(p));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuIpcCloseMemHandle(p));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(&last, p, 1));
  }
  openPool(&h, 20, 30);
  memcpy(&h.memory[0], &h.ofPool, sizeof h.memory[0]);
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuIpcOpenMemHandle(&p, h.memory[0], 1));
  OK(heddle_cuIpcOpenMemHandle(&p, h.memory[1], 1));
  OK(cuIpcOpenEventHandle(&event, h.event));
  OK(cuEventSynchronize(event));
  memset(&h, 0x55, sizeof h);
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuIpcOpenMemHandle(&p, h.memory[0], 1));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuIpcOpenMemHandle(&p, h.memory[0], 0));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuIpcOpenEventHandle(&event, h.event));
  printf("child: ");
  return finish();
}

int main(int argc, char **argv) {
  struct handles h;
  CUdeviceptr p[3], other, ofPool;
  CUmemoryPool pool;
  unsigned char found;
  CUevent event, plain;
  int pipes[2], status;
  if (argc > 1)
    return child(atoi(argv[1]));
  start();
  for (int i = 0; i < 3; ++i) {
    OK(cuMemAlloc(&p[i], sizes[i]));
    OK(cuMemsetD8(p[i], (unsigned char)(i + 1), sizes[i]));
  }
  for (int i = 0; i < 3; ++i)
    OK(cuIpcGetMemHandle(&h.memory[i], p[i]));
  OK(cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&plain, 0));
  OK(cuIpcGetEventHandle(&h.event, event));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuEventCreate(&plain, CU_EVENT_INTERPROCESS));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuIpcGetEventHandle(&h.event, plain));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&h.memory[0], 0x1234));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuIpcOpenMemHandle(&other, h.memory[0], 1));
  ofPool = sharePool(&h, &pool);
  openPool(&h, 9, 20);
  mixPools(&h);
  waitForStreams();
  CHECK(pipe(pipes) == 0);
  if (fork() == 0) {
    char number[16];
    snprintf(number, sizeof number, "%d", pipes[0]);
    execl(argv[0], argv[0], number, (char *)NULL);
    _exit(3);
  }
  CHECK(write(pipes[1], &h, sizeof h) == sizeof h);
  wait(&status);
  CHECK(status == 0);
  OK(cuMemcpyDtoH(&found, ofPool, 1));
  CHECK(found == 30);
  OK(cuMemFreeAsync(ofPool, NULL));
  OK(cuMemPoolDestroy(pool));
  for (int i = 0; i < 3; ++i) {
    unsigned char first, last;
    OK(cuMemcpyDtoH(&first, p[i], 1));
    OK(cuMemcpyDtoH(&last, p[i] + sizes[i] - 1, 1));
    CHECK(first == 100 + i && last == 100 + i);
    OK(cuMemFree(p[i]));
  }
  return finish();
}
