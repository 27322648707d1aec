// What follows a kernel that waits: copies, events, functions of the host.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void gate(volatile int *open) {
  while (!*open)
    ;
}

__global__ void add(int *p, int n) { *p += n; }

static void open(void *gate) { *(volatile int *)gate = 1; }
static void note(void *what) { printf("function: %s\n", (const char *)what); }
static void CUDART_CB noteOld(cudaStream_t, cudaError_t status, void *what) {
  printf("callback: %s %d\n", (const char *)what, status);
}

int main() {
  volatile int *flag;
  int *p, *result;
  cudaMallocHost((void **)&flag, sizeof *flag);
  cudaMallocHost(&result, sizeof *result);
  cudaMalloc(&p, sizeof *p);
  cudaMemset(p, 0, sizeof *p);
  cudaStream_t a, b, c;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
  cudaEvent_t before, behind;
  cudaEventCreate(&before);
  cudaEventCreate(&behind);

  *flag = 0;
  *result = -1;
  cudaEventRecord(before, a);
  gate<<<1, 1, 0, a>>>((int *)flag);
  // Memory of the program may change as soon as the call is over.
  int *pageable = (int *)malloc(sizeof(int));
  *pageable = 5;
  cudaMemcpyAsync(p, pageable, sizeof(int), cudaMemcpyHostToDevice, a);
  *pageable = 1000;
  add<<<1, 1, 0, a>>>(p, 2);
  cudaLaunchHostFunc(a, note, (void *)"in its place");
  cudaStreamAddCallback(a, noteOld, (void *)"in its place", 0);
  cudaEventRecord(behind, a);
  cudaStreamWaitEvent(b, behind, 0);
  add<<<1, 1, 0, b>>>(p, 10);
  // Stream 0 waits for both.
  add<<<1, 1>>>(p, 100);
  cudaMemcpyAsync(result, p, sizeof(int), cudaMemcpyDeviceToHost, 0);
  float ms = 0;
  printf("a %s, b %s, c %s, event %s, elapsed %s, result %d\n", cudaGetErrorName(cudaStreamQuery(a)),
         cudaGetErrorName(cudaStreamQuery(b)), cudaGetErrorName(cudaStreamQuery(c)),
         cudaGetErrorName(cudaEventQuery(behind)), cudaGetErrorName(cudaEventElapsedTime(&ms, before, behind)), *result);
  // It goes on without its handle.
  cudaStreamDestroy(b);
  // A function of another stream opens the gate.
  cudaLaunchHostFunc(c, open, (void *)flag);
  printf("event %d", cudaEventSynchronize(behind));
  cudaEventElapsedTime(&ms, before, behind);
  printf(", time %d\n", ms > 0);
  printf("device %d", cudaDeviceSynchronize());
  printf(", result %d\n", *result);

  // A blocking copy waits, too, and memory is freed when nobody uses it.
  *flag = 0;
  gate<<<1, 1, 0, a>>>((int *)flag);
  add<<<1, 1, 0, a>>>(p, 1000);
  cudaLaunchHostFunc(c, open, (void *)flag);
  int last = 0;
  cudaMemcpy(&last, p, sizeof last, cudaMemcpyDeviceToHost);
  printf("copy %d\n", last);
  *flag = 0;
  gate<<<1, 1, 0, a>>>((int *)flag);
  add<<<1, 1, 0, a>>>(p, 1);
  cudaFreeAsync(p, a);
  cudaLaunchHostFunc(c, open, (void *)flag);
  printf("free %d", cudaFreeHost((void *)flag));
  printf(", %d\n", cudaDeviceSynchronize());
  free(pageable);
}

// Prints:
//   a cudaErrorNotReady, b cudaErrorNotReady, c cudaSuccess, event cudaErrorNotReady, elapsed cudaErrorNotReady, result -1
//   function: in its place
//   callback: in its place 0
//   event 0, time 1
//   device 0, result 117
//   copy 1117
//   free 0, 0
