// malloc and free in kernels.
#include <cstdio>

__global__ void lists(int *sums) {
  struct Node {
    int value;
    Node *next;
  } *list = nullptr;
  for (int i = 0; i <= threadIdx.x; ++i) {
    auto *n = static_cast<Node *>(malloc(sizeof(Node)));
    if (!n) {
      sums[threadIdx.x] = -1;
      return;
    }
    n->value = i;
    n->next = list;
    list = n;
  }
  int sum = 0;
  while (list) {
    Node *next = list->next;
    sum += list->value;
    free(list);
    list = next;
  }
  sums[threadIdx.x] = sum;
}
__device__ int *kept;
__global__ void keep() { kept = new int[4]{1, 2, 3, 4}; }
__global__ void use(int *out) {
  *out = kept[0] + kept[3];
  delete[] kept;
}
__global__ void huge(int *out) { *out = malloc(size_t(1) << 40) == nullptr; }

int main() {
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20);
  int *out;
  cudaMallocManaged(&out, 40 * 4);
  lists<<<1, 40>>>(out);
  printf("%d: %d %d\n", cudaDeviceSynchronize(), out[10], out[39]);
  keep<<<1, 1>>>();
  use<<<1, 1>>>(out);
  huge<<<1, 1>>>(out + 1);
  printf("%d: %d %d\n", cudaDeviceSynchronize(), out[0], out[1]);
}

// Prints:
//   0: 55 780
//   0: 5 1
