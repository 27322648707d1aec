/* The kernels of a long text are compiled when they are used. Variables have
 * one place for all of them from the start; functions, their pointers; what is
 * wrong with one kernel is said when that is asked for, once. The places of
 * sources are those of all kernels.

RUN: %cuda %s -o %t && %t 2>%t.err | FileCheck %s
RUN: FileCheck %s --check-prefix=WHY --input-file=%t.err --implicit-check-not=kernel
CHECK: done
WHY: heddle: kernel 'foreign' cannot be used:
WHY-NEXT: ptxas application ptx input, line 52; error   : 'call.uni' is not supported yet: a function of the host with other parameters
WHY: late.cu:77:3: note: made from this line in 'stops'
WHY-NEXT: kernel 'stops'
*/
#include "check.h"

#define HEADER                                                                 \
  ".version 8.7\n.target sm_90\n.address_size 64\n"                            \
  ".extern .func (.param .b32 r) vprintf(.param .b64 text);\n"
#define FOREIGN                                                                \
  ".visible .entry foreign() {\n"                                              \
  "  {.param .b32 r; .param .b64 text; call.uni (r), vprintf, (text);}\n"      \
  "  ret;\n"                                                                   \
  "}\n"

static const char *const several = HEADER
    ".visible .global .align 4 .u32 count = 5;\n"
    ".global .align 4 .u32 hidden = 7;\n"
    ".visible .global .align 8 .u64 where = hidden;\n"
    ".visible .global .attribute(.managed) .align 4 .u32 both = 9;\n"
    ".visible .const .align 4 .u32 factor = 3;\n"
    ".const .align 4 .u32 others[2] = {11, 12};\n"
    ".func (.reg .u32 r) twice(.reg .u32 x) {\n"
    "  add.u32 r, x, x;\n"
    "  ret;\n"
    "}\n"
    ".func (.reg .u32 r) square(.reg .u32 x) {\n"
    "  mul.lo.u32 r, x, x;\n"
    "  ret;\n"
    "}\n"
    ".visible .global .align 8 .u64 chosen = square;\n"
    ".visible .entry first() {\n"
    "  .reg .u32 a, b;\n"
    "  ld.global.u32 a, [count];\n"
    "  add.u32 a, a, 1;\n"
    "  st.global.u32 [count], a;\n"
    "  ld.const.u32 b, [others+4];\n"
    "  st.global.u32 [hidden], b;\n"
    "  ret;\n"
    "}\n"
    ".visible .entry second(.param .u32 x) {\n"
    "  .reg .u32 a, b, c;\n"
    "  .reg .u64 p;\n"
    "  ld.global.u32 a, [count];\n"
    "  ld.const.u32 b, [factor];\n"
    "  ld.global.u64 p, [where];\n"
    "  ld.global.u32 c, [p];\n"
    "  mad.lo.u32 a, a, b, c;\n"
    "  ld.param.u32 b, [x];\n"
    "  add.u32 a, a, b;\n"
    "  st.global.u32 [count], a;\n"
    "  ld.global.u32 a, [both];\n"
    "  add.u32 a, a, 1;\n"
    "  st.global.u32 [both], a;\n"
    "  ret;\n"
    "}\n"
    ".visible .entry choose() {\n"
    "  .reg .u64 f;\n"
    "  mov.u64 f, twice;\n"
    "  st.global.u64 [chosen], f;\n"
    "  ret;\n"
    "}\n" FOREIGN
    ".visible .entry called() {\n"
    "  .reg .u32 a;\n"
    "  .reg .u64 f;\n"
    "  ld.global.u64 f, [chosen];\n"
    "  ld.global.u32 a, [count];\n"
    "  proto: .callprototype (.reg .u32 r) _ (.reg .u32 x);\n"
    "  call (a), f, (a), proto;\n"
    "  st.global.u32 [count], a;\n"
    "  ret;\n"
    "}\n";

/* A variable of a function is one for all kernels that call it. */
static const char *const owned = HEADER
    ".visible .global .align 4 .u32 seen;\n"
    ".func next() {\n"
    "  .global .align 4 .u32 own = 40;\n"
    "  .reg .u32 a;\n"
    "  ld.global.u32 a, [own];\n"
    "  add.u32 a, a, 1;\n"
    "  st.global.u32 [own], a;\n"
    "  st.global.u32 [seen], a;\n"
    "  ret;\n"
    "}\n"
    ".visible .entry one() { call.uni next; ret; }\n"
    ".visible .entry other() { call.uni next; call.uni next; ret; }\n";

/* The places of the sources are there for all kernels. */
static const char *const sourced = HEADER
    ".visible .entry small() { ret; }\n"
    ".file 1 \"late.cu\"\n"
    ".visible .entry stops() {\n"
    "  .reg .u32 a;\n"
    "  mov.u32 a, %tid.x;\n"
    "  .loc 1 77 3\n"
    "  trap;\n"
    "}\n";

