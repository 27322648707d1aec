/* Launches kernel `sums` of the translation that it is linked with. */
#include "heddle-c/translated.h"
#include <stdio.h>
#include <stdlib.h>

HEDDLE_TRANSLATION(sums_translation);

static void check(heddleError_t E) {
  if (!E)
    return;
  printf("%s: %s\n", heddleGetErrorName(E), heddleGetLastErrorMessage());
  exit(1);
}

int main(int argc, char **argv) {
  heddleDeviceOptions_t Options;
  HEDDLE_INIT(Options);
  Options.Addresses = heddleAddressesArena;
  heddleDevice_t D;
  check(heddleDeviceCreate(&Options, &D));
  heddleModule_t M;
  check(heddleModuleLoadTranslation(D, &sums_translation, &M));
  heddleKernel_t K;
  check(heddleModuleGetKernel(M, "sums", &K));
  printf("translated: %d\n", heddleKernelIsTranslated(K));
  heddleAddress_t Out;
  check(heddleMalloc(D, 128, "out", &Out));
  heddleLaunchConfig_t Config;
  HEDDLE_INIT(Config);
  Config.Grid[0] = 1;
  Config.Block[0] = (uint32_t)atoi(argv[1]);
  uint32_t Address = (uint32_t)Out, Rounds = 1000;
  const void *Arguments[] = {&Address, &Rounds};
  check(heddleLaunch(K, &Config, Arguments, NULL));
  uint32_t Words[32];
  check(heddleCopyFromDevice(D, Words, Out, 128));
  printf("0: %u", Words[0]);
  for (int N = 1; N != 32; ++N)
    printf(" %u", Words[N]);
  printf("\n");
  heddleModuleDestroy(M);
  heddleDeviceDestroy(D);
  return argc != 2;
}
