// A kernel that runs all the time, fed by copies on another stream.
#include <cstdio>

__global__ void serve(volatile int *mailbox, volatile int *results, int count) {
  int last = 0;
  while (last != count) {
    int next;
    while ((next = mailbox[0]) == last)
      ;
    __threadfence();
    results[next] = mailbox[1] * mailbox[1];
    __threadfence();
    mailbox[2] = last = next;
  }
}

int main() {
  const int count = 10;
  int *mailbox, *results, *pinned, squares[count + 1] = {};
  cudaStream_t server, client;
  cudaStreamCreateWithFlags(&server, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&client, cudaStreamNonBlocking);
  cudaMalloc(&mailbox, 3 * sizeof(int));
  cudaMalloc(&results, sizeof squares);
  cudaMemset(mailbox, 0, 3 * sizeof(int));
  cudaMallocHost(&pinned, 2 * sizeof(int));
  serve<<<1, 1, 0, server>>>(mailbox, results, count);
  for (int i = 1; i <= count; ++i) {
    pinned[0] = i;
    pinned[1] = 3 * i;
    cudaMemcpyAsync(mailbox + 1, pinned + 1, sizeof(int), cudaMemcpyHostToDevice, client);
    cudaMemcpyAsync(mailbox, pinned, sizeof(int), cudaMemcpyHostToDevice, client);
    int done = 0;
    while (done != i) {
      cudaMemcpyAsync(&done, mailbox + 2, sizeof done, cudaMemcpyDeviceToHost, client);
      cudaStreamSynchronize(client);
    }
  }
  printf("server %d\n", cudaStreamSynchronize(server));
  cudaMemcpy(squares, results, sizeof squares, cudaMemcpyDeviceToHost);
  for (int i = 1; i <= count; ++i)
    printf("%d ", squares[i]);
  printf("\n");
}

// Prints:
//   server 0
//   9 36 81 144 225 324 441 576 729 900 
