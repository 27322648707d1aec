// A sort whose kernel launches itself for both parts, in streams of the device.
#include <cstdio>

__global__ void quicksort(int *p, int left, int right) {
  int i = left, j = right;
  const int middle = p[(left + right) / 2];
  while (i <= j) {
    while (p[i] < middle)
      ++i;
    while (p[j] > middle)
      --j;
    if (i <= j) {
      const int other = p[i];
      p[i++] = p[j];
      p[j--] = other;
    }
  }
  for (int part = 0; part < 2; ++part) {
    const int from = part ? i : left, to = part ? right : j;
    if (from >= to)
      continue;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(p, from, to);
    cudaStreamDestroy(stream);
  }
}

__global__ void mark(int *p, int bit) { atomicOr(p, bit); }

__global__ void kinds(int *p) {
  mark<<<1, 1>>>(p, 1);
  mark<<<1, 1, 0, cudaStreamFireAndForget>>>(p, 2);
  mark<<<1, 1, 0, cudaStreamTailLaunch>>>(p, 4);
}

int main() {
  const int count = 150;
  int *p, wrong = 0;
  cudaMallocManaged(&p, count * sizeof(int));
  for (int i = 0; i < count; ++i)
    p[i] = i * 71 % count;
  quicksort<<<1, 1>>>(p, 0, count - 1);
  printf("%d\n", cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i)
    wrong += p[i] != i;
  printf("%d wrong\n", wrong);
  p[0] = 0;
  kinds<<<1, 1>>>(p);
  printf("%d %d\n", cudaDeviceSynchronize(), p[0]);
}

// Options: -rdc=true
// Prints:
//   0
//   0 wrong
//   0 7
