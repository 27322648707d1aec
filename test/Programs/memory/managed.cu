// Managed memory, which host and device use in turn.
#include <cstdio>

struct Item {
  int key;
  double value;
};
__managed__ int total = 5;

__global__ void fill(Item *items, int n) {
  int i = threadIdx.x;
  if (i < n) {
    items[i].value += items[i].key * 0.5;
    atomicAdd(&total, items[i].key);
  }
}

int main() {
  Item *items;
  cudaMallocManaged(&items, 100 * sizeof(Item));
  for (int i = 0; i < 100; ++i)
    items[i] = {i, 1.0};
  fill<<<1, 128>>>(items, 100);
  cudaDeviceSynchronize();
  printf("total %d, last %g\n", total, items[99].value);
  total = 0;
  fill<<<1, 128>>>(items, 10);
  cudaDeviceSynchronize();
  printf("total %d, ninth %g\n", total, items[9].value);
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  printf("advise %d prefetch %d\n",
         cudaMemAdvise(items, 1600, cudaMemAdviseSetReadMostly, here),
         cudaMemPrefetchAsync(items, 1600, here, 0, 0));
  cudaFree(items);
}

// Prints:
//   total 4955, last 50.5
//   total 45, ninth 10
//   advise 0 prefetch 0
