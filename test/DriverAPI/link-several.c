/* Linking of several inputs: PTX, objects of ptxas-lite -c and fat binaries.

RUN: %cuda %s -o %t && %t kernel > %t.kernel.ptx && %t table > %t.table.ptx
RUN: ptxas-lite -c %t.kernel.ptx -o %t.kernel.o
RUN: ptxas-lite -c %t.table.ptx -o %t.table.o
RUN: ptxas-lite -arch=tx1 %t.kernel.ptx %t.table.ptx -o %t.cubin
RUN: %t run %t.kernel.o %t.table.o %t.cubin %t.kernel.ptx 2> %t.err | FileCheck %s
RUN: FileCheck %s --check-prefix=FAULT --input-file=%t.err
CHECK: done

A report quotes the module that a line is of.
FAULT: <ptx>:14:{{[0-9]+}}: fault: invalid __global__ write
FAULT: st.global.u32 [p], v;
*/
#include "check.h"
#include <stdint.h>

/* Puts twice(table[i]) into p[i]. */
static const char *const kernelText =
    ".version 7.5\n"
    ".target sm_75\n"
    ".address_size 64\n"
    ".extern .global .align 4 .b8 table[16];\n"
    ".extern .func (.param .b32 r) twice (.param .b32 x);\n"
    ".visible .entry look(.param .u64 pp) {\n"
    "  .reg .b64 p, t, s; .reg .b32 i, v;\n"
    "  mov.u32 i, %tid.x; mul.wide.u32 t, i, 4;\n"
    "  ld.param.u64 p, [pp]; add.s64 p, p, t;\n"
    "  mov.u64 s, table; add.s64 t, t, s; ld.global.u32 v, [t];\n"
    "  { .param .b32 a; .param .b32 b;\n"
    "  st.param.b32 [a], v; call.uni (b), twice, (a); ld.param.b32 v, [b];\n"
    "  }\n"
    "  st.global.u32 [p], v;\n"
    "  ret;\n"
    "}\n";
static const char *const tableText =
    ".version 7.5\n"
    ".target sm_75\n"
    ".address_size 64\n"
    ".visible .global .align 4 .b8 table[16] = {1,0,0,0, 2,0,0,0, 3};\n"
    ".visible .func (.param .b32 r) twice (.param .b32 x) {\n"
    "  .reg .b32 v;\n"
    "  ld.param.b32 v, [x]; shl.b32 v, v, 1; st.param.b32 [r], v; ret;\n"
    "}\n";

/* A container of a fat binary with one entry of PTX for sm_75. */
struct Container {
  uint32_t magic;
  uint16_t version, header;
  uint64_t size;
  uint16_t kind, one;
  uint32_t entryHeader;
  uint64_t payload;
  uint32_t compressed, options;
  uint16_t minor, major;
  uint32_t architecture, name, nameLength;
  uint64_t flags, zero, decompressed;
  char text[1200];
};

struct Wrapper {
  uint32_t magic, version;
  const void *container;
  const void *const *linked;
};

static struct Container contain(const char *text) {
  struct Container c = {0};
  c.magic = 0xba55ed50;
  c.version = 1;
  c.header = 16;
  c.size = 64 + sizeof c.text;
  c.kind = 1;
  c.one = 0x101;
  c.entryHeader = 64;
  c.payload = sizeof c.text;
  c.architecture = 75;
  c.flags = 0x11;
  strcpy(c.text, text);
  return c;
}

static void checkModule(CUmodule module) {
  CUfunction look;
  CUdeviceptr memory, table;
  unsigned values[4] = {0}, changed[4] = {10, 20, 30, 40};
  size_t bytes = 0;
  void *params[] = {&memory};
  OK(cuModuleGetFunction(&look, module, "look"));
  OK(cuModuleGetGlobal(&table, &bytes, module, "table"));
  CHECK(bytes == 16);
  OK(cuMemAlloc(&memory, sizeof values));
  OK(cuLaunchKernel(look, 1, 1, 1, 4, 1, 1, 0, NULL, params, NULL));
  OK(cuMemcpyDtoH(values, memory, sizeof values));
  CHECK(values[0] == 2 && values[1] == 4 && values[2] == 6 && !values[3]);
  OK(cuMemcpyHtoD(table, changed, sizeof changed));
  OK(cuLaunchKernel(look, 1, 1, 1, 4, 1, 1, 0, NULL, params, NULL));
  OK(cuMemcpyDtoH(values, memory, sizeof values));
  CHECK(values[0] == 20 && values[3] == 80);
  OK(cuMemFree(memory));
}

