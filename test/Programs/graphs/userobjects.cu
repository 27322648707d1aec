// An object of the program's that graphs keep, and that is ended with the last of them.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

// Another thread changes it.
static std::atomic<int> ended;

static void CUDART_CB end(void *data) { ended += *static_cast<int *>(data); }

__global__ void add(int *p, int value) { p[threadIdx.x] += value; }

int main() {
  static int ten = 10;
  int *p;
  cudaMallocManaged(&p, 128);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaUserObject_t object;
  printf("%d\n", cudaUserObjectCreate(&object, &ten, end, 1, cudaUserObjectNoDestructorSync));
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 32, 0, stream>>>(p, 3);
  // The graph is retained while it is captured.
  cudaStreamCaptureStatus status;
  cudaGraph_t graph;
  cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph);
  printf("%d\n", cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  cudaStreamEndCapture(stream, &graph);
  cudaGraphExec_t first, second;
  cudaGraphInstantiate(&first, graph);
  cudaGraphInstantiate(&second, graph);
  cudaGraphLaunch(first, stream);
  cudaGraphLaunch(second, stream);
  cudaGraphDestroy(graph);
  cudaGraphExecDestroy(first);
  cudaStreamSynchronize(stream);
  printf("%d %d\n", p[7], ended.load());
  cudaGraphExecDestroy(second);
  cudaDeviceSynchronize();
  for (int i = 0; i < 20000 && !ended; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  printf("%d\n", ended.load());
  printf("%s\n", cudaGetErrorName(cudaUserObjectRelease(object, 1)));
}

// Prints:
//   0
//   0
//   6 0
//   10
//   cudaErrorInvalidValue
