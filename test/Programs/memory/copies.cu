// Copies of each kind, and overlapping parts of one buffer.
#include <cstdio>
#include <cstring>

int main() {
  char host[64], back[64] = {};
  for (int i = 0; i < 64; ++i)
    host[i] = 'a' + i % 26;
  char *a, *b;
  cudaMalloc(&a, 64);
  cudaMalloc(&b, 64);
  cudaMemcpy(a, host, 64, cudaMemcpyDefault);
  cudaMemcpy(b, a, 64, cudaMemcpyDeviceToDevice);
  cudaMemcpy(back, b, 64, cudaMemcpyDefault);
  printf("through two buffers: %d\n", memcmp(host, back, 64));
  cudaMemcpyPeer(a, 0, host, 0, 0);
  cudaMemset(a + 8, 'x', 4);
  cudaMemcpy(back + 1, a + 6, 8, cudaMemcpyDeviceToHost);
  printf("%.8s\n", back + 1);
  memset(back, '-', 64);
  cudaMemcpy(back, host, 3, cudaMemcpyHostToHost);
  printf("%.5s\n", back);
  printf("wrong kind %s\n", cudaGetErrorName(cudaMemcpy(back, a, 8, cudaMemcpyKind(9))));
  printf("too long %s\n", cudaGetErrorName(cudaMemcpy(back, a, 1 << 20, cudaMemcpyDeviceToHost)));
  printf("nothing %d\n", cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault));
  cudaFree(a);
  cudaFree(b);
}

// Stderr: heddle: the program launched no kernel
// Prints:
//   through two buffers: 0
//   ghxxxxmn
//   abc--
//   wrong kind cudaErrorInvalidMemcpyDirection
//   too long cudaErrorInvalidValue
//   nothing 0
