// What a capture does not stand.
#include <cstdio>

__global__ void nothing() {}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  nothing<<<1, 1, 0, stream>>>();
  printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
  printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(stream, &graph)));
  printf("no graph %d\n", graph == nullptr);
  cudaGetLastError();
  printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(stream, &graph)));
  printf("%s\n", cudaGetErrorName(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal)));
  cudaGetLastError();
  nothing<<<1, 1, 0, stream>>>();
  printf("%d\n", cudaStreamSynchronize(stream));
}

// Prints:
//   cudaErrorStreamCaptureUnsupported
//   cudaErrorStreamCaptureInvalidated
//   no graph 1
//   cudaErrorIllegalState
//   cudaErrorStreamCaptureUnsupported
//   0
