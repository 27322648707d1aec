// How much memory there is, and what comes of asking for more.
#include <cstdio>

int main() {
  size_t before, after, total;
  cudaMemGetInfo(&before, &total);
  char *p = nullptr;
  cudaMalloc(&p, 64 << 20);
  cudaMemGetInfo(&after, &total);
  printf("taken %d, within total %d\n", before - after >= (64u << 20), before <= total);
  cudaFree(p);
  cudaMemGetInfo(&after, &total);
  printf("given back %d\n", after == before);
  p = nullptr;
  cudaError_t e = cudaMalloc(&p, total * 4);
  printf("too much: %s, pointer %p\n", cudaGetErrorName(e), (void *)p);
  printf("last: %s", cudaGetErrorString(cudaGetLastError()));
  printf(", then: %s\n", cudaGetErrorString(cudaGetLastError()));
  printf("nothing: %d %p\n", cudaMalloc(&p, 0), (void *)p);
  printf("free null: %d, free twice:", cudaFree(nullptr));
  cudaMalloc(&p, 16);
  cudaFree(p);
  printf(" %s\n", cudaGetErrorName(cudaFree(p)));
}

// Stderr: heddle: the program launched no kernel
// Prints:
//   taken 1, within total 1
//   given back 1
//   too much: cudaErrorMemoryAllocation, pointer (nil)
//   last: out of memory, then: no error
//   nothing: 0 (nil)
//   free null: 0, free twice: cudaErrorInvalidValue
