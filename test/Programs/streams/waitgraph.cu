// A graph whose kernel waits for the host: its other nodes follow.
#include <cstdio>

__global__ void gate(volatile int *open) {
  while (!*open)
    ;
}

__global__ void multiply(int *p, int n) { *p *= n; }

static void note(void *p) { printf("function sees %d\n", *(int *)p); }

int main() {
  volatile int *flag;
  int *p;
  cudaMallocHost((void **)&flag, sizeof *flag);
  cudaMallocHost(&p, sizeof *p);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  gate<<<1, 1, 0, s>>>((int *)flag);
  multiply<<<1, 1, 0, s>>>(p, 7);
  cudaLaunchHostFunc(s, note, p);
  multiply<<<1, 1, 0, s>>>(p, 2);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  *flag = 0;
  *p = 3;
  printf("%d", cudaGraphLaunch(exec, s));
  printf("%d", cudaGraphLaunch(exec, s));
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  printf(" %s\n", cudaGetErrorName(cudaStreamQuery(s)));
  *flag = 1;
  printf("%d\n", cudaStreamSynchronize(s));
  printf("%d\n", *p);
}

// Prints:
//   00 cudaErrorNotReady
//   function sees 21
//   function sees 294
//   0
//   588
