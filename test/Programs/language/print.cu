// printf in kernels: formats, order in a thread, strings of the device.
#include <cstdio>

__device__ const char *words[] = {"none", "one", "two"};

__global__ void hello(int n, double d) {
  if (threadIdx.x < 2)
    printf("thread %u of %u: %d %5.2f %s %c %%\n", threadIdx.x, blockDim.x, n, d, words[threadIdx.x + 1], 'x');
}
__global__ void wide(long long v, void *p) {
  int n = printf("%lld %llx %-6d| %06d %+d %e %g\n", v, v, 42, 42, 42, 1234.5, 0.0001);
  printf("%d %s\n", n, p ? "pointer" : "(null)");
}

int main() {
  hello<<<1, 32>>>(7, 3.14159);
  cudaDeviceSynchronize();
  wide<<<1, 1>>>(-1234567890123ll, nullptr);
  cudaDeviceSynchronize();
  size_t size;
  cudaDeviceGetLimit(&size, cudaLimitPrintfFifoSize);
  printf("fifo %d\n", size >= 1 << 20);
}

// Prints:
//   thread 0 of 32: 7  3.14 one x %
//   thread 1 of 32: 7  3.14 two x %
//   -1234567890123 fffffee08e04fb35 42    | 000042 +42 1.234500e+03 0.0001
//   7 (null)
//   fifo 1
