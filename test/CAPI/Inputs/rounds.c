/* Loads, launches and unloads an object again and again; the memory of the
 * process must not grow. */
#include <heddle-c/heddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char PTX[] = ".version 7.0\n"
                          ".target sm_75\n"
                          ".address_size 64\n"
                          ".global .u32 calls[100];\n"
                          ".const .u32 one = 1;\n"
                          ".visible .entry k(.param .u64 to) {\n"
                          "  .reg .b64 %a; .reg .b32 %v;\n"
                          "  ld.param.u64 %a, [to];\n"
                          "  ld.const.u32 %v, [one];\n"
                          "  red.global.add.u32 [calls], %v;\n"
                          "  red.global.add.u32 [%a], %v;\n"
                          "  ret;\n"
                          "}\n";

static void check(heddleError_t Error) {
  if (Error == heddleSuccess)
    return;
  fprintf(stderr, "%s\n", heddleGetLastErrorMessage());
  exit(1);
}

static long residentKilobytes(void) {
  long Size = 0, Resident = 0;
  FILE *File = fopen("/proc/self/statm", "r");
  if (!File || fscanf(File, "%ld %ld", &Size, &Resident) != 2)
    exit(1);
  fclose(File);
  return Resident * (sysconf(_SC_PAGESIZE) / 1024);
}

#ifndef __has_feature
#define __has_feature(FEATURE) 0
#endif
static const int KeepsFreed = __has_feature(address_sanitizer);

int main(void) {
  heddleCompilation_t Compilation;
  heddleDevice_t Device;
  check(heddleCompile(PTX, sizeof(PTX), NULL, &Compilation));
  check(heddleDeviceCreate(NULL, &Device));
  const void *Object;
  size_t Size;
  check(heddleCompilationGetObject(Compilation, &Object, &Size));
  heddleLaunchConfig_t Config;
  HEDDLE_INIT(Config);
  Config.Grid[0] = Config.Block[0] = 1;
  long Before = 0;
  unsigned Sum = 0;
  for (int Round = 0; Round != 11000; ++Round) {
    if (Round == 1000)
      Before = residentKilobytes();
    heddleModule_t Module;
    heddleKernel_t Kernel;
    heddleAddress_t Word;
    heddleResult_t Result;
    unsigned Value;
    check(heddleModuleLoad(Device, Object, Size, &Module));
    check(heddleModuleGetKernel(Module, "k", &Kernel));
    check(heddleMalloc(Device, 5000, "word", &Word));
    const void *Arguments[] = {&Word};
    check(heddleLaunch(Kernel, &Config, Arguments, &Result));
    check(heddleCopyFromDevice(Device, &Value, Word, 4));
    Sum += Value;
    heddleResultDestroy(Result);
    check(heddleFree(Device, Word));
    heddleModuleDestroy(Module);
  }
  long Grown = residentKilobytes() - Before;
  printf("sum %u, memory is %s\n", Sum,
         KeepsFreed     ? "kept"
         : Grown < 2048 ? "flat"
                        : "not flat");
  if (!KeepsFreed && Grown >= 2048)
    printf("%ld KiB more\n", Grown);
  heddleCompilationDestroy(Compilation);
  heddleDeviceDestroy(Device);
  return 0;
}
