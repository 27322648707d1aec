/* What monitors ask of libnvidia-ml.

RUN: %cuda -Wno-deprecated-non-prototype %s -ldl -DLIBRARY='"%libraries/libnvidia-ml.so.1"' -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"
#include <dlfcn.h>

static void *library;
#define NVML(name, ...) ((unsigned (*)())(dlsym(library, "nvml" #name)))(__VA_ARGS__)

int main(void) {
  void *device = NULL, *other = NULL;
  unsigned count = 0, number = 9, mhz = 0;
  int version = 0, major = 0, minor = 0;
  char name[96], id[96], bus[96];
  unsigned long long memory[3];
  struct {
    char legacy[16];
    unsigned domain, bus, device, ids[2];
    char full[32];
  } pci;
  library = dlopen(LIBRARY, RTLD_NOW);
  if (!library) {
    puts(dlerror());
    return 1;
  }
  CHECK(NVML(DeviceGetCount_v2, &count) == 1);
  CHECK(NVML(Shutdown) == 1);
  CHECK(NVML(Init_v2) == 0);
  CHECK(NVML(DeviceGetCount_v2, &count) == 0 && count == 1);
  CHECK(NVML(SystemGetCudaDriverVersion, &version) == 0 && version == 13000);
  CHECK(NVML(SystemGetDriverVersion, name, (unsigned)sizeof name) == 0);
  CHECK(NVML(DeviceGetHandleByIndex_v2, 0u, &device) == 0 && device);
  CHECK(NVML(DeviceGetHandleByIndex_v2, 7u, &other) == 2 && !other);
  CHECK(NVML(DeviceGetName, device, name, (unsigned)sizeof name) == 0);
  CHECK(strstr(name, "Heddle"));
  CHECK(NVML(DeviceGetName, device, name, 3u) == 7);
  CHECK(NVML(DeviceGetName, (void *)0x1234, name, 96u) == 2);
  CHECK(NVML(DeviceGetUUID, device, id, (unsigned)sizeof id) == 0);
  CHECK(strlen(id) == 40 && !strncmp(id, "GPU-", 4));
  CHECK(NVML(DeviceGetHandleByUUID, id, &other) == 0 && other == device);
  CHECK(NVML(DeviceGetHandleByUUID, "GPU-0", &other) == 6);
  CHECK(NVML(DeviceGetPciInfo_v3, device, &pci) == 0 && pci.bus == 1);
  OK(cuInit(0));
  OK(cuDeviceGetPCIBusId(bus, sizeof bus, 0));
  CHECK(!strcmp(bus, pci.legacy));
  CHECK(NVML(DeviceGetHandleByPciBusId_v2, bus, &other) == 0 && other == device);
  CHECK(NVML(DeviceGetIndex, device, &number) == 0 && number == 0);
  CHECK(NVML(DeviceGetMemoryInfo, device, memory) == 0);
  CHECK(memory[0] && memory[0] == memory[1] + memory[2]);
  CHECK(NVML(DeviceGetCudaComputeCapability, device, &major, &minor) == 0);
  CHECK(major == 9 && minor == 0);
  CHECK(NVML(DeviceGetClockInfo, device, 0u, &mhz) == 0 && mhz == 1980);
  CHECK(NVML(DeviceGetTemperature, device, 0u, &number) == 3);
  CHECK(NVML(DeviceGetPowerUsage, NULL, &number) == 2);
  CHECK(NVML(Shutdown) == 0);
  CHECK(NVML(DeviceGetName, device, name, 96u) == 1);
  return finish();
}
