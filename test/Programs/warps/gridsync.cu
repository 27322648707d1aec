// A cooperative launch: the whole grid waits for itself.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void rounds(int *data, int *sum, int n) {
  cg::grid_group grid = cg::this_grid();
  int i = grid.thread_rank();
  for (int round = 0; round < 3; ++round) {
    int next = data[(i + 1) % n];
    grid.sync();
    data[i] = next;
    grid.sync();
  }
  if (i < 4)
    atomicAdd(sum, data[i]);
}

int main() {
  const int blocks = 4, threads = 64, n = blocks * threads;
  int can, *data, *sum, per;
  cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, rounds, threads, 0);
  printf("can %d, fits %d\n", can, per > 0);
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < n; ++i)
    data[i] = i;
  *sum = 0;
  int count = n;
  void *arguments[] = {&data, &sum, &count};
  printf("launch %d\n", cudaLaunchCooperativeKernel(rounds, blocks, threads, arguments));
  printf("%d\n", cudaDeviceSynchronize());
  printf("%d %d %d\n", data[0], data[n - 1], *sum);
  printf("too large: %s\n", cudaGetErrorName(cudaLaunchCooperativeKernel(rounds, 1 << 20, threads, arguments)));
}

// Prints:
//   can 1, fits 1
//   launch 0
//   0
//   3 2 18
//   too large: cudaErrorCooperativeLaunchTooLarge
