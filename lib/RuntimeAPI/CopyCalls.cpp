//===- CopyCalls.cpp - Calls that copy and set memory ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Calls.h"
#include "Copy.h"
#include "Registry.h"
#include "Runtime.h"
#include "heddle/Support/CheckedSize.h"
#include <algorithm>

namespace heddle::cudart {

static_assert(sizeof(cudaMemcpy3DParms) == 160);
static_assert(sizeof(cudaMemcpy3DPeerParms) == 168);

/// Returns the memory types of both ends of a copy of \p Kind.
static bool memoryTypes(cudaMemcpyKind Kind, CUmemorytype &To,
                        CUmemorytype &From) {
  switch (int(Kind)) {
  case cudaMemcpyHostToHost:
    To = From = CU_MEMORYTYPE_HOST;
    return true;
  case cudaMemcpyHostToDevice:
    To = CU_MEMORYTYPE_DEVICE;
    From = CU_MEMORYTYPE_HOST;
    return true;
  case cudaMemcpyDeviceToHost:
    To = CU_MEMORYTYPE_HOST;
    From = CU_MEMORYTYPE_DEVICE;
    return true;
  case cudaMemcpyDeviceToDevice:
    To = From = CU_MEMORYTYPE_DEVICE;
    return true;
  case cudaMemcpyDefault:
    To = From = CU_MEMORYTYPE_UNIFIED;
    return true;
  default:
    return false;
  }
}

/// Adds the arrays of \p P to \p C. Where there is one, its elements are what
/// the extent counts, and positions in it.
static cudaError_t describeArrays(const cudaMemcpy3DParms &P,
                                  CUDA_MEMCPY3D &C) {
  CUDA_ARRAY3D_DESCRIPTOR D;
  size_t Element = 0, Other = 0;
  auto Multiply = [&](size_t &Value) {
    std::optional<uint64_t> Product = (CheckedSize(Value) * Element).value();
    Value = Product.value_or(SIZE_MAX);
  };
  if (P.DstArray) {
    if (cudaError_t R = describeArray(P.DstArray, D, Element); R != cudaSuccess)
      return R;
    C.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    C.dstArray = P.DstArray;
    Multiply(C.dstXInBytes);
  }
  if (P.SrcArray) {
    if (cudaError_t R = describeArray(P.SrcArray, D, Other); R != cudaSuccess)
      return R;
    if (Element && Element != Other)
      return cudaErrorInvalidValue;
    Element = Other;
    C.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    C.srcArray = P.SrcArray;
    Multiply(C.srcXInBytes);
  }
  Multiply(C.WidthInBytes);
  return cudaSuccess;
}

cudaError_t describeCopy(const cudaMemcpy3DParms &P, CUDA_MEMCPY3D &C) {
  C = {};
  if (!memoryTypes(P.Kind, C.dstMemoryType, C.srcMemoryType))
    return cudaErrorInvalidMemcpyDirection;
  const bool HasBoth =
      (P.SrcArray && P.Src.Pointer) || (P.DstArray && P.Dst.Pointer);
  if (HasBoth)
    return cudaErrorInvalidValue;
  C.srcXInBytes = P.SrcPos.X;
  C.srcY = P.SrcPos.Y;
  C.srcZ = P.SrcPos.Z;
  C.srcHost = P.Src.Pointer;
  C.srcDevice = address(P.Src.Pointer);
  C.srcPitch = P.Src.Pitch;
  C.srcHeight = P.Src.Height;
  C.dstXInBytes = P.DstPos.X;
  C.dstY = P.DstPos.Y;
  C.dstZ = P.DstPos.Z;
  C.dstHost = P.Dst.Pointer;
  C.dstDevice = address(P.Dst.Pointer);
  C.dstPitch = P.Dst.Pitch;
  C.dstHeight = P.Dst.Height;
  C.WidthInBytes = P.Extent.Width;
  C.Height = P.Extent.Height;
  C.Depth = P.Extent.Depth;
  if (P.SrcArray || P.DstArray)
    if (cudaError_t R = describeArrays(P, C); R != cudaSuccess)
      return R;
  bool IsFlat = C.Height <= 1 && C.Depth <= 1;
  if (!IsFlat && ((C.srcPitch && C.srcPitch < C.WidthInBytes) ||
                  (C.dstPitch && C.dstPitch < C.WidthInBytes)))
    return cudaErrorInvalidPitchValue;
  return cudaSuccess;
}

/// Waits, so that a call is synchronous.
static cudaError_t finish(cudaError_t R) {
  return R == cudaSuccess ? toRuntime(cuStreamSynchronize(streamOf(nullptr)))
                          : R;
}

cudaError_t symbolPart(const void *Symbol, size_t Bytes, size_t Offset,
                       void *&Place) {
  VariablePlace Found;
  if (cudaError_t R = findVariable(Symbol, Found); R != cudaSuccess)
    return R;
  if (Offset > Found.Bytes || Bytes > Found.Bytes - Offset)
    return cudaErrorInvalidValue;
  Place = pointer(Found.Address + Offset);
  return cudaSuccess;
}

/// Finds the part of \p Symbol that an asynchronous copy of \p Kind accesses,
/// whose other end is memory of the host if \p Kind is \p WithHost.
static cudaError_t symbolEnd(const void *Symbol, size_t Bytes, size_t Offset,
                             cudaMemcpyKind Kind, cudaMemcpyKind WithHost,
                             void *&Place) {
  if (Kind != WithHost && Kind != cudaMemcpyDeviceToDevice &&
      Kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  return symbolPart(Symbol, Bytes, Offset, Place);
}

namespace calls {

cudaError_t MemcpyAsync(void *To, const void *From, size_t Bytes,
                        cudaMemcpyKind Kind, CUstream Stream) {
  if (cudaError_t R = initialize(); R != cudaSuccess)
    return R;
  CUmemorytype ToType, FromType;
  if (!memoryTypes(Kind, ToType, FromType))
    return cudaErrorInvalidMemcpyDirection;
  if (!Bytes)
    return cudaSuccess;
  CUstream S = streamOf(Stream);
  switch (Kind) {
  case cudaMemcpyHostToDevice:
    return toRuntime(cuMemcpyHtoDAsync(address(To), From, Bytes, S));
  case cudaMemcpyDeviceToHost:
    return toRuntime(cuMemcpyDtoHAsync(To, address(From), Bytes, S));
  case cudaMemcpyDeviceToDevice:
    return toRuntime(cuMemcpyDtoDAsync(address(To), address(From), Bytes, S));
  case cudaMemcpyHostToHost:
  case cudaMemcpyDefault:
    break;
  }
  return toRuntime(cuMemcpyAsync(address(To), address(From), Bytes, S));
}

cudaError_t Memcpy(void *To, const void *From, size_t Bytes,
                   cudaMemcpyKind Kind) {
  return finish(MemcpyAsync(To, From, Bytes, Kind, nullptr));
}

cudaError_t MemcpyPeerAsync(void *To, int ToDevice, const void *From,
                            int FromDevice, size_t Bytes, CUstream Stream) {
  if (ToDevice != 0 || FromDevice != 0)
    return cudaErrorInvalidDevice;
  return MemcpyAsync(To, From, Bytes, cudaMemcpyDeviceToDevice, Stream);
}

cudaError_t MemcpyPeer(void *To, int ToDevice, const void *From, int FromDevice,
                       size_t Bytes) {
  return finish(
      MemcpyPeerAsync(To, ToDevice, From, FromDevice, Bytes, nullptr));
}

cudaError_t MemcpyToSymbolAsync(const void *Symbol, const void *From,
                                size_t Bytes, size_t Offset,
                                cudaMemcpyKind Kind, CUstream Stream) {
  void *Place = nullptr;
  if (cudaError_t R =
          symbolEnd(Symbol, Bytes, Offset, Kind, cudaMemcpyHostToDevice, Place);
      R != cudaSuccess)
    return R;
  return MemcpyAsync(Place, From, Bytes, Kind, Stream);
}

cudaError_t MemcpyFromSymbolAsync(void *To, const void *Symbol, size_t Bytes,
                                  size_t Offset, cudaMemcpyKind Kind,
                                  CUstream Stream) {
  void *Place = nullptr;
  if (cudaError_t R =
          symbolEnd(Symbol, Bytes, Offset, Kind, cudaMemcpyDeviceToHost, Place);
      R != cudaSuccess)
    return R;
  return MemcpyAsync(To, Place, Bytes, Kind, Stream);
}

cudaError_t MemcpyToSymbol(const void *Symbol, const void *From, size_t Bytes,
                           size_t Offset, cudaMemcpyKind Kind) {
  return finish(
      MemcpyToSymbolAsync(Symbol, From, Bytes, Offset, Kind, nullptr));
}

cudaError_t MemcpyFromSymbol(void *To, const void *Symbol, size_t Bytes,
                             size_t Offset, cudaMemcpyKind Kind) {
  return finish(
      MemcpyFromSymbolAsync(To, Symbol, Bytes, Offset, Kind, nullptr));
}

cudaError_t Memcpy3DAsync(const cudaMemcpy3DParms *Copy, CUstream Stream) {
  if (!Copy)
    return cudaErrorInvalidValue;
  if (cudaError_t R = initialize(); R != cudaSuccess)
    return R;
  CUDA_MEMCPY3D C;
  if (cudaError_t R = describeCopy(*Copy, C); R != cudaSuccess)
    return R;
  return toRuntime(cuMemcpy3DAsync(&C, streamOf(Stream)));
}

cudaError_t Memcpy3D(const cudaMemcpy3DParms *Copy) {
  return finish(Memcpy3DAsync(Copy, nullptr));
}

cudaError_t Memcpy3DPeerAsync(const cudaMemcpy3DPeerParms *Copy,
                              CUstream Stream) {
  if (!Copy)
    return cudaErrorInvalidValue;
  if (Copy->SrcDevice != 0 || Copy->DstDevice != 0)
    return cudaErrorInvalidDevice;
  cudaMemcpy3DParms P = {
      Copy->SrcArray, Copy->SrcPos, Copy->Src,    Copy->DstArray,
      Copy->DstPos,   Copy->Dst,    Copy->Extent, cudaMemcpyDeviceToDevice};
  return Memcpy3DAsync(&P, Stream);
}

cudaError_t Memcpy3DPeer(const cudaMemcpy3DPeerParms *Copy) {
  return finish(Memcpy3DPeerAsync(Copy, nullptr));
}

cudaError_t MemcpyBatchAsync(void *const *To, const void *const *From,
                             const size_t *Bytes, size_t Count,
                             const void *Attributes,
                             const size_t *FirstOfAttributes,
                             size_t NumAttributes, CUstream Stream) {
  // The driver has the same structure of attributes, and changes nothing.
  auto Addresses = [](const auto *List) {
    static_assert(sizeof *List == sizeof(CUdeviceptr));
    return const_cast<CUdeviceptr *>(
        reinterpret_cast<const CUdeviceptr *>(List));
  };
  return withContext([&] {
    return cuMemcpyBatchAsync(
        Addresses(To), Addresses(From), const_cast<size_t *>(Bytes), Count,
        static_cast<CUmemcpyAttributes *>(const_cast<void *>(Attributes)),
        const_cast<size_t *>(FirstOfAttributes), NumAttributes,
        streamOf(Stream));
  });
}

cudaError_t Memcpy3DBatchAsync(size_t Count, CUDA_MEMCPY3D_BATCH_OP *Ops,
                               unsigned long long Flags, CUstream Stream) {
  return withContext([&] {
    return cuMemcpy3DBatchAsync(Count, Ops, Flags, streamOf(Stream));
  });
}

cudaError_t Memcpy2DAsync(void *To, size_t ToPitch, const void *From,
                          size_t FromPitch, size_t Width, size_t Height,
                          cudaMemcpyKind Kind, CUstream Stream) {
  if (Width > ToPitch || Width > FromPitch)
    return cudaErrorInvalidPitchValue;
  cudaMemcpy3DParms P = {};
  P.Src = {const_cast<void *>(From), FromPitch, Width, Height};
  P.Dst = {To, ToPitch, Width, Height};
  P.Extent = {Width, Height, 1};
  P.Kind = Kind;
  return Memcpy3DAsync(&P, Stream);
}

cudaError_t Memcpy2D(void *To, size_t ToPitch, const void *From,
                     size_t FromPitch, size_t Width, size_t Height,
                     cudaMemcpyKind Kind) {
  return finish(Memcpy2DAsync(To, ToPitch, From, FromPitch, Width, Height, Kind,
                              nullptr));
}

cudaError_t Memset3DAsync(cudaPitchedPtr To, int Value, cudaExtent Extent,
                          CUstream Stream) {
  if (cudaError_t R = initialize(); R != cudaSuccess)
    return R;
  if (!Extent.Width || !Extent.Height || !Extent.Depth)
    return cudaSuccess;
  CheckedSize PlaneBytes = CheckedSize(To.Pitch) * To.Height;
  CheckedSize End = PlaneBytes * Extent.Depth + address(To.Pointer);
  bool ArePlanesApart = Extent.Depth == 1 || (To.Height >= Extent.Height &&
                                              To.Pitch >= Extent.Width);
  if (!ArePlanesApart || (Extent.Depth > 1 && !End.isKnown()))
    return cudaErrorInvalidValue;
  // Planes follow each other without gaps where they are as high as the set,
  // and their rows are as many as the planes' together.
  bool IsWhole = Extent.Depth == 1 || Extent.Height == To.Height;
  size_t Planes = IsWhole ? 1 : Extent.Depth;
  size_t Rows = IsWhole ? Extent.Height * Extent.Depth : Extent.Height;
  for (size_t Z = 0; Z != Planes; ++Z) {
    CheckedSize Plane = PlaneBytes * Z + address(To.Pointer);
    CUresult R =
        cuMemsetD2D8Async(Planes == 1 ? address(To.Pointer) : *Plane.value(),
                          To.Pitch, static_cast<unsigned char>(Value),
                          Extent.Width, Rows, streamOf(Stream));
    if (R != CUDA_SUCCESS)
      return toRuntime(R);
  }
  return cudaSuccess;
}

cudaError_t Memset3D(cudaPitchedPtr To, int Value, cudaExtent Extent) {
  return finish(Memset3DAsync(To, Value, Extent, nullptr));
}

cudaError_t Memset2DAsync(void *To, size_t Pitch, int Value, size_t Width,
                          size_t Height, CUstream Stream) {
  return Memset3DAsync({To, Pitch, Width, Height}, Value, {Width, Height, 1},
                       Stream);
}

cudaError_t Memset2D(void *To, size_t Pitch, int Value, size_t Width,
                     size_t Height) {
  return finish(Memset2DAsync(To, Pitch, Value, Width, Height, nullptr));
}

cudaError_t MemsetAsync(void *To, int Value, size_t Bytes, CUstream Stream) {
  return Memset3DAsync({To, Bytes, Bytes, 1}, Value, {Bytes, 1, 1}, Stream);
}

cudaError_t Memset(void *To, int Value, size_t Bytes) {
  return finish(MemsetAsync(To, Value, Bytes, nullptr));
}

} // namespace calls
} // namespace heddle::cudart
