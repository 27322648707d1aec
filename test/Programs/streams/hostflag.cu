// Kernels that wait for what the host does after the launch has returned.
#include <cstdio>

__global__ void answer(volatile int *question, volatile int *reply) {
  while (*question == 0)
    ;
  *reply = *question + 1;
  __threadfence_system();
}

__global__ void answerAll(volatile int *turn, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    while (*turn != 2 * i + 1)
      __nanosleep(100);
    __threadfence_system();
    *turn = 2 * i + 2;
  }
}

int main() {
  volatile int *mapped, *managed;
  cudaHostAlloc((void **)&mapped, 2 * sizeof(int), cudaHostAllocMapped);
  mapped[0] = mapped[1] = 0;
  answer<<<1, 1>>>(mapped, mapped + 1);
  printf("launched, query %s\n", cudaGetErrorName(cudaStreamQuery(0)));
  mapped[0] = 41;
  printf("synchronize %d", cudaDeviceSynchronize());
  printf(", reply %d\n", mapped[1]);

  cudaMallocManaged((void **)&managed, sizeof(int));
  *managed = 0;
  const int rounds = 50;
  answerAll<<<1, 1>>>(managed, rounds);
  int seen = 0;
  for (int i = 0; i < rounds; ++i) {
    *managed = 2 * i + 1;
    while (*managed != 2 * i + 2)
      ;
    ++seen;
  }
  printf("rounds %d, synchronize %d\n", seen, cudaDeviceSynchronize());
  printf("%d", cudaFreeHost((void *)mapped));
  printf("%d\n", cudaFree((void *)managed));
}

// Prints:
//   launched, query cudaErrorNotReady
//   synchronize 0, reply 42
//   rounds 50, synchronize 0
//   00