/* How all kernels fetch texels is known from the start. */
static const char *const fetching = HEADER
    ".global .texref texels;\n"
    ".visible .entry small() { ret; }\n"
    ".visible .entry fetch() {\n"
    "  .reg .s32 i;\n"
    "  .reg .u32 a, b, c, d;\n"
    "  mov.s32 i, 0;\n"
    "  tex.1d.v4.u32.s32 {a, b, c, d}, [texels, {i}];\n"
    "  ret;\n"
    "}\n";

static const char *const bad =
    HEADER FOREIGN ".visible .entry alike() {\n"
                   "  {.param .b32 r; .param .b64 text;\n"
                   "   call.uni (r), vprintf, (text);}\n"
                   "  ret;\n"
                   "}\n";

static const char *const wrong = HEADER
    ".visible .entry fine() { ret; }\n"
    ".visible .entry broken() { .reg .b32 a; add.u64 a, a, a; ret; }\n";

static void run(CUfunction f, void **params) {
  OK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  OK(cuCtxSynchronize());
}

static unsigned valueOf(CUmodule module, const char *name) {
  CUdeviceptr p = 0;
  unsigned value = 0;
  OK(cuModuleGetGlobal(&p, NULL, module, name));
  OK(cuMemcpyDtoH(&value, p, 4));
  return value;
}

static void runNamed(CUmodule module, const char *name, void **params) {
  CUfunction f = NULL;
  OK(cuModuleGetFunction(&f, module, name));
  run(f, params);
}

static int isLoaded(CUfunction f) {
  CUfunctionLoadingState state = (CUfunctionLoadingState)2;
  OK(cuFuncIsLoaded(&state, f));
  return state == CU_FUNCTION_LOADING_STATE_LOADED;
}

static void testVariables(const char *text) {
  CUmodule module;
  unsigned x = 100, three = 3, thirty = 30;
  void *params[] = {&x};
  CUdeviceptr before, behind;
  OK(cuModuleLoadData(&module, text));
  OK(cuModuleGetGlobal(&before, NULL, module, "hidden"));
  CHECK(valueOf(module, "count") == 5);
  CHECK(valueOf(module, "hidden") == 7);
  CHECK(valueOf(module, "factor") == three);
  runNamed(module, "first", NULL);
  CHECK(valueOf(module, "count") == 6);
  CHECK(valueOf(module, "hidden") == 12);
  runNamed(module, "second", params);
  CHECK(valueOf(module, "count") == 6 * 3 + 12 + 100);
  CHECK(valueOf(module, "both") == 10);
  OK(cuModuleGetGlobal(&behind, NULL, module, "factor"));
  OK(cuMemcpyHtoD(behind, &thirty, 4));
  runNamed(module, "second", params);
  CHECK(valueOf(module, "count") == 130 * 30 + 12 + 100);
  OK(cuModuleGetGlobal(&behind, NULL, module, "hidden"));
  CHECK(before == behind);
  OK(cuModuleUnload(module));
}

static void testPointers(const char *text) {
  CUmodule module;
  OK(cuModuleLoadData(&module, text));
  runNamed(module, "called", NULL);
  CHECK(valueOf(module, "count") == 25);
  runNamed(module, "choose", NULL);
  runNamed(module, "called", NULL);
  CHECK(valueOf(module, "count") == 50);
  OK(cuModuleUnload(module));
}

static void testFunctions(const char *text) {
  CUmodule module;
  CUfunction all[5], f;
  unsigned count = 0;
  int registers = 0;
  size_t offset = 1, size = 0;
  const char *name = NULL;
  OK(cuModuleLoadData(&module, text));
  OK(cuModuleGetFunctionCount(&count, module));
  CHECK(count == 5);
  OK(cuModuleEnumerateFunctions(all, 5, module));
  CHECK(!isLoaded(all[0]) && !isLoaded(all[1]));
  OK(cuFuncGetName(&name, all[1]));
  CHECK(!strcmp(name, "second") && !isLoaded(all[1]));
  OK(cuFuncGetParamInfo(all[1], 0, &offset, &size));
  CHECK(offset == 0 && size == 4);
  CHECK(isLoaded(all[1]) && !isLoaded(all[0]));
  OK(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, all[0]));
  CHECK(registers > 0 && isLoaded(all[0]));
  OK(cuModuleGetFunction(&f, module, "first"));
  CHECK(f == all[0]);
  run(f, NULL);
  CHECK(valueOf(module, "count") == 6);
  OK(cuFuncLoad(all[2]));
  CHECK(isLoaded(all[2]));
  FAILS(CUDA_ERROR_INVALID_PTX, cuFuncLoad(all[3]));
  FAILS(CUDA_ERROR_INVALID_PTX, cuModuleGetFunction(&f, module, "foreign"));
  OK(cuFuncGetName(&name, all[3]));
  CHECK(!strcmp(name, "foreign") && !isLoaded(all[3]));
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuLaunchKernel(all[3], 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  FAILS(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&f, module, "twice"));
  OK(cuModuleUnload(module));
}

