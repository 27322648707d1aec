/* Copies in all directions, of bytes, rows and planes.

RUN: %cuda %s -o %t && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread && %t.thread | FileCheck %s
CHECK: done
*/
#include "check.h"

static void *nonsense = (void *)0x1234;

static void flat(CUcontext context, CUstream stream) {
  char from[64], to[64];
  CUdeviceptr p, q;
  for (int i = 0; i < 64; ++i)
    from[i] = (char)(i + 1);
  OK(cuMemAlloc(&p, 64));
  OK(cuMemAlloc(&q, 64));
#define ARRIVES(call)                                                          \
  memset(to, 0, sizeof to);                                                    \
  OK(call);                                                                    \
  OK(cuMemcpyDtoH(to, q, 64));                                                 \
  CHECK(!memcmp(from, to, 64));                                                \
  OK(cuMemsetD8(q, 0, 64))
  OK(cuMemcpyHtoD(p, from, 64));
  ARRIVES(cuMemcpyHtoD(q, from, 64));
  ARRIVES(cuMemcpyHtoDAsync(q, from, 64, stream));
  ARRIVES(cuMemcpyDtoD(q, p, 64));
  ARRIVES(cuMemcpyDtoDAsync(q, p, 64, stream));
  ARRIVES(cuMemcpy(q, p, 64));
  ARRIVES(cuMemcpy(q, (CUdeviceptr)from, 64));
  ARRIVES(cuMemcpyAsync(q, (CUdeviceptr)from, 64, stream));
  ARRIVES(cuMemcpyPeer(q, context, p, context, 64));
  ARRIVES(cuMemcpyPeerAsync(q, context, p, context, 64, stream));
#undef ARRIVES
  OK(cuMemcpyDtoHAsync(to, p, 64, stream));
  CHECK(!memcmp(from, to, 64));
  OK(cuMemcpy((CUdeviceptr)to, p + 32, 8));
  CHECK(to[0] == 33);
  OK(cuMemcpyHtoD(p, from, 0));
  /* Overlapping. */
  OK(cuMemcpyDtoD(p + 1, p, 8));
  OK(cuMemcpyDtoH(to, p, 9));
  CHECK(to[0] == 1 && to[1] == 1 && to[8] == 8);

  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(p, from, 65));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(p, NULL, 4));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(0, from, 4));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(to, p + 60, 5));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(to, p, ~(size_t)0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoD(q + 1, p, 64));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy(q, p, 65));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy(q, (CUdeviceptr)nonsense, 4));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyAsync(q, p, 65, stream));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemcpyAsync(q, p, 4, nonsense));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemcpyHtoDAsync(q, from, 4, nonsense));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemcpyDtoHAsync(to, q, 4, nonsense));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemcpyDtoDAsync(q, p, 4, nonsense));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuMemcpyPeer(q, nonsense, p, context, 4));
  FAILS(CUDA_ERROR_INVALID_CONTEXT,
        cuMemcpyPeerAsync(q, context, p, nonsense, 4, stream));
  OK(cuMemFree(p));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(to, p, 4));
  OK(cuMemFree(q));
}

static void rows(CUstream stream) {
  char from[4][16], to[4][16];
  CUdeviceptr p;
  size_t pitch;
  CUDA_MEMCPY2D in = {0}, out = {0}, bad;
  for (int i = 0; i < 64; ++i)
    from[i / 16][i % 16] = (char)i;
  OK(cuMemAllocPitch(&p, &pitch, 16, 4, 4));
  in.srcMemoryType = CU_MEMORYTYPE_HOST;
  in.srcHost = from;
  in.srcPitch = 16;
  in.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  in.dstDevice = p;
  in.dstPitch = pitch;
  in.WidthInBytes = 16;
  in.Height = 4;
  /* A part of it comes back. */
  out.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
  out.srcDevice = p;
  out.srcPitch = pitch;
  out.srcXInBytes = 2;
  out.srcY = 1;
  out.dstMemoryType = CU_MEMORYTYPE_HOST;
  out.dstHost = to;
  out.dstPitch = 16;
  out.dstXInBytes = 1;
  out.dstY = 2;
  out.WidthInBytes = 3;
  out.Height = 2;
  for (int way = 0; way < 3; ++way) {
    memset(to, -1, sizeof to);
    OK(cuMemsetD2D8(p, pitch, 0, 16, 4));
    OK(way == 0   ? cuMemcpy2D(&in)
       : way == 1 ? cuMemcpy2DUnaligned(&in)
                  : cuMemcpy2DAsync(&in, stream));
    OK(way == 0   ? cuMemcpy2DUnaligned(&out)
       : way == 1 ? cuMemcpy2DAsync(&out, stream)
                  : cuMemcpy2D(&out));
    CHECK(to[2][1] == 18 && to[2][3] == 20 && to[3][1] == 34);
    CHECK(to[2][0] == -1 && to[2][4] == -1 && to[1][1] == -1);
  }
  bad = in;
  bad.Height = 5;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&bad));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2DUnaligned(NULL));
  bad = in;
  bad.srcPitch = 8;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2DUnaligned(&bad));
  bad = in;
  bad.dstMemoryType = (CUmemorytype)9;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2DAsync(&bad, stream));
  bad.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemcpy2D(&bad));
  FAILS(CUDA_ERROR_INVALID_HANDLE, cuMemcpy2DAsync(&in, nonsense));
  OK(cuMemFree(p));
}