static CUresult addText(CUlinkState state, const char *text) {
  return cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)text, strlen(text) + 1,
                       NULL, 0, NULL, NULL);
}

static CUmodule complete(CUlinkState state) {
  CUmodule module = NULL;
  void *object = NULL;
  size_t bytes = 0;
  OK(cuLinkComplete(state, &object, &bytes));
  CHECK(bytes > 100);
  OK(cuModuleLoadData(&module, object));
  OK(cuLinkDestroy(state));
  return module;
}

/* What compilers of hosts make of it: an object, and an archive with that and another. */
static void checkHosts(void) {
  struct {
    char start[64];
    struct Container c;
  } object = {{0}, contain(tableText)}, empty;
  struct {
    char start[8 + 60];
    char member[64 + sizeof(struct Container)];
  } archive;
  CUlinkState state;
  char log[2000] = "";
  CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER,
                          CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, NULL}, *cubin = NULL;
  memcpy(object.start, "\177ELF\2\1\1", 7);
  object.start[18] = 62;
  empty = object;
  memset(&empty.c, 0, sizeof empty.c);
  memset(archive.start, ' ', sizeof archive.start);
  memcpy(archive.start, "!<arch>\n", 8);
  memcpy(archive.member, &object, sizeof archive.member);

  OK(cuLinkCreate(0, NULL, NULL, &state));
  OK(addText(state, kernelText));
  OK(cuLinkAddData(state, CU_JIT_INPUT_OBJECT, &object, sizeof object, "host.o", 0, NULL, NULL));
  checkModule(complete(state));

  OK(cuLinkCreate(0, NULL, NULL, &state));
  OK(addText(state, kernelText));
  OK(cuLinkAddData(state, CU_JIT_INPUT_LIBRARY, &archive, sizeof archive, "host.a", 0, NULL, NULL));
  checkModule(complete(state));

  /* What an archive has for other devices is left out; the end says so. */
  object.c.architecture = 100;
  memcpy(archive.member, &object, sizeof archive.member);
  values[1] = (void *)sizeof log;
  OK(cuLinkCreate(2, names, values, &state));
  OK(cuLinkAddData(state, CU_JIT_INPUT_LIBRARY, &archive, sizeof archive, "host.a", 0, NULL, NULL));
  FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuLinkComplete(state, &cubin, NULL));
  CHECK(strstr(log, "newer devices"));
  OK(cuLinkDestroy(state));
  log[0] = 0;
  values[1] = (void *)sizeof log;
  OK(cuLinkCreate(2, names, values, &state));
  OK(addText(state, kernelText));
  OK(cuLinkAddData(state, CU_JIT_INPUT_LIBRARY, &archive, sizeof archive, "host.a", 0, NULL, NULL));
  FAILS(CUDA_ERROR_INVALID_PTX, cuLinkComplete(state, &cubin, NULL));
  CHECK(strstr(log, "twice") && strstr(log, "newer devices"));
  OK(cuLinkDestroy(state));
  object.c.architecture = 75;

  OK(cuLinkCreate(0, NULL, NULL, &state));
  FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU,
        cuLinkAddData(state, CU_JIT_INPUT_OBJECT, &empty, sizeof empty, "empty.o", 0, NULL, NULL));
  object.c.size = 1 << 30;
  FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU,
        cuLinkAddData(state, CU_JIT_INPUT_OBJECT, &object, sizeof object, "cut.o", 0, NULL, NULL));
  OK(cuLinkDestroy(state));
}

static void checkKinds(char **files) {
  CUlinkState state;
  CUmodule module;
  struct Container table = contain(tableText);

  OK(cuLinkCreate(0, NULL, NULL, &state));
  OK(addText(state, kernelText));
  OK(addText(state, tableText));
  checkModule(complete(state));

  OK(cuLinkCreate(0, NULL, NULL, &state));
  OK(cuLinkAddFile(state, CU_JIT_INPUT_OBJECT, files[0], 0, NULL, NULL));
  OK(cuLinkAddFile(state, CU_JIT_INPUT_OBJECT, files[1], 0, NULL, NULL));
  checkModule(complete(state));

  OK(cuLinkCreate(0, NULL, NULL, &state));
  OK(cuLinkAddData(state, CU_JIT_INPUT_FATBINARY, &table, sizeof table, "table",
                   0, NULL, NULL));
  OK(cuLinkAddFile(state, CU_JIT_INPUT_PTX, files[3], 0, NULL, NULL));
  checkModule(complete(state));

  /* An object that lacks nothing is linked by itself. */
  OK(cuModuleLoad(&module, files[1]));
  OK(cuModuleUnload(module));
}

