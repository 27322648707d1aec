// Waits of libcu++, which look at the clock.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>

using SystemFlag = cuda::atomic<int, cuda::thread_scope_system>;
using SystemBarrier = cuda::barrier<cuda::thread_scope_system>;

__global__ void await(SystemFlag *flag, SystemBarrier *barrier) {
  flag->wait(0);
  flag->store(flag->load() + 1);
  flag->notify_all();
  barrier->arrive_and_wait();
}

int main() {
  SystemFlag *flag;
  SystemBarrier *barrier;
  cudaMallocManaged(&flag, sizeof *flag);
  cudaMallocManaged(&barrier, sizeof *barrier);
  new (flag) SystemFlag(0);
  new (barrier) SystemBarrier(2);
  await<<<1, 1>>>(flag, barrier);
  flag->store(6);
  while (flag->load() == 6)
    ;
  printf("flag %d, %s\n", flag->load(), cudaGetErrorName(cudaStreamQuery(0)));
  barrier->arrive_and_wait();
  printf("%d\n", cudaDeviceSynchronize());
}

// Prints:
//   flag 7, cudaErrorNotReady
//   0
// Options: -std=c++17