static void planes(CUcontext context, CUstream stream) {
  char from[2][3][4], to[2][3][4];
  CUdeviceptr p;
  CUDA_MEMCPY3D in = {0}, out = {0};
  CUDA_MEMCPY3D_PEER peer = {0};
  for (int i = 0; i < 24; ++i)
    from[i / 12][i / 4 % 3][i % 4] = (char)i;
  OK(cuMemAlloc(&p, 1024));
  in.srcMemoryType = CU_MEMORYTYPE_HOST;
  in.srcHost = from;
  in.srcPitch = 4;
  in.srcHeight = 3;
  in.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  in.dstDevice = p;
  in.dstPitch = 32;
  in.dstHeight = 8;
  in.WidthInBytes = 4;
  in.Height = 3;
  in.Depth = 2;
  out = in;
  out.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  out.srcDevice = p;
  out.srcPitch = 32;
  out.srcHeight = 8;
  out.dstMemoryType = CU_MEMORYTYPE_HOST;
  out.dstHost = to;
  out.dstPitch = 4;
  out.dstHeight = 3;
  memset(to, 0, sizeof to);
  OK(cuMemcpy3D(&in));
  OK(cuMemcpy3DAsync(&out, stream));
  CHECK(!memcmp(from, to, sizeof to));
  /* The structures differ in the members for contexts alone. */
  memcpy(&peer, &out, sizeof peer);
  peer.srcContext = peer.dstContext = context;
  memset(to, 0, sizeof to);
  OK(cuMemcpy3DPeer(&peer));
  CHECK(!memcmp(from, to, sizeof to));
  memset(to, 0, sizeof to);
  OK(cuMemcpy3DPeerAsync(&peer, stream));
  CHECK(!memcmp(from, to, sizeof to));
  peer.srcContext = nonsense;
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuMemcpy3DPeer(&peer));
  FAILS(CUDA_ERROR_INVALID_CONTEXT, cuMemcpy3DPeerAsync(&peer, stream));
  in.Depth = 5;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&in));
  in.Depth = ~(size_t)0;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DAsync(&in, stream));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(NULL));
  OK(cuMemFree(p));
}