static void checkErrors(char **files) {
  CUlinkState state;
  CUmodule module;
  char log[500];
  CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER,
                          CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, (void *)sizeof log}, *object = NULL;

  /* What is missing shows in the end. */
  OK(cuLinkCreate(2, names, values, &state));
  OK(addText(state, kernelText));
  FAILS(CUDA_ERROR_INVALID_PTX, cuLinkComplete(state, &object, NULL));
  CHECK(strstr(log, "ptxas application ptx input, line 12; error   : "));
  CHECK(strstr(log, "twice"));
  /* It can still be added. */
  OK(addText(state, tableText));
  OK(cuLinkComplete(state, &object, NULL));
  OK(cuLinkDestroy(state));

  values[1] = (void *)sizeof log;
  OK(cuLinkCreate(2, names, values, &state));
  OK(addText(state, tableText));
  OK(addText(state, tableText));
  FAILS(CUDA_ERROR_INVALID_PTX, cuLinkComplete(state, &object, NULL));
  CHECK(strstr(log, "ptx input (2), line 4; error   : "));
  OK(cuLinkDestroy(state));

  /* What is wrong in itself shows at once, and is not added. */
  values[1] = (void *)sizeof log;
  OK(cuLinkCreate(2, names, values, &state));
  FAILS(CUDA_ERROR_INVALID_PTX,
        addText(state, ".version 7.5\n.target sm_75\n.address_size 64\n"
                       ".visible .entry k() { add.f16x3 %r, %r, %r; }"));
  CHECK(strstr(log, "line 4; error"));
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuLinkComplete(state, &object, NULL));
  OK(cuLinkDestroy(state));

  /* An object with its code cannot be joined with anything. */
  OK(cuLinkCreate(0, NULL, NULL, &state));
  OK(cuLinkAddFile(state, CU_JIT_INPUT_CUBIN, files[2], 0, NULL, NULL));
  OK(addText(state, tableText));
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuLinkComplete(state, &object, NULL));
  OK(cuLinkDestroy(state));
  OK(cuLinkCreate(0, NULL, NULL, &state));
  OK(cuLinkAddFile(state, CU_JIT_INPUT_CUBIN, files[2], 0, NULL, NULL));
  checkModule(complete(state));

  FAILS(CUDA_ERROR_INVALID_PTX, cuModuleLoad(&module, files[0]));
}

/* What a program registers whose parts nvcc compiled separately. */
static void checkWrapper(void) {
  struct Container kernel = contain(kernelText), table = contain(tableText);
  const void *linked[] = {&kernel, &table, NULL};
  struct Wrapper wrapper = {0x466243b1, 2, NULL, linked};
  CUmodule module;
  CUfunction look;
  CUdeviceptr nowhere = 16;
  void *params[] = {&nowhere};

  OK(cuModuleLoadFatBinary(&module, &wrapper));
  checkModule(module);
  wrapper.version = 3;
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&module, &wrapper));
  wrapper.version = 2;
  wrapper.linked = NULL;
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&module, &wrapper));
  wrapper.linked = linked;
  linked[0] = (void *)8;
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&module, &wrapper));
  linked[0] = &kernel;
  linked[1] = NULL;
  FAILS(CUDA_ERROR_INVALID_PTX, cuModuleLoadFatBinary(&module, &wrapper));
  linked[0] = NULL;
  FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&module, &wrapper));

  linked[0] = &table;
  linked[1] = &kernel;
  kernel.architecture = table.architecture = 100;
  FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadFatBinary(&module, &wrapper));
  kernel.architecture = table.architecture = 75;
  linked[0] = &kernel;
  linked[1] = &table;
  OK(cuModuleLoadFatBinary(&module, &wrapper));
  OK(cuModuleGetFunction(&look, module, "look"));
  OK(cuLaunchKernel(look, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
}

int main(int argc, char **argv) {
  if (argc == 2) {
    fputs(!strcmp(argv[1], "kernel") ? kernelText : tableText, stdout);
    return 0;
  }
  start();
  checkHosts();
  checkKinds(argv + 2);
  checkErrors(argv + 2);
  checkWrapper();
  return finish();
}
