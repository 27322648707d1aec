// Handles that are none.
#include <cstdio>

__global__ void nothing() {}

int main() {
  cudaStream_t stream = reinterpret_cast<cudaStream_t>(0x1234560);
  cudaEvent_t event = reinterpret_cast<cudaEvent_t>(0x99999);
  printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
  printf("%s\n", cudaGetErrorName(cudaEventRecord(event, 0)));
  nothing<<<1, 1, 0, stream>>>();
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  printf("%s\n", cudaGetErrorName(cudaStreamQuery(stream)));
  void *arguments[1] = {};
  int local = 0;
  printf("%s\n", cudaGetErrorName(cudaLaunchKernel(&local, 1, 1, arguments, 0, nullptr)));
  printf("%s\n", cudaGetErrorName(cudaFree(&local)));
  printf("%s\n", cudaGetErrorName(cudaFreeHost(&local)));
  cudaGetLastError();
  nothing<<<1, 1>>>();
  printf("%d\n", cudaDeviceSynchronize());
}

// Prints:
//   cudaErrorInvalidResourceHandle
//   cudaErrorInvalidResourceHandle
//   cudaErrorInvalidResourceHandle
//   cudaErrorInvalidResourceHandle
//   cudaErrorInvalidDeviceFunction
//   cudaErrorInvalidValue
//   cudaErrorInvalidValue
//   0
