// A program that ends while a kernel waits for it.
#include <cstdio>

__global__ void gate(volatile int *open) {
  while (!*open)
    ;
}

int main() {
  int *flag;
  cudaMallocHost(&flag, sizeof *flag);
  *flag = 0;
  gate<<<1, 32>>>(flag);
  gate<<<1, 32>>>(flag);
  printf("%d\n", cudaGetLastError());
}

// Prints:
//   0
// Exit: 99
// Stderr: heddle: the program ended while kernel 'program_endswaiting::gate(int volatile*)' waited
