// Ranges of managed memory that are prefetched and discarded together, and boxes that one
// call copies between memory and an array.
#include <cstdio>

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }

int main() {
  int *p, last = 9;
  cudaMallocManaged(&p, 4096);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  void *ranges[] = {p, p + 256, p + 512};
  size_t bytes[] = {1024, 1024, 2048}, first[] = {0, 2};
  cudaMemLocation places[2] = {};
  places[0].type = cudaMemLocationTypeDevice;
  places[1].type = cudaMemLocationTypeHost;
  printf("%d\n", cudaMemPrefetchBatchAsync(ranges, bytes, 2, places, first, 1, 0, stream));
  cudaMemRangeGetAttribute(&last, sizeof last, cudaMemRangeAttributeLastPrefetchLocation, p, 64);
  printf("%d\n", last);
  printf("%d\n", cudaMemDiscardAndPrefetchBatchAsync(ranges, bytes, 3, places, first, 2, 0, stream));
  fill<<<1, 32, 0, stream>>>(p);
  cudaStreamSynchronize(stream);
  printf("%d\n", p[31]);
  printf("%d\n", cudaMemDiscardBatchAsync(ranges, bytes, 3, 0, stream));
  bytes[2] = 2052;
  printf("%s\n", cudaGetErrorName(cudaMemDiscardBatchAsync(ranges, bytes, 3, 0, stream)));

  // Two rows of three elements into an array, and a box of bytes between rows.
  fill<<<1, 32, 0, stream>>>(p);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 4, 2);
  cudaMemset2DAsync(p + 64, 64, 0, 64, 4, stream);
  cudaMemcpy3DBatchOp boxes[2] = {};
  boxes[0].src.type = boxes[1].src.type = boxes[1].dst.type = cudaMemcpyOperandTypePointer;
  boxes[0].src.op.ptr.ptr = p;
  boxes[0].src.op.ptr.rowLength = 8;
  boxes[0].dst.type = cudaMemcpyOperandTypeArray;
  boxes[0].dst.op.array.array = array;
  boxes[0].dst.op.array.offset.x = 1;
  boxes[0].extent = make_cudaExtent(3, 2, 1);
  boxes[1].src.op.ptr.ptr = p + 4;
  boxes[1].dst.op.ptr.ptr = p + 64;
  boxes[1].dst.op.ptr.rowLength = 16;
  boxes[1].extent = make_cudaExtent(8, 2, 1);
  boxes[0].srcAccessOrder = boxes[1].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  printf("%d\n", cudaMemcpy3DBatchAsync(2, boxes, 0, stream));
  int host[8] = {};
  cudaMemcpy2DFromArrayAsync(host, 16, array, 0, 0, 16, 2, cudaMemcpyDefault, stream);
  cudaStreamSynchronize(stream);
  printf("%d %d %d %d\n", host[1], host[3], host[5], host[7]);
  printf("%d %d %d %d\n", p[64], p[65], p[68], p[69]);
}

// Prints:
//   0
//   0
//   0
//   31
//   0
//   cudaErrorInvalidValue
//   0
//   0 2 8 10
//   4 5 6 7
