/* A process that was forked off one that uses the driver gets an error, even
 * while the other is in a launch; one that was forked off before can use it.
 * A program may end while one of its threads is in a launch, and what kernels
 * printed before is there.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: not %t leave | FileCheck %s --check-prefix=LEAVE
CHECK: done
LEAVE: {{^}}leaving{{$}}
*/
#include "check.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const waits =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry spin(.param .u64 pp) {\n"
    "  .reg .b64 p;\n"
    "  .reg .b32 v;\n"
    "  .reg .pred q;\n"
    "  ld.param.u64 p, [pp];\n"
    "  st.global.u32 [p+4], 1;\n"
    "again:\n"
    "  ld.volatile.global.u32 v, [p];\n"
    "  setp.eq.u32 q, v, 0;\n"
    "  @q bra again;\n"
    "  ret;\n"
    "}\n";

static CUcontext context;
static CUdeviceptr cell;
static CUfunction spin;
static volatile unsigned *words;

static void *launch(void *unused) {
  void *params[] = {&cell};
  OK(cuCtxSetCurrent(context));
  OK(cuLaunchKernel(spin, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  return unused;
}

static void expectChild(CUresult code) {
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (!child) {
    const char *name = NULL;
    int count = 0;
    alarm(20);
    FAILS(code, cuInit(0));
    FAILS(code, cuDeviceGetCount(&count));
    OK(cuGetErrorName(CUDA_ERROR_NOT_INITIALIZED, &name));
    CHECK(name && !strcmp(name, "CUDA_ERROR_NOT_INITIALIZED"));
    if (code)
      FAILS(code, cuMemFree(cell));
    _exit(failures != 0);
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

int main(int argc, char **argv) {
  pthread_t thread;
  CUmodule module;
  expectChild(CUDA_SUCCESS);
  context = start();
  OK(cuModuleLoadData(&module, waits));
  OK(cuModuleGetFunction(&spin, module, "spin"));
  OK(cuMemAllocManaged(&cell, 8, CU_MEM_ATTACH_GLOBAL));
  words = (volatile unsigned *)cell;
  pthread_create(&thread, NULL, launch, NULL);
  while (!words[1])
    usleep(1000);
  if (argc > 1 && !strcmp(argv[1], "leave")) {
    alarm(20);
    puts("leaving");
    exit(3);
  }
  expectChild(CUDA_ERROR_NOT_INITIALIZED);
  words[0] = 1;
  pthread_join(thread, NULL);
  expectChild(CUDA_ERROR_NOT_INITIALIZED);
  return finish();
}
