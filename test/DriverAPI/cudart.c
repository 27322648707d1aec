/* What nvcc makes of a program with a kernel and variables, by hand: a fat binary
 * that is registered, and a launch by <<<...>>>.

RUN: %cuda %s -lcudart -o %t && %t | FileCheck %s
RUN: env HEDDLE_LOG=1 %t 2>&1 | FileCheck %s --check-prefix=LOG
CHECK: done
LOG: heddle: cudaGLGetDevices: cudaErrorNotSupported: this function is not implemented
*/
#include "check.h"
#include "runtime_types.h"

typedef struct {
  unsigned magic, version;
  const void *container;
  void *linked;
} Wrapper;

void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaUnregisterFatBinary(void **);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int,
                            void *, void *, void *, void *, int *);
void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int,
                       int);
void __cudaRegisterManagedVar(void **, void **, char *, const char *, int,
                              size_t, int, int);
char __cudaInitModule(void **);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, CUstream);
cudaError_t __cudaPopCallConfiguration(dim3 *, dim3 *, size_t *, void *);
cudaError_t __cudaGetKernel(CUkernel *, const void *);
cudaError_t __cudaLaunchKernel(CUkernel, dim3, dim3, void **, size_t, CUstream);
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaFree(void *);
cudaError_t cudaGLGetDevices(void);
cudaError_t cudaMemcpy(void *, const void *, size_t, int);
cudaError_t cudaMemcpyToSymbol(const void *, const void *, size_t, size_t, int);
cudaError_t cudaGetSymbolSize(size_t *, const void *);
cudaError_t cudaGetSymbolAddress(void **, const void *);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t);

#define RUNTIME(error, call) CHECK((call) == (error))

static void launchPut(void) {}
static void noKernel(void) {}
static unsigned hostFactor;
static unsigned *managed;
static struct {
  unsigned magic;
  unsigned short version, headerBytes;
  size_t bytes;
  struct {
    unsigned short kind, flags;
    unsigned headerBytes;
    size_t payloadBytes;
    unsigned compressed, options, format, architecture;
    unsigned source[2];
    size_t entryFlags, unused, decompressed;
  } entry;
  char text[4096];
} fat;

/* What the stub of a kernel on the host does. */
static void stub(const void *host, void **params) {
  CUkernel kernel = NULL;
  dim3 grid, block;
  size_t shared;
  CUstream stream;
  __cudaGetKernel(&kernel, host);
  if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) ==
      cudaSuccess)
    __cudaLaunchKernel(kernel, grid, block, params, shared, stream);
}

