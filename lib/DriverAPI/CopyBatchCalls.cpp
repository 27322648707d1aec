//===- CopyBatchCalls.cpp - Calls that make many copies -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Batches of copies, which have no order among themselves: here they have the
// order of the list. Where their operands lie, and when sources are read, are
// hints.
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Calls.h"
#include "Driver.h"
#include "llvm/ADT/ArrayRef.h"

using namespace llvm;

namespace heddle::driver {
namespace {

/// Where an operand of a copy begins, and its rows and planes.
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

/// Reads \p O, whose rows are as wide as those of \p Extent unless it says so.
CopyOperand readOperand(const CUmemcpy3DOperand &O, const CUextent3D &Extent) {
  CopyOperand Read;
  if (O.type == CU_MEMCPY_OPERAND_TYPE_ARRAY) {
    Read.Type = CU_MEMORYTYPE_ARRAY;
    Read.Array = O.op.array.array;
    Read.From = O.op.array.offset;
    return Read;
  }
  Read.Pointer = O.op.ptr.ptr;
  Read.Row = O.op.ptr.rowLength ? O.op.ptr.rowLength : Extent.width;
  Read.Rows = O.op.ptr.layerHeight ? O.op.ptr.layerHeight : Extent.height;
  return Read;
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
  const CopyOperand Src = readOperand(Op.src, Op.extent);
  const CopyOperand Dst = readOperand(Op.dst, Op.extent);
  Copy = {};
  Copy.srcMemoryType = Src.Type;
  Copy.srcDevice = Src.Pointer;
  Copy.srcArray = Src.Array;
  Copy.srcXInBytes = Src.From.x * Element;
  Copy.srcY = Src.From.y;
  Copy.srcZ = Src.From.z;
  Copy.srcPitch = Src.Row * Element;
  Copy.srcHeight = Src.Rows;
  Copy.dstMemoryType = Dst.Type;
  Copy.dstDevice = Dst.Pointer;
  Copy.dstArray = Dst.Array;
  Copy.dstXInBytes = Dst.From.x * Element;
  Copy.dstY = Dst.From.y;
  Copy.dstZ = Dst.From.z;
  Copy.dstPitch = Dst.Row * Element;
  Copy.dstHeight = Dst.Rows;
  Copy.WidthInBytes = Op.extent.width * Element;
  Copy.Height = Op.extent.height;
  Copy.Depth = Op.extent.depth;
  return CUDA_SUCCESS;
}

} // namespace

namespace calls {

CUresult MemcpyBatchAsync_v2(CUdeviceptr *To, CUdeviceptr *From, size_t *Bytes,
                             size_t Count, CUmemcpyAttributes *Attributes,
                             size_t *FirstOfAttributes, size_t NumAttributes,
                             CUstream Stream) {
  if (!To || !From || !Bytes || !Count || !Attributes || !FirstOfAttributes ||
      !NumAttributes || NumAttributes > Count || FirstOfAttributes[0] != 0)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t I = 0; I != Count; ++I)
    if (CUresult R = MemcpyAsync(To[I], From[I], Bytes[I], Stream);
        R != CUDA_SUCCESS)
      return R;
  return CUDA_SUCCESS;
}

CUresult Memcpy3DBatchAsync_v2(size_t Count, CUDA_MEMCPY3D_BATCH_OP *Ops,
                               unsigned long long Flags, CUstream Stream) {
  if (!Count || !Ops || Flags)
    return CUDA_ERROR_INVALID_VALUE;
  SmallVector<CUDA_MEMCPY3D, 4> Copies(Count);
  for (size_t I = 0; I != Count; ++I)
    if (CUresult R = describe(Ops[I], Copies[I]); R != CUDA_SUCCESS)
      return R;
  for (const CUDA_MEMCPY3D &Copy : Copies)
    if (CUresult R = Memcpy3DAsync_v2(&Copy, Stream); R != CUDA_SUCCESS)
      return R;
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
