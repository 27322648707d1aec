//===- CopyBatchCalls.cpp - Calls that make many copies -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Batches of copies, which have no order among themselves: here they have the
// order of the list. All of them are checked before the first one is made.
// Where their operands lie is a hint; when a source is read is none: in the
// call, or not before the stream comes there.
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Calls.h"
#include "Copy.h"
#include "Driver.h"
#include "NodeParams.h"
#include "heddle/Support/CheckedSize.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

using namespace llvm;

namespace heddle::driver {
namespace {

/// Where an operand of a copy begins, in bytes and rows, and its rows and
/// planes.
struct CopyOperand {
  CUmemorytype Type = CU_MEMORYTYPE_UNIFIED;
  CUdeviceptr Pointer = 0;
  CUarray Array = nullptr;
  CUoffset3D From = {0, 0, 0};
  uint64_t Row = 0, Rows = 0;
};

/// The bytes of an element of \p O, if it is an array; else 0.
CUresult elementBytes(const CUmemcpy3DOperand &O, uint64_t &Bytes) {
  Bytes = 0;
  if (O.type == CU_MEMCPY_OPERAND_TYPE_POINTER)
    return CUDA_SUCCESS;
  if (O.type != CU_MEMCPY_OPERAND_TYPE_ARRAY)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Array> A;
  if (CUresult R = findArray(O.op.array.array, A); R != CUDA_SUCCESS)
    return R;
  Bytes = A->Layout.rowBytes(0) / A->Layout.width(0);
  return CUDA_SUCCESS;
}

/// Replaces \p Elements by the bytes that as many elements of \p Bytes have.
/// False: the number has no room.
bool toBytes(uint64_t &Elements, uint64_t Bytes) {
  const std::optional<uint64_t> Product =
      (CheckedSize(Elements) * Bytes).value();
  Elements = Product.value_or(0);
  return Product.has_value();
}

/// Reads \p O, whose elements have \p Bytes bytes, and whose rows are as wide
/// as those of \p Extent unless it says so.
CUresult readOperand(const CUmemcpy3DOperand &O, const CUextent3D &Extent,
                     uint64_t Bytes, CopyOperand &Read) {
  if (O.type == CU_MEMCPY_OPERAND_TYPE_ARRAY) {
    Read.Type = CU_MEMORYTYPE_ARRAY;
    Read.Array = O.op.array.array;
    Read.From = O.op.array.offset;
    uint64_t X = Read.From.x;
    if (!toBytes(X, Bytes))
      return CUDA_ERROR_INVALID_VALUE;
    Read.From.x = X;
    return CUDA_SUCCESS;
  }
  Read.Pointer = O.op.ptr.ptr;
  Read.Row = O.op.ptr.rowLength ? O.op.ptr.rowLength : Extent.width;
  Read.Rows = O.op.ptr.layerHeight ? O.op.ptr.layerHeight : Extent.height;
  const bool HasRoom = Read.Row >= Extent.width && Read.Rows >= Extent.height;
  return HasRoom && toBytes(Read.Row, Bytes) ? CUDA_SUCCESS
                                             : CUDA_ERROR_INVALID_VALUE;
}

CUresult describe(const CUDA_MEMCPY3D_BATCH_OP &Op, CUDA_MEMCPY3D &Copy) {
  if (!Op.extent.width || !Op.extent.height || !Op.extent.depth)
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t Of = 0, To = 0;
  if (CUresult R = elementBytes(Op.src, Of); R != CUDA_SUCCESS)
    return R;
  if (CUresult R = elementBytes(Op.dst, To); R != CUDA_SUCCESS)
    return R;
  if (Of && To && Of != To)
    return CUDA_ERROR_INVALID_VALUE;
  // Between pointers, elements are bytes.
  const uint64_t Element = Of ? Of : To ? To : 1;
  CopyOperand Src, Dst;
  if (CUresult R = readOperand(Op.src, Op.extent, Element, Src);
      R != CUDA_SUCCESS)
    return R;
  if (CUresult R = readOperand(Op.dst, Op.extent, Element, Dst);
      R != CUDA_SUCCESS)
    return R;
  uint64_t Width = Op.extent.width;
  if (!toBytes(Width, Element))
    return CUDA_ERROR_INVALID_VALUE;
  Copy = {};
  Copy.srcMemoryType = Src.Type;
  Copy.srcDevice = Src.Pointer;
  Copy.srcArray = Src.Array;
  Copy.srcXInBytes = Src.From.x;
  Copy.srcY = Src.From.y;
  Copy.srcZ = Src.From.z;
  Copy.srcPitch = Src.Row;
  Copy.srcHeight = Src.Rows;
  Copy.dstMemoryType = Dst.Type;
  Copy.dstDevice = Dst.Pointer;
  Copy.dstArray = Dst.Array;
  Copy.dstXInBytes = Dst.From.x;
  Copy.dstY = Dst.From.y;
  Copy.dstZ = Dst.From.z;
  Copy.dstPitch = Dst.Row;
  Copy.dstHeight = Dst.Rows;
  Copy.WidthInBytes = Width;
  Copy.Height = Op.extent.height;
  Copy.Depth = Op.extent.depth;
  return CUDA_SUCCESS;
}

/// A copy of bytes, as one of volumes.
CUDA_MEMCPY3D describe(CUdeviceptr To, CUdeviceptr From, size_t Bytes) {
  CUDA_MEMCPY3D Copy = {};
  Copy.srcMemoryType = Copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
  Copy.srcDevice = From;
  Copy.dstDevice = To;
  Copy.srcPitch = Copy.dstPitch = Copy.WidthInBytes = Bytes;
  Copy.srcHeight = Copy.dstHeight = Copy.Height = Copy.Depth = 1;
  return Copy;
}

/// One of a batch.
struct BatchCopy {
  CUDA_MEMCPY3D Shape;
  CUmemcpySrcAccessOrder Order;
  Work Does;
};

CUresult checkHow(CUmemcpySrcAccessOrder Order, unsigned Flags) {
  constexpr unsigned PreferOverlap = 1;
  return Order >= CU_MEMCPY_SRC_ACCESS_ORDER_STREAM &&
                 Order <= CU_MEMCPY_SRC_ACCESS_ORDER_ANY &&
                 Flags <= PreferOverlap
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

/// The stream of a batch, which the stream of everybody cannot be.
CUresult findStream(CUstream Handle, std::shared_ptr<Stream> &Result) {
  Driver &D = Driver::get();
  Result = D.stream(Handle);
  if (!Result)
    return CUDA_ERROR_INVALID_HANDLE;
  return Result == D.context().Legacy ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

/// Reads the source of \p C, which then copies from what was read.
CUresult readNow(BatchCopy &C) {
  CUDA_MEMCPY3D Read = C.Shape;
  const std::optional<uint64_t> Bytes =
      (CheckedSize(Read.WidthInBytes) * Read.Height * Read.Depth).value();
  if (!Bytes)
    return CUDA_ERROR_INVALID_VALUE;
  auto Kept = std::make_shared<std::vector<uint8_t>>(*Bytes);
  Read.dstMemoryType = CU_MEMORYTYPE_HOST;
  Read.dstHost = Kept->data();
  Read.dstXInBytes = Read.dstY = Read.dstZ = 0;
  Read.dstPitch = Read.WidthInBytes;
  Read.dstHeight = Read.Height;
  Work Reads;
  CUresult R = makeCopy(Read, Reads);
  if (R == CUDA_SUCCESS)
    R = Reads();
  if (R != CUDA_SUCCESS)
    return R;
  CUDA_MEMCPY3D Write = C.Shape;
  Write.srcMemoryType = CU_MEMORYTYPE_HOST;
  Write.srcHost = Kept->data();
  Write.srcXInBytes = Write.srcY = Write.srcZ = 0;
  Write.srcPitch = Write.WidthInBytes;
  Write.srcHeight = Write.Height;
  if (R = makeCopy(Write, C.Does); R == CUDA_SUCCESS)
    C.Does.Run = [Kept, Run = std::move(C.Does.Run)] { return Run(); };
  return R;
}

/// Gives \p All to \p S. A target that only the program reaches may be gone
/// when the call has returned, which then waits.
CUresult submitAll(const std::shared_ptr<Stream> &S,
                   std::vector<BatchCopy> All) {
  for (BatchCopy &C : All)
    if (CUresult R = makeCopy(C.Shape, C.Does); R != CUDA_SUCCESS)
      return R;
  // What is captured runs later, when there is no call.
  const bool IsLater = !S->Captured && isBusy(*S);
  for (BatchCopy &C : All) {
    if (S->Captured)
      keepCopy(C.Does, C.Shape);
    else if (IsLater && C.Does.Run &&
             C.Order == CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL)
      if (CUresult R = readNow(C); R != CUDA_SUCCESS)
        return R;
  }
  for (BatchCopy &C : All) {
    const bool Waits = C.Does.Run &&
                       C.Shape.dstMemoryType == CU_MEMORYTYPE_UNIFIED &&
                       !Driver::get().Memory->find(C.Shape.dstDevice);
    if (CUresult R = Waits ? submitAndWait(S, std::move(C.Does))
                           : submit(S, std::move(C.Does));
        R != CUDA_SUCCESS)
      return R;
  }
  return CUDA_SUCCESS;
}

} // namespace

namespace calls {

CUresult MemcpyBatchAsync_v2(CUdeviceptr *To, CUdeviceptr *From, size_t *Bytes,
                             size_t Count, CUmemcpyAttributes *Attributes,
                             size_t *FirstOfAttributes, size_t NumAttributes,
                             CUstream Handle) {
  if (!To || !From || !Bytes || !Count || !Attributes || !FirstOfAttributes ||
      !NumAttributes || NumAttributes > Count || FirstOfAttributes[0] != 0)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t N = 0; N != NumAttributes; ++N) {
    const CUmemcpyAttributes &A = Attributes[N];
    if (FirstOfAttributes[N] >= Count ||
        (N && FirstOfAttributes[N] <= FirstOfAttributes[N - 1]))
      return CUDA_ERROR_INVALID_VALUE;
    if (CUresult R = checkHow(A.srcAccessOrder, A.flags); R != CUDA_SUCCESS)
      return R;
  }
  std::shared_ptr<Stream> S;
  if (CUresult R = findStream(Handle, S); R != CUDA_SUCCESS)
    return R;
  std::vector<BatchCopy> All;
  for (size_t I = 0, N = 0; I != Count; ++I) {
    if (N + 1 != NumAttributes && FirstOfAttributes[N + 1] == I)
      ++N;
    All.push_back({describe(To[I], From[I], Bytes[I]),
                   Attributes[N].srcAccessOrder, Work()});
  }
  return submitAll(S, std::move(All));
}

CUresult Memcpy3DBatchAsync_v2(size_t Count, CUDA_MEMCPY3D_BATCH_OP *Ops,
                               unsigned long long Flags, CUstream Handle) {
  if (!Count || !Ops || Flags)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Stream> S;
  if (CUresult R = findStream(Handle, S); R != CUDA_SUCCESS)
    return R;
  std::vector<BatchCopy> All;
  for (size_t I = 0; I != Count; ++I) {
    const CUDA_MEMCPY3D_BATCH_OP &Op = Ops[I];
    if (CUresult R = checkHow(Op.srcAccessOrder, Op.flags); R != CUDA_SUCCESS)
      return R;
    BatchCopy &C = All.emplace_back();
    C.Order = Op.srcAccessOrder;
    if (CUresult R = describe(Op, C.Shape); R != CUDA_SUCCESS)
      return R;
  }
  return submitAll(S, std::move(All));
}

} // namespace calls
} // namespace heddle::driver
