// Kernels on two streams that wait for each other.
#include <cstdio>

__global__ void player(volatile int *turn, int mine, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    while (*turn % 2 != mine)
      ;
    __threadfence();
    *turn = *turn + 1;
  }
}

int main() {
  int *turn, last = 0;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaMalloc(&turn, sizeof *turn);
  cudaMemset(turn, 0, sizeof *turn);
  // The first to be launched is the second to play.
  player<<<1, 1, 0, a>>>(turn, 1, 100);
  player<<<1, 1, 0, b>>>(turn, 0, 100);
  printf("%d", cudaStreamSynchronize(a));
  printf("%d\n", cudaStreamSynchronize(b));
  cudaMemcpy(&last, turn, sizeof last, cudaMemcpyDefault);
  printf("turns %d\n", last);
}

// Prints:
//   00
//   turns 200
// Unchecked: checkers look at one launch at a time