static void testLibrary(const char *text) {
  CUlibrary library;
  CUkernel kernels[5], kernel;
  CUmodule module;
  unsigned count = 0;
  const char *name = NULL;
  CUdeviceptr managed;
  OK(cuLibraryLoadData(&library, text, NULL, NULL, 0, NULL, NULL, 0));
  OK(cuLibraryGetKernelCount(&count, library));
  CHECK(count == 5);
  OK(cuLibraryEnumerateKernels(kernels, 5, library));
  OK(cuLibraryGetKernel(&kernel, library, "first"));
  CHECK(kernel == kernels[0]);
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuLibraryGetKernel(&kernel, library, "foreign"));
  OK(cuLibraryGetManaged(&managed, NULL, library, "both"));
  CHECK(*(unsigned *)managed == 9);
  OK(cuFuncGetName(&name, (CUfunction)kernels[1]));
  CHECK(!strcmp(name, "second") && !isLoaded((CUfunction)kernels[1]));
  OK(cuFuncGetName(&name, (CUfunction)kernels[3]));
  CHECK(!strcmp(name, "foreign"));
  run((CUfunction)kernels[0], NULL);
  CHECK(isLoaded((CUfunction)kernels[0]));
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuLaunchKernel((CUfunction)kernels[3], 1, 1, 1, 1, 1, 1, 0, NULL, NULL,
                       NULL));
  OK(cuLibraryGetModule(&module, library));
  CHECK(valueOf(module, "count") == 6);
  OK(cuLibraryUnload(library));
}

static void testOwned(const char *text) {
  CUmodule module;
  OK(cuModuleLoadData(&module, text));
  runNamed(module, "one", NULL);
  CHECK(valueOf(module, "seen") == 41);
  runNamed(module, "other", NULL);
  CHECK(valueOf(module, "seen") == 43);
  OK(cuModuleUnload(module));
}

static void testFetching(const char *text) {
  CUmodule module;
  CUfunction all[2];
  OK(cuModuleLoadData(&module, text));
  OK(cuModuleEnumerateFunctions(all, 2, module));
  CHECK(isLoaded(all[0]) && isLoaded(all[1]));
  OK(cuModuleUnload(module));
}

static void testErrors(const char *none, const char *syntax) {
  CUmodule module;
  char log[4096] = "";
  CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER,
                          CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, (void *)sizeof log};
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuModuleLoadDataEx(&module, none, 2, names, values));
  CHECK(strstr(log, "line 6; error   :") && strstr(log, "line 11; error   :"));
  values[1] = (void *)sizeof log;
  FAILS(CUDA_ERROR_INVALID_PTX,
        cuModuleLoadDataEx(&module, syntax, 2, names, values));
  CHECK(strstr(log, "line 6; error   :"));
}

int main(void) {
  char *late, *lateOwned, *lateBad, *lateWrong, *lateSourced, *lateFetching;
  CUfunction f;
  CUlinkState link;
  void *cubin = NULL;
  size_t size = 0;
  CUmodule module;
  start();
  late = makeLong(several);
  lateOwned = makeLong(owned);
  lateBad = makeLong(bad);
  lateWrong = makeLong(wrong);
  lateSourced = makeLong(sourced);
  lateFetching = makeLong(fetching);
  testFunctions(late);
  /* From here on some kernels have their code, as the text was there before. */
  testVariables(late);
  testPointers(late);
  testLibrary(late);
  testVariables(several);
  testPointers(several);
  testOwned(lateOwned);
  testOwned(owned);
  testFetching(lateFetching);
  testErrors(lateBad, lateWrong);

  /* A linked object has the code of all kernels. */
  OK(cuModuleLoadData(&module, lateOwned));
  OK(cuLinkCreate(0, NULL, NULL, &link));
  OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, lateOwned, strlen(lateOwned) + 1,
                   NULL, 0, NULL, NULL));
  OK(cuLinkComplete(link, &cubin, &size));
  OK(cuModuleUnload(module));
  OK(cuModuleLoadData(&module, cubin));
  runNamed(module, "other", NULL);
  CHECK(valueOf(module, "seen") == 42);
  OK(cuModuleUnload(module));
  OK(cuLinkDestroy(link));

  OK(cuModuleLoadData(&module, lateSourced));
  OK(cuModuleGetFunction(&f, module, "stops"));
  OK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  FAILS(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  free(lateSourced);
  free(lateFetching);
  free(late);
  free(lateOwned);
  free(lateBad);
  free(lateWrong);
  return finish();
}
