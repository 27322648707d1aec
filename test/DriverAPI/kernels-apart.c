/* A kernel that uses what no chip here has fails alone, when it is asked for,
 * and stderr gets to know why, once; one with an error in its PTX fails with
 * its module. Variables that no kernel uses are there for the host.

RUN: %cuda %s -o %t && %t 2>%t.err | FileCheck %s
RUN: FileCheck %s --check-prefix=WHY --input-file=%t.err --implicit-check-not=kernel
CHECK: done
WHY: heddle: kernel 'copied' cannot be used:
WHY-NEXT: ptxas application ptx input, line 21; error   : 'call.uni' is not supported yet: a function of the host with other parameters
WHY-NEXT: heddle: kernel 'outer' cannot be used:
WHY-NEXT: ptxas application ptx input, line 13; error   : 'call.uni' is not supported yet: a function of the host with other parameters
*/
#include "check.h"

#define HEADER                                                                 \
  ".version 8.7\n.target sm_90a\n.address_size 64 "                            \
  ".extern .func (.param .b32 r) vprintf(.param .b64 text);\n"
#define FOREIGN                                                                \
  "  {.param .b32 r; .param .b64 text; call.uni (r), vprintf, (text);}\n"
#define PUT                                                                    \
  ".visible .entry put(.param .u64 pp) {\n"                                    \
  "  .reg .b64 p;\n"                                                           \
  "  ld.param.u64 p, [pp];\n"                                                  \
  "  st.global.u32 [p], 5;\n"                                                  \
  "  ret;\n"                                                                   \
  "}\n"

static const char *const mixed = HEADER
    ".global .align 4 .u32 unused = 11;\n"
    ".const .align 4 .b8 table[12] = {1, 0, 0, 0, 2};\n" PUT
    ".func inner() {\n"
    FOREIGN
    "  ret;\n"
    "}\n"
    ".visible .entry outer() {\n"
    "  call.uni inner;\n"
    "  ret;\n"
    "}\n"
    ".visible .entry copied() {\n"
    FOREIGN
    "  ret;\n"
    "}\n";

static const char *const wrong = HEADER PUT
    ".visible .entry broken() {\n"
    "  .reg .b32 a;\n"
    "  add.u64 a, a, a;\n"
    "  ret;\n"
    "}\n";

static const char *const none = HEADER
    ".visible .entry broken() {\n"
    FOREIGN
    "  ret;\n"
    "}\n";

static void launchPut(CUfunction put) {
  CUdeviceptr p;
  unsigned got = 0;
  void *params[] = {&p};
  OK(cuMemAlloc(&p, 4));
  OK(cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  OK(cuMemcpyDtoH(&got, p, 4));
  CHECK(got == 5);
  OK(cuMemFree(p));
}

int main(void) {
  CUmodule module;
  CUlibrary library;
  CUkernel kernel;
  CUfunction f;
  CUlinkState link;
  CUdeviceptr p;
  size_t bytes = 0;
  unsigned count = 0, words[3] = {0, 0, 0};
  char log[4096] = "";
  CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER,
                          CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, (void *)sizeof log};
  start();
  /* The second time it is the one that stays compiled. */
  for (int i = 0; i < 2; ++i) {
    OK(cuModuleLoadData(&module, mixed));
    FAILS(CUDA_ERROR_INVALID_PTX, cuModuleGetFunction(&f, module, "copied"));
    FAILS(CUDA_ERROR_INVALID_PTX, cuModuleGetFunction(&f, module, "outer"));
    FAILS(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&f, module, "inner"));
    OK(cuModuleGetFunctionCount(&count, module));
    CHECK(count == 1);
    OK(cuModuleGetFunction(&f, module, "put"));
    launchPut(f);

    OK(cuModuleGetGlobal(&p, &bytes, module, "unused"));
    CHECK(bytes == 4);
    OK(cuMemcpyDtoH(words, p, 4));
    CHECK(words[0] == 11);
    OK(cuModuleGetGlobal(&p, &bytes, module, "table"));
    CHECK(bytes == 12);
    OK(cuMemcpyDtoH(words, p, 12));
    CHECK(words[0] == 1 && words[1] == 2 && words[2] == 0);
    OK(cuMemcpyHtoD(p, words, 12));
    OK(cuModuleUnload(module));
  }
  OK(cuLibraryLoadData(&library, mixed, names, values, 2, NULL, NULL, 0));
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuLibraryGetKernel(&kernel, library, "copied"));
  OK(cuLibraryGetKernel(&kernel, library, "put"));
  launchPut((CUfunction)kernel);
  OK(cuLibraryUnload(library));

  /* The size of the other log was written there. */
  values[1] = (void *)sizeof log;
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuModuleLoadDataEx(&module, wrong, 2, names, values));
  CHECK(strstr(log, "line 12; error   :"));
  FAILS(CUDA_ERROR_INVALID_PTX, cuModuleLoadData(&module, none));

  /* A linked object is for all of its kernels. */
  OK(cuLinkCreate(0, NULL, NULL, &link));
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)mixed, strlen(mixed) + 1,
                      NULL, 0, NULL, NULL));
  OK(cuLinkDestroy(link));
  return finish();
}
