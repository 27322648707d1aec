// The runtime's functions on the device: memory, the device and its attributes.
#include <cstdio>

__global__ void ask(int *answers) {
  int device = 7, processors = 0, threads = 0, *memory = nullptr;
  answers[0] = cudaGetDevice(&device) == cudaSuccess && device == 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, device);
  answers[1] = processors;
  answers[2] = threads;
  answers[3] = cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 3) == cudaErrorInvalidValue;
  answers[4] = cudaMalloc(&memory, 64) == cudaSuccess;
  for (int i = 0; i < 16; ++i)
    memory[i] = i;
  answers[5] = memory[15];
  answers[6] = cudaFree(memory) == cudaSuccess;
  // More than the heap has.
  answers[7] = cudaMalloc(&memory, size_t(1) << 40) == cudaErrorMemoryAllocation && !memory;
}

int main() {
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096);
  int *answers, processors = 0;
  cudaMallocManaged(&answers, 8 * sizeof(int));
  ask<<<1, 1>>>(answers);
  cudaDeviceSynchronize();
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  printf("device %d, processors %d, threads %d, other %d\n", answers[0], answers[1] == processors, answers[2], answers[3]);
  printf("memory %d %d %d, too much %d\n", answers[4], answers[5], answers[6], answers[7]);
}
// Options: -rdc=true
// Prints:
//   device 1, processors 1, threads 1024, other 1
//   memory 1 15 1, too much 1
