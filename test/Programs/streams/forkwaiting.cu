// A child that is made while a kernel waits, and one that ends at once.
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

__global__ void gate(volatile int *open) {
  while (!*open)
    ;
  *open = 2;
}

int main() {
  int *flag, status = 0;
  cudaMallocHost(&flag, sizeof *flag);
  *flag = 0;
  gate<<<1, 1>>>(flag);
  fflush(stdout);
  pid_t child = fork();
  if (!child)
    _exit(cudaDeviceSynchronize() == cudaErrorInitializationError ? 7 : 8);
  waitpid(child, &status, 0);
  printf("child %d\n", WEXITSTATUS(status));
  *(volatile int *)flag = 1;
  printf("parent %d", cudaDeviceSynchronize());
  printf(", %d\n", *flag);
}

// Prints:
//   child 7
//   parent 0, 2
