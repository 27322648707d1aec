// Copies to, from and between arrays: rows, bytes in the order of rows, planes.
#include <cstdio>
#include <cstring>

int main() {
  short host[4][6], back[4][6];
  for (int i = 0; i < 24; ++i)
    host[i / 6][i % 6] = short(i);
  cudaArray_t a, b, volume;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<short>();
  cudaMallocArray(&a, &format, 6, 4);
  cudaMallocArray(&b, &format, 6, 4);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  printf("%d", cudaMemcpy2DToArrayAsync(a, 0, 0, host, 12, 12, 4, cudaMemcpyHostToDevice, stream));
  // Columns 1 to 3 of rows 1 and 2 go to column 2, row 0.
  printf("%d", cudaMemcpy2DArrayToArray(b, 4, 0, a, 2, 1, 6, 2));
  memset(back, -1, sizeof back);
  printf("%d\n", cudaMemcpy2DFromArrayAsync(back, 12, b, 4, 0, 6, 2, cudaMemcpyDeviceToHost, stream));
  printf("%d %d %d %d; %d %d\n", back[0][0], back[0][2], back[1][0], back[1][2], back[0][3], back[2][0]);
  // Bytes run over the ends of rows.
  printf("%d", cudaMemcpyToArray(b, 8, 1, host, 20, cudaMemcpyHostToDevice));
  short some[10];
  printf("%d", cudaMemcpyFromArray(some, b, 8, 1, 20, cudaMemcpyDeviceToHost));
  printf("%d:", cudaMemcpyArrayToArray(a, 0, 0, b, 8, 1, 20));
  for (short s : some)
    printf(" %d", s);
  cudaMemcpy2DFromArray(back, 12, a, 0, 0, 12, 4, cudaMemcpyDeviceToHost);
  printf("; %d %d\n", back[0][5], back[1][3]);
  // Planes of one array to another.
  cudaMalloc3DArray(&volume, &format, {6, 4, 3});
  cudaMemcpy3DParms copy = {};
  copy.srcArray = a;
  copy.dstArray = volume;
  copy.dstPos = {0, 0, 2};
  copy.extent = {6, 4, 1};
  copy.kind = cudaMemcpyDeviceToDevice;
  printf("%d ", cudaMemcpy3D(&copy));
  copy.extent.depth = 2;
  printf("%s ", cudaGetErrorName(cudaMemcpy3D(&copy)));
  copy.dstPos = {1, 0, 0};
  copy.extent.depth = 1;
  printf("%s\n", cudaGetErrorName(cudaMemcpy3D(&copy)));
  // In a graph.
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemcpy2DToArrayAsync(b, 0, 0, host, 12, 12, 4, cudaMemcpyHostToDevice, stream);
  cudaMemcpy2DFromArrayAsync(back, 12, b, 0, 0, 12, 4, cudaMemcpyDeviceToHost, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  memset(back, 0, sizeof back);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  printf("%d\n", memcmp(host, back, sizeof host));
  // What does not fit.
  printf("%s ", cudaGetErrorName(cudaMemcpy2DToArray(a, 0, 1, host, 12, 12, 4, cudaMemcpyHostToDevice)));
  printf("%s ", cudaGetErrorName(cudaMemcpy2DToArray(a, 1, 0, host, 12, 2, 1, cudaMemcpyHostToDevice)));
  printf("%s ", cudaGetErrorName(cudaMemcpyToArray(a, 0, 3, host, 14, cudaMemcpyHostToDevice)));
  printf("%s\n", cudaGetErrorName(cudaMemcpyFromArray(back, a, 0, 0, 8, cudaMemcpyHostToDevice)));
  printf("%s ", cudaGetErrorName(cudaFreeArray(a)));
  printf("%s ", cudaGetErrorName(cudaFreeArray(a)));
  printf("%s\n", cudaGetErrorName(cudaFreeArray(nullptr)));
}

// Stderr: heddle: the program launched no kernel
// Options: -Wno-deprecated-declarations
// Prints:
//   000
//   7 9 13 15; -1 -1
//   000: 0 1 2 3 4 5 6 7 8 9; 5 9
//   0 cudaErrorInvalidValue cudaErrorInvalidValue
//   0
//   cudaErrorInvalidValue cudaErrorInvalidValue cudaErrorInvalidValue cudaErrorInvalidMemcpyDirection
//   cudaSuccess cudaErrorInvalidResourceHandle cudaSuccess
