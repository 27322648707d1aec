//===- ArrayCopyCalls.cpp - Calls that copy to and from arrays ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Calls.h"
#include "Runtime.h"

namespace heddle::cudart {
namespace {

/// The ends of a copy of rows.
struct RowsEnd {
  CUarray Array = nullptr;
  size_t X = 0, Y = 0;
  void *Pointer = nullptr;
  size_t Pitch = 0;
};

RowsEnd inArray(CUarray Array, size_t X, size_t Y) { return {Array, X, Y}; }
RowsEnd inMemory(const void *Pointer, size_t Pitch) {
  return {nullptr, 0, 0, const_cast<void *>(Pointer), Pitch};
}

/// Copies rows of \p Width bytes. Where an end is an array, positions in it are
/// in bytes, which the call for three dimensions counts in elements.
cudaError_t copyRows(const RowsEnd &To, const RowsEnd &From, size_t Width,
                     size_t Height, cudaMemcpyKind Kind, CUstream Stream) {
  CUDA_ARRAY3D_DESCRIPTOR D;
  size_t Element = 0;
  if (cudaError_t R =
          describeArray(To.Array ? To.Array : From.Array, D, Element);
      R != cudaSuccess)
    return R;
  if (To.X % Element || From.X % Element || Width % Element)
    return cudaErrorInvalidValue;
  if ((From.Pointer && From.Pitch < Width && Height > 1) ||
      (To.Pointer && To.Pitch < Width && Height > 1))
    return cudaErrorInvalidPitchValue;
  cudaMemcpy3DParms P = {};
  P.SrcArray = From.Array;
  P.SrcPos = {From.X / Element, From.Y, 0};
  P.Src = {From.Pointer, From.Pitch, Width, Height};
  P.DstArray = To.Array;
  P.DstPos = {To.X / Element, To.Y, 0};
  P.Dst = {To.Pointer, To.Pitch, Width, Height};
  P.Extent = {Width / Element, Height, 1};
  P.Kind = Kind;
  return calls::Memcpy3DAsync(&P, Stream);
}

cudaError_t finishArrayCopy(cudaError_t R) {
  return R == cudaSuccess ? toRuntime(cuStreamSynchronize(streamOf(nullptr)))
                          : R;
}

/// The place in \p Array, in bytes, of byte \p X of row \p Y.
cudaError_t byteOf(CUarray Array, size_t X, size_t Y, size_t &Byte) {
  CUDA_ARRAY3D_DESCRIPTOR D;
  size_t Element = 0;
  if (cudaError_t R = describeArray(Array, D, Element); R != cudaSuccess)
    return R;
  if (X > D.Width * Element || Y > D.Height)
    return cudaErrorInvalidValue;
  Byte = Y * D.Width * Element + X;
  return cudaSuccess;
}

} // namespace

namespace calls {

cudaError_t Memcpy2DToArrayAsync(CUarray To, size_t X, size_t Y,
                                 const void *From, size_t Pitch, size_t Width,
                                 size_t Height, cudaMemcpyKind Kind,
                                 CUstream Stream) {
  return copyRows(inArray(To, X, Y), inMemory(From, Pitch), Width, Height, Kind,
                  Stream);
}

cudaError_t Memcpy2DToArray(CUarray To, size_t X, size_t Y, const void *From,
                            size_t Pitch, size_t Width, size_t Height,
                            cudaMemcpyKind Kind) {
  return finishArrayCopy(Memcpy2DToArrayAsync(To, X, Y, From, Pitch, Width,
                                              Height, Kind, nullptr));
}

cudaError_t Memcpy2DFromArrayAsync(void *To, size_t Pitch, CUarray From,
                                   size_t X, size_t Y, size_t Width,
                                   size_t Height, cudaMemcpyKind Kind,
                                   CUstream Stream) {
  return copyRows(inMemory(To, Pitch), inArray(From, X, Y), Width, Height, Kind,
                  Stream);
}

cudaError_t Memcpy2DFromArray(void *To, size_t Pitch, CUarray From, size_t X,
                              size_t Y, size_t Width, size_t Height,
                              cudaMemcpyKind Kind) {
  return finishArrayCopy(Memcpy2DFromArrayAsync(To, Pitch, From, X, Y, Width,
                                                Height, Kind, nullptr));
}

cudaError_t Memcpy2DArrayToArray(CUarray To, size_t ToX, size_t ToY,
                                 CUarray From, size_t FromX, size_t FromY,
                                 size_t Width, size_t Height,
                                 cudaMemcpyKind Kind) {
  return finishArrayCopy(copyRows(inArray(To, ToX, ToY),
                                  inArray(From, FromX, FromY), Width, Height,
                                  Kind, nullptr));
}

cudaError_t MemcpyToArrayAsync(CUarray To, size_t X, size_t Y, const void *From,
                               size_t Bytes, cudaMemcpyKind Kind,
                               CUstream Stream) {
  size_t Byte = 0;
  if (cudaError_t R = byteOf(To, X, Y, Byte); R != cudaSuccess)
    return R;
  switch (int(Kind)) {
  case cudaMemcpyHostToDevice:
    return toRuntime(
        cuMemcpyHtoAAsync(To, Byte, From, Bytes, streamOf(Stream)));
  case cudaMemcpyDeviceToDevice:
  case cudaMemcpyDefault:
    return toRuntime(cuMemcpyDtoA(To, Byte, address(From), Bytes));
  default:
    return cudaErrorInvalidMemcpyDirection;
  }
}

cudaError_t MemcpyToArray(CUarray To, size_t X, size_t Y, const void *From,
                          size_t Bytes, cudaMemcpyKind Kind) {
  return finishArrayCopy(
      MemcpyToArrayAsync(To, X, Y, From, Bytes, Kind, nullptr));
}

cudaError_t MemcpyFromArrayAsync(void *To, CUarray From, size_t X, size_t Y,
                                 size_t Bytes, cudaMemcpyKind Kind,
                                 CUstream Stream) {
  size_t Byte = 0;
  if (cudaError_t R = byteOf(From, X, Y, Byte); R != cudaSuccess)
    return R;
  switch (int(Kind)) {
  case cudaMemcpyDeviceToHost:
    return toRuntime(
        cuMemcpyAtoHAsync(To, From, Byte, Bytes, streamOf(Stream)));
  case cudaMemcpyDeviceToDevice:
  case cudaMemcpyDefault:
    return toRuntime(cuMemcpyAtoD(address(To), From, Byte, Bytes));
  default:
    return cudaErrorInvalidMemcpyDirection;
  }
}

cudaError_t MemcpyFromArray(void *To, CUarray From, size_t X, size_t Y,
                            size_t Bytes, cudaMemcpyKind Kind) {
  return finishArrayCopy(
      MemcpyFromArrayAsync(To, From, X, Y, Bytes, Kind, nullptr));
}

cudaError_t MemcpyArrayToArray(CUarray To, size_t ToX, size_t ToY, CUarray From,
                               size_t FromX, size_t FromY, size_t Bytes,
                               cudaMemcpyKind) {
  size_t ToByte = 0, FromByte = 0;
  if (cudaError_t R = byteOf(To, ToX, ToY, ToByte); R != cudaSuccess)
    return R;
  if (cudaError_t R = byteOf(From, FromX, FromY, FromByte); R != cudaSuccess)
    return R;
  return toRuntime(cuMemcpyAtoA(To, ToByte, From, FromByte, Bytes));
}

} // namespace calls
} // namespace heddle::cudart
