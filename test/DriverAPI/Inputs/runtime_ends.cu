// What a program may do with kernels and variables beside launching the one and
// using the other: leave them alone, name them, and use them when it ends.

#include <cstdio>

__constant__ float table[3];
static __constant__ int hidden = 7;
static __device__ int unused[4];
__device__ int counter = 40;
__managed__ int both[2] = {1, 2};

__global__ void put(int *p, int value) {
  *p = value;
  atomicAdd(&counter, 1);
  printf("put %d\n", value);
}

static int failures;

static void expect(const char *what, cudaError_t got) {
  if (got != cudaSuccess) {
    std::printf("%s: %s\n", what, cudaGetErrorName(got));
    ++failures;
  }
}

static int launch(int *p, int value) {
  int got = 0;
  put<<<1, 1>>>(p, value);
  expect("launch", cudaDeviceSynchronize());
  expect("copy", cudaMemcpy(&got, p, sizeof got, cudaMemcpyDeviceToHost));
  return got;
}

struct Global {
  int *p = nullptr;
  ~Global() {
    int got = launch(p, 6);
    expect("free", cudaFree(p));
    std::printf("destructor: %d, %d failures\n", got, failures);
  }
} global;

int main() {
  std::setbuf(stdout, nullptr);
  float values[3] = {1, 2, 3};
  int value = 9, *place = nullptr;
  size_t bytes = 0;
  expect("malloc", cudaMalloc(&global.p, sizeof(int)));
  expect("table", cudaMemcpyToSymbol(table, values, sizeof values));
  expect("hidden", cudaMemcpyFromSymbol(&value, hidden, sizeof value));
  expect("unused", cudaMemcpyToSymbol(unused, &value, sizeof value));
  expect("size", cudaGetSymbolSize(&bytes, both));
  expect("address", cudaGetSymbolAddress((void **)&place, both));
  std::printf("hidden %d, both %zu %d\n", value, bytes, place == both);
  expect("both", cudaMemcpyToSymbol(both, &value, sizeof value));
  std::printf("both %d %d\n", both[0], both[1]);
  std::printf("launched: %d\n", launch(global.p, 5));
  expect("counter", cudaMemcpyFromSymbol(&value, counter, sizeof value));
  std::printf("counter %d\n", value);
}
