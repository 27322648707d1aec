// Many copies by one call, and copies of volumes between devices that are one.
#include <cstdio>

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }

int main() {
  int *a, *b, host[16] = {};
  cudaMalloc(&a, 64);
  cudaMalloc(&b, 64);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  fill<<<1, 16, 0, stream>>>(a);
  void *to[] = {b, b + 8, host};
  const void *from[] = {a + 8, a, b};
  size_t bytes[] = {32, 32, 64}, first = 0;
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  printf("%d\n", cudaMemcpyBatchAsync(to, from, bytes, 3, &attributes, &first, 1, stream));
  cudaStreamSynchronize(stream);
  printf("%d %d %d %d\n", host[0], host[7], host[8], host[15]);
  printf("%s\n", cudaGetErrorName(cudaMemcpyBatchAsync(to, from, bytes, 0, &attributes, &first, 1, stream)));
  printf("%s\n", cudaGetErrorName(cudaMemcpyBatchAsync(to, from, bytes, 3, &attributes, &first, 1, cudaStreamLegacy)));
  printf("%s\n", cudaGetErrorName(cudaMemcpyBatchAsync(to, from, bytes, 3, &attributes, &first, 1, cudaStreamPerThread)));

  cudaMemcpy3DPeerParms peer = {};
  peer.srcPtr = make_cudaPitchedPtr(a, 8, 8, 2);
  peer.srcPos = make_cudaPos(4, 0, 0);
  peer.dstPtr = make_cudaPitchedPtr(b, 16, 16, 2);
  peer.extent = make_cudaExtent(4, 2, 2);
  printf("%d\n", cudaMemcpy3DPeer(&peer));
  cudaMemcpy(host, b, 64, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", host[0], host[4], host[8], host[12]);
  peer.dstDevice = 1;
  printf("%s\n", cudaGetErrorName(cudaMemcpy3DPeer(&peer)));
  int can = -1;
  printf("%s\n", cudaGetErrorName(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrAccessSupported, 0, 0)));
}

// Prints:
//   0
//   8 15 0 7
//   cudaErrorInvalidValue
//   cudaErrorInvalidValue
//   cudaSuccess
//   0
//   1 3 5 7
//   cudaErrorInvalidDevice
//   cudaErrorInvalidDevice
