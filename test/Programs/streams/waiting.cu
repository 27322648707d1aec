// A stream that waits for what another has done.
#include <cstdio>

__global__ void set(int *p, int v) { p[threadIdx.x] = v + threadIdx.x; }
__global__ void sum(const int *p, int *out) {
  int s = 0;
  for (int i = 0; i < 32; ++i)
    s += p[i];
  *out = s;
}

int main() {
  int least, greatest;
  printf("range %d\n", cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithPriority(&b, cudaStreamNonBlocking, greatest);
  int priority;
  unsigned flags;
  cudaStreamGetPriority(b, &priority);
  cudaStreamGetFlags(a, &flags);
  printf("priority %d, flags %u\n", priority == greatest, flags);
  int *p, *out, host = 0;
  cudaMalloc(&p, 32 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaEvent_t ready;
  cudaEventCreate(&ready);
  for (int round = 1; round <= 3; ++round) {
    set<<<1, 32, 0, a>>>(p, round * 100);
    cudaEventRecord(ready, a);
    cudaStreamWaitEvent(b, ready, 0);
    sum<<<1, 1, 0, b>>>(p, out);
    cudaMemcpyAsync(&host, out, sizeof host, cudaMemcpyDeviceToHost, b);
    cudaStreamSynchronize(b);
    printf("%d\n", host);
  }
  printf("%d\n", cudaStreamQuery(a));
}

// Prints:
//   range 0
//   priority 1, flags 1
//   3696
//   6896
//   10096
//   0