/* Many copies in one call: bytes, boxes of bytes, boxes of an array. */
static void batches(CUstream stream) {
  CUDA_ARRAY_DESCRIPTOR d = {4, 2, CU_AD_FORMAT_UNSIGNED_INT32, 1};
  CUDA_MEMCPY3D_BATCH_OP ops[2];
  CUmemcpyAttributes hints = {CU_MEMCPY_SRC_ACCESS_ORDER_STREAM, {0, 0}, {0, 0}, 0};
  CUmemcpyAttributes both[2];
  CUdeviceptr device = 0, to[2], from[2];
  CUarray array;
  const size_t huge = (size_t)1 << 62;
  size_t bytes[2] = {8, 16}, first[2] = {0, 1};
  unsigned source[16], got[16] = {0};
  for (unsigned i = 0; i < 16; ++i)
    source[i] = i + 1;
  OK(cuMemAlloc(&device, 64));
  to[0] = device;
  to[1] = device + 8;
  from[0] = (CUdeviceptr)source;
  from[1] = (CUdeviceptr)(source + 4);
  OK(cuMemcpyBatchAsync(to, from, bytes, 2, &hints, first, 1, stream));
  OK(cuMemcpyDtoH(got, device, 24));
  CHECK(got[1] == 2 && got[2] == 5 && got[5] == 8);
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpyBatchAsync(to, from, bytes, 0, &hints, first, 1, stream));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpyBatchAsync(to, from, bytes, 2, &hints, first + 1, 1, stream));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpyBatchAsync(to, from, bytes, 2, &hints, first, 1, CU_STREAM_LEGACY));
  OK(cuMemcpyBatchAsync(to, from, bytes, 2, &hints, first, 1, CU_STREAM_PER_THREAD));
  /* What is wrong with one keeps all from being made. */
  both[0] = both[1] = hints;
  from[0] = (CUdeviceptr)(source + 8);
  first[1] = 0;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpyBatchAsync(to, from, bytes, 2, both, first, 2, stream));
  first[1] = 2;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpyBatchAsync(to, from, bytes, 2, both, first, 2, stream));
  first[1] = 1;
  both[1].srcAccessOrder = (CUmemcpySrcAccessOrder)0;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpyBatchAsync(to, from, bytes, 2, both, first, 2, stream));
  both[1].srcAccessOrder = (CUmemcpySrcAccessOrder)7;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpyBatchAsync(to, from, bytes, 2, both, first, 2, stream));
  both[1] = hints;
  both[1].flags = 2;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpyBatchAsync(to, from, bytes, 2, both, first, 2, stream));
  to[1] = device + 60;
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuMemcpyBatchAsync(to, from, bytes, 2, &hints, first, 1, stream));
  OK(cuMemcpyDtoH(got, device, 8));
  CHECK(got[0] == 1 && got[1] == 2);
  /* A box of 8 by 2 bytes out of rows of 16, and 3 by 2 elements to an array. */
  OK(cuArrayCreate(&array, &d));
  memset(ops, 0, sizeof ops);
  ops[0].src.type = ops[0].dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
  ops[0].src.op.ptr.ptr = (CUdeviceptr)source;
  ops[0].src.op.ptr.rowLength = 16;
  ops[0].dst.op.ptr.ptr = device;
  ops[0].extent.width = 8;
  ops[0].extent.height = 2;
  ops[0].extent.depth = 1;
  ops[0].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  ops[1] = ops[0];
  ops[1].src.op.ptr.rowLength = 4;
  ops[1].dst.type = CU_MEMCPY_OPERAND_TYPE_ARRAY;
  ops[1].dst.op.array.array = array;
  ops[1].dst.op.array.offset.x = 1;
  ops[1].dst.op.array.offset.y = 0;
  ops[1].dst.op.array.offset.z = 0;
  ops[1].extent.width = 3;
  OK(cuMemcpy3DBatchAsync(2, ops, 0, stream));
  OK(cuMemcpyDtoH(got, device, 16));
  CHECK(got[0] == 1 && got[1] == 2 && got[2] == 5 && got[3] == 6);
  OK(cuMemcpyAtoH(got, array, 20, 12));
  CHECK(got[0] == 5 && got[1] == 6 && got[2] == 7);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 1, stream));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 0, CU_STREAM_LEGACY));
  ops[0].srcAccessOrder = (CUmemcpySrcAccessOrder)0;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 0, stream));
  ops[0].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_ANY;
  ops[0].flags = 2;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 0, stream));
  ops[0].flags = 1;
  OK(cuMemcpy3DBatchAsync(2, ops, 0, stream));
  /* Numbers of elements whose bytes have no room in 64 bits. */
  ops[1].extent.width = huge;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 0, stream));
  ops[1].src.op.ptr.rowLength = 0;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 0, stream));
  ops[1].extent.width = huge + 1;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 0, stream));
  ops[1].extent.width = 3;
  ops[1].src.op.ptr.rowLength = huge;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 0, stream));
  ops[1].src.op.ptr.rowLength = 2;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 0, stream));
  ops[1].src.op.ptr.rowLength = 4;
  ops[1].dst.op.array.offset.x = huge;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 0, stream));
  ops[1].dst.op.array.offset.x = 1;
  OK(cuMemcpy3DBatchAsync(2, ops, 0, stream));
  ops[1].extent.width = 4;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 0, stream));
  ops[1].dst.type = (CUmemcpy3DOperandType)3;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(2, ops, 0, stream));
  OK(cuArrayDestroy(array));
  OK(cuMemFree(device));
}

/* When sources of a batch are read, in a stream that waits. */
static void orders(CUstream stream) {
  static volatile unsigned own = 1;
  CUmemcpyAttributes how[2] = {
      {CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL, {0, 0}, {0, 0}, 0},
      {CU_MEMCPY_SRC_ACCESS_ORDER_STREAM, {0, 0}, {0, 0}, 0}};
  size_t bytes[4] = {4, 4, 4, 4}, first[2] = {0, 2};
  CUdeviceptr device = 0, to[4], from[4];
  CUDA_MEMCPY3D_BATCH_OP op;
  volatile unsigned *pinned;
  unsigned got[5] = {0};
  void *memory = NULL;
  OK(cuMemHostAlloc(&memory, 64, 0));
  OK(cuMemAlloc(&device, 64));
  pinned = memory;
  pinned[0] = 0;
  pinned[1] = 1;
  for (unsigned i = 0; i < 4; ++i) {
    to[i] = device + 4 * i;
    from[i] = i % 2 ? (CUdeviceptr)&own : (CUdeviceptr)(pinned + 1);
  }
  memset(&op, 0, sizeof op);
  op.src.type = op.dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
  op.src.op.ptr.ptr = from[0];
  op.dst.op.ptr.ptr = device + 16;
  op.extent.width = 4;
  op.extent.height = op.extent.depth = 1;
  op.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL;
  OK(cuStreamWaitValue32(stream, (CUdeviceptr)pinned, 1, CU_STREAM_WAIT_VALUE_EQ));
  OK(cuMemcpyBatchAsync(to, from, bytes, 4, how, first, 2, stream));
  OK(cuMemcpy3DBatchAsync(1, &op, 0, stream));
  own = 2;
  pinned[1] = 2;
  pinned[0] = 1;
  OK(cuStreamSynchronize(stream));
  OK(cuMemcpyDtoH(got, device, sizeof got));
  CHECK(got[0] == 1 && got[1] == 1 && got[4] == 1);
  CHECK(got[2] == 2 && got[3] == 2);
  OK(cuMemFree(device));
  OK(cuMemFreeHost(memory));
}

int main(void) {
  CUcontext context = start();
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  flat(context, stream);
  rows(stream);
  planes(context, stream);
  batches(stream);
  orders(stream);
  return finish();
}
