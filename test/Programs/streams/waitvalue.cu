// Streams that wait for values and write them.
#include <cstdio>
#include <cuda.h>

template <class F> static F entry(const char *name) {
  void *found = nullptr;
  cudaDriverEntryPointQueryResult result;
  cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault, &result);
  return (F)found;
}

int main() {
  cudaFree(0);
  auto wait32 = entry<decltype(&cuStreamWaitValue32)>("cuStreamWaitValue32");
  auto wait64 = entry<decltype(&cuStreamWaitValue64)>("cuStreamWaitValue64");
  auto write32 = entry<decltype(&cuStreamWriteValue32)>("cuStreamWriteValue32");
  auto write64 = entry<decltype(&cuStreamWriteValue64)>("cuStreamWriteValue64");
  auto batch = entry<decltype(&cuStreamBatchMemOp)>("cuStreamBatchMemOp");
  volatile unsigned *words;
  volatile unsigned long long *wide;
  cudaMallocHost((void **)&words, 64);
  cudaMallocHost((void **)&wide, 64);
  for (int i = 0; i < 8; ++i)
    words[i] = 0, wide[i] = 0;
  CUstream a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);

  // What is there already does not wait.
  words[0] = 5;
  printf("%d", wait32(a, (CUdeviceptr)words, 4, CU_STREAM_WAIT_VALUE_GEQ));
  printf("%d", wait32(a, (CUdeviceptr)words, 5, CU_STREAM_WAIT_VALUE_EQ));
  printf("%d", wait32(a, (CUdeviceptr)words, 4, CU_STREAM_WAIT_VALUE_AND));
  printf("%d", wait32(a, (CUdeviceptr)words, 2, CU_STREAM_WAIT_VALUE_NOR));
  printf(" query %d\n", cudaStreamQuery(a));

  // One stream waits for another, and that one for the host.
  wait64(b, (CUdeviceptr)wide, 1, CU_STREAM_WAIT_VALUE_EQ);
  write32(b, (CUdeviceptr)(words + 1), 7, CU_STREAM_WRITE_VALUE_DEFAULT);
  CUstreamBatchMemOpParams both[2] = {};
  both[0].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  both[0].waitValue.address = (CUdeviceptr)(words + 1);
  both[0].waitValue.value = 7;
  both[0].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
  both[1].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
  both[1].writeValue.address = (CUdeviceptr)(wide + 1);
  both[1].writeValue.value64 = 1ull << 40;
  printf("batch %d", batch(a, 2, both, 0));
  printf(", write %d", write64(a, (CUdeviceptr)(wide + 2), 3, 0));
  printf(", a %d", cudaStreamQuery(a));
  printf(", b %d, %llu\n", cudaStreamQuery(b), wide[2]);
  wide[0] = 1;
  printf("%d", cudaStreamSynchronize(a));
  printf("%d: ", cudaStreamSynchronize(b));
  printf("%u %llu %llu\n", words[1], wide[1], wide[2]);

  printf("misused: %d", wait32(a, 4, 0, 0));
  printf(" %d", wait32(a, (CUdeviceptr)words + 1, 0, 0));
  printf(" %d", wait32(a, (CUdeviceptr)words, 0, 9));
  printf(" %d", write64(a, (CUdeviceptr)words + 4, 0, 0));
  printf(" %d\n", batch(a, 0, both, 0));
}

// Prints:
//   0000 query 0
//   batch 0, write 0, a 600, b 600, 0
//   00: 7 1099511627776 3
//   misused: 1 1 1 1 1
// Stderr: heddle: the program launched no kernel
