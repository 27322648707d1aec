/* driver.c - A program that uses the CUDA driver API alone.
 *
 *   nvcc -ptx kernels.cu
 *   cc -I.../include/heddle-cuda driver.c -lcuda -o driver
 *   heddle-run ./driver kernels.ptx
 *
 * The kernels may be PTX, a fat binary (nvcc -fatbin) or an object of
 * ptxas-lite. With a CUDA toolkit its own cuda.h does as well. */

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                            \
  do {                                                                         \
    CUresult result = (call);                                                  \
    const char *text = NULL;                                                   \
    if (result != CUDA_SUCCESS) {                                              \
      cuGetErrorString(result, &text);                                         \
      fprintf(stderr, "%s: %s\n", #call, text ? text : "unknown error");       \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

enum { N = 10000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

static void launch(CUmodule module, const char *name, unsigned grid,
                   unsigned block, CUstream stream, void **arguments) {
  CUfunction function;
  CHECK(cuModuleGetFunction(&function, module, name));
  CHECK(cuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, stream, arguments,
                       NULL));
}

int main(int argc, char **argv) {
  static float x[N], y[N];
  static unsigned numbers[N];
  unsigned counts[8];
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUstream stream;
  CUevent start, end;
  CUdeviceptr dx, dy, dsum, dnumbers, dcounts, dfactor;
  char name[100];
  float a = 2, sum = 0, factor = 2.5f, milliseconds = -1;
  int n = N, wrong = 0;

  if (argc != 2) {
    fprintf(stderr, "usage: driver KERNELS\n");
    return 2;
  }
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDeviceGetName(name, sizeof name, device));
  printf("%s\n", name);
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoad(&module, argv[1]));
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
  CHECK(cuEventCreate(&end, CU_EVENT_DEFAULT));

  for (int i = 0; i < N; ++i) {
    x[i] = (float)(i % 100);
    y[i] = 1;
    numbers[i] = (unsigned)i * (unsigned)i;
  }
  CHECK(cuMemAlloc(&dx, sizeof x));
  CHECK(cuMemAlloc(&dy, sizeof y));
  CHECK(cuMemAlloc(&dsum, sizeof sum));
  CHECK(cuMemAlloc(&dnumbers, sizeof numbers));
  CHECK(cuMemAlloc(&dcounts, sizeof counts));
  CHECK(cuMemcpyHtoDAsync(dx, x, sizeof x, stream));
  CHECK(cuMemcpyHtoDAsync(dy, y, sizeof y, stream));
  CHECK(cuMemcpyHtoDAsync(dnumbers, numbers, sizeof numbers, stream));
  CHECK(cuMemsetD32Async(dsum, 0, 1, stream));
  CHECK(cuMemsetD8Async(dcounts, 0, sizeof counts, stream));

  CHECK(cuEventRecord(start, stream));
  launch(module, "saxpy", GRID, BLOCK, stream, (void *[]){&n, &a, &dx, &dy});
  launch(module, "sum", GRID, BLOCK, stream, (void *[]){&n, &dx, &dsum});
  launch(module, "histogram", GRID, BLOCK, stream,
         (void *[]){&n, &dnumbers, &dcounts});
  CHECK(cuEventRecord(end, stream));

  CHECK(cuMemcpyDtoHAsync(y, dy, sizeof y, stream));
  CHECK(cuMemcpyDtoHAsync(&sum, dsum, sizeof sum, stream));
  CHECK(cuMemcpyDtoHAsync(counts, dcounts, sizeof counts, stream));
  CHECK(cuStreamSynchronize(stream));
  CHECK(cuEventElapsedTime(&milliseconds, start, end));

  for (int i = 0; i < N; ++i)
    wrong += y[i] != 2 * (float)(i % 100) + 1;
  printf("saxpy: %d wrong, sum: %g, time: %s\n", wrong, sum,
         milliseconds >= 0 ? "measured" : "none");
  printf("squares by 8:");
  for (int i = 0; i < 8; ++i)
    printf(" %u", counts[i]);
  printf("\n");

  CHECK(cuModuleGetGlobal(&dfactor, NULL, module, "factor"));
  CHECK(cuMemcpyHtoD(dfactor, &factor, sizeof factor));
  launch(module, "hello", 2, 2, NULL, NULL);
  CHECK(cuCtxSynchronize());

  CHECK(cuMemFree(dx));
  CHECK(cuMemFree(dy));
  CHECK(cuMemFree(dsum));
  CHECK(cuMemFree(dnumbers));
  CHECK(cuMemFree(dcounts));
  CHECK(cuEventDestroy(start));
  CHECK(cuEventDestroy(end));
  CHECK(cuStreamDestroy(stream));
  CHECK(cuModuleUnload(module));
  CHECK(cuDevicePrimaryCtxRelease(device));
  return wrong != 0;
}