int main(void) {
  static Wrapper wrapper = {0x466243b1, 1, &fat, NULL};
  dim3 one = {1, 1, 1}, none = {0, 1, 1}, many = {1 << 20, 1, 1};
  void **handle;
  void *p = NULL, *place = NULL;
  unsigned value = 9, got = 0;
  void *params[] = {&p, &value};
  size_t bytes = 0;

  fat.magic = 0xba55ed50;
  fat.version = 1;
  fat.headerBytes = 16;
  fat.bytes = sizeof fat.entry + sizeof fat.text;
  fat.entry.kind = 1;
  fat.entry.headerBytes = sizeof fat.entry;
  fat.entry.payloadBytes = sizeof fat.text;
  fat.entry.architecture = 75;
  CHECK(sizeof fat.entry == 64 && strlen(kernels) < sizeof fat.text);
  strcpy(fat.text, kernels);

  handle = __cudaRegisterFatBinary(&wrapper);
  CHECK(*handle == &wrapper);
  __cudaRegisterFunction(handle, (const char *)launchPut, "put", "put", -1,
                         NULL, NULL, NULL, NULL, NULL);
  __cudaRegisterVar(handle, (char *)&hostFactor, "factor", "factor", 0, 4, 1,
                    0);
  __cudaRegisterManagedVar(handle, (void **)&managed, "both", "both", 0, 8, 0,
                           0);
  __cudaRegisterFatBinaryEnd(handle);
  CHECK(__cudaInitModule(handle) == 1);
  CHECK(managed && managed[1] == 7);

  RUNTIME(cudaSuccess, cudaMalloc(&p, 4));
  CHECK(__cudaPushCallConfiguration(one, one, 0, NULL) == 0);
  stub((const void *)launchPut, params);
  RUNTIME(cudaSuccess, cudaGetLastError());
  RUNTIME(cudaSuccess, cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost));
  CHECK(got == 9);
  RUNTIME(cudaSuccess, cudaGetSymbolSize(&bytes, &hostFactor));
  CHECK(bytes == 4);
  RUNTIME(cudaSuccess, cudaMemcpyToSymbol(&hostFactor, &value, 4, 0,
                                          cudaMemcpyHostToDevice));
  RUNTIME(cudaErrorInvalidValue, cudaMemcpyToSymbol(&hostFactor, &value, 4, 1,
                                                    cudaMemcpyHostToDevice));
  RUNTIME(cudaErrorInvalidSymbol, cudaGetSymbolSize(&bytes, &value));

  /* Host code names a managed variable by its cell or by what is in it. */
  RUNTIME(cudaSuccess, cudaGetSymbolSize(&bytes, &managed));
  CHECK(bytes == 8);
  RUNTIME(cudaSuccess, cudaGetSymbolSize(&bytes, managed));
  RUNTIME(cudaSuccess, cudaGetSymbolAddress(&place, managed));
  CHECK(place == managed);
  RUNTIME(cudaSuccess,
          cudaMemcpyToSymbol(managed, &value, 4, 4, cudaMemcpyHostToDevice));
  CHECK(managed[0] == 6 && managed[1] == 9);
  RUNTIME(cudaErrorInvalidSymbol, cudaGetSymbolSize(&bytes, managed + 1));
  RUNTIME(cudaErrorInvalidSymbol, cudaGetSymbolSize(&bytes, NULL));

  /* An error is there until it is asked for. */
  cudaGetLastError();
  __cudaPushCallConfiguration(none, one, 0, NULL);
  stub((const void *)launchPut, params);
  RUNTIME(cudaErrorInvalidConfiguration, cudaPeekAtLastError());
  RUNTIME(cudaErrorInvalidConfiguration, cudaGetLastError());
  RUNTIME(cudaSuccess, cudaGetLastError());
  __cudaPushCallConfiguration(one, many, 0, NULL);
  stub((const void *)launchPut, params);
  RUNTIME(cudaErrorInvalidConfiguration, cudaGetLastError());
  __cudaPushCallConfiguration(one, one, 0, NULL);
  stub((const void *)noKernel, params);
  RUNTIME(cudaErrorInvalidDeviceFunction, cudaGetLastError());
  stub((const void *)launchPut, params);
  RUNTIME(cudaErrorMissingConfiguration, cudaGetLastError());
  RUNTIME(cudaErrorInvalidMemcpyDirection, cudaMemcpy(&got, p, 4, 7));
  RUNTIME(cudaErrorNotSupported, cudaGLGetDevices());
  RUNTIME(cudaErrorNotSupported, cudaGetLastError());
  CHECK(!strcmp(cudaGetErrorName(98), "cudaErrorInvalidDeviceFunction"));
  CHECK(!strcmp(cudaGetErrorName(98765), "unrecognized error code"));
  RUNTIME(cudaSuccess, cudaMalloc(&p, 0));
  CHECK(!p);
  RUNTIME(cudaSuccess, cudaFree(NULL));
  RUNTIME(cudaSuccess, cudaDeviceSynchronize());

  /* They are there again behind a reset. */
  RUNTIME(cudaSuccess, cudaDeviceReset());
  CHECK(managed && managed[0] == 6 && managed[1] == 7);
  RUNTIME(cudaSuccess, cudaGetSymbolAddress(&place, &managed));
  CHECK(place == managed);
  RUNTIME(cudaSuccess, cudaMalloc(&p, 4));
  __cudaPushCallConfiguration(one, one, 0, NULL);
  stub((const void *)launchPut, params);
  RUNTIME(cudaSuccess, cudaGetLastError());
  RUNTIME(cudaSuccess, cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost));
  CHECK(got == 9);
  __cudaUnregisterFatBinary(handle);
  __cudaPushCallConfiguration(one, one, 0, NULL);
  stub((const void *)launchPut, params);
  RUNTIME(cudaErrorInvalidDeviceFunction, cudaGetLastError());
  return finish();
}
