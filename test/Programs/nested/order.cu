// Children run in the order of their launches, in streams of the device, too; tails when all else is through.
#include <cstdio>

__device__ int next;

__global__ void note(int *log, int value) { log[next++] = value; }

__global__ void middle(int *log, int value) {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(log, value + 2);
  note<<<1, 1>>>(log, value + 1);
  log[next++] = value;
}

__global__ void top(int *log) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 90);
  middle<<<1, 1>>>(log, 10);
  middle<<<1, 1, 0, stream>>>(log, 20);
  note<<<1, 1, 0, cudaStreamFireAndForget>>>(log, 30);
  cudaStreamDestroy(stream);
  log[next++] = 1;
  if (cudaGetLastError() != cudaSuccess)
    log[next++] = -1;
}

int main() {
  int *log;
  cudaMallocManaged(&log, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i)
    log[i] = 0;
  top<<<1, 1>>>(log);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; log[i]; ++i)
    printf("%d ", log[i]);
  printf("\n");
}

// Options: -rdc=true
// Prints:
//   cudaSuccess
//   1 10 11 12 20 21 22 30 90 
