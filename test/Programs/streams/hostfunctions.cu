// Functions of the host in streams.
#include <cstdio>

__global__ void add(int *p, int v) { *p += v; }

static void print(void *p) { printf("host sees %d\n", *static_cast<int *>(p)); }
static void done(cudaStream_t, cudaError_t status, void *text) {
  printf("%s %d\n", static_cast<const char *>(text), status);
}

int main() {
  int *p;
  cudaMallocManaged(&p, sizeof *p);
  *p = 1;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  add<<<1, 1, 0, stream>>>(p, 10);
  cudaLaunchHostFunc(stream, print, p);
  add<<<1, 1, 0, stream>>>(p, 100);
  cudaLaunchHostFunc(stream, print, p);
  char text[] = "callback with";
  cudaStreamAddCallback(stream, done, text, 0);
  cudaStreamSynchronize(stream);
  printf("null %s\n", cudaGetErrorName(cudaLaunchHostFunc(stream, nullptr, p)));
  cudaStreamDestroy(stream);
}

// Prints:
//   host sees 11
//   host sees 111
//   callback with 0
//   null cudaErrorInvalidValue
