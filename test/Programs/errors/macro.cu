// The macro that every program has around its calls, and a bad call at the end.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t err = (call);                                                  \
    if (err != cudaSuccess) {                                                  \
      printf("line %d: %s\n", __LINE__, cudaGetErrorString(err));              \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

__global__ void twice(float *v) { v[threadIdx.x] *= 2; }

int main() {
  float *v, h[8] = {1, 2, 3};
  CHECK(cudaSetDevice(0));
  CHECK(cudaMalloc(&v, sizeof h));
  CHECK(cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice));
  twice<<<1, 8>>>(v);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost));
  printf("%g %g %g\n", h[0], h[1], h[2]);
  CHECK(cudaSetDevice(77));
  printf("not reached\n");
}

// Exit: 1
// Prints:
//   2 4 6
//   line 26: invalid device ordinal
