//===- CopyCalls.cpp - Calls that copy ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Calls.h"
#include "Copy.h"
#include "Driver.h"
#include "NodeParams.h"

namespace heddle::driver {
namespace {

CopyEnd at(CopyEnd::SpaceType Space, uint64_t Address) {
  CopyEnd End;
  End.Space = Space;
  End.Address = Address;
  return End;
}
CopyEnd device(CUdeviceptr Pointer) { return at(CopyEnd::Device, Pointer); }
CopyEnd host(const void *Pointer) {
  return at(CopyEnd::Host, reinterpret_cast<uint64_t>(Pointer));
}
CopyEnd unified(CUdeviceptr Pointer) { return at(CopyEnd::Unified, Pointer); }

/// Waits for a copy that was given to the stream of everybody.
CUresult finished(CUresult R) {
  Driver &D = Driver::get();
  return R == CUDA_SUCCESS ? D.context().synchronize(*D.stream(nullptr)) : R;
}

/// Whether the device reaches \p End whatever the program does.
bool isPinned(const CopyEnd &End) {
  return End.Space == CopyEnd::Device ||
         Driver::get().Memory->find(End.Address);
}

/// Gives a copy to a stream that is busy. Memory that only the program reaches
/// is read now, or the call waits until it is written.
CUresult copyBehind(const std::shared_ptr<Stream> &S, CopyEnd To, CopyEnd From,
                    size_t Bytes, Work Copy) {
  if (!isPinned(To))
    return submitAndWait(S, std::move(Copy));
  if (isPinned(From))
    return submit(S, std::move(Copy));
  const auto *Data = reinterpret_cast<const uint8_t *>(From.Address);
  auto Kept = std::make_shared<std::vector<uint8_t>>(Data, Data + Bytes);
  From.Space = CopyEnd::Host;
  From.Address = reinterpret_cast<uint64_t>(Kept->data());
  if (CUresult R = makeCopy(To, From, Bytes, Copy); R != CUDA_SUCCESS)
    return R;
  Copy.Run = [Kept, Run = std::move(Copy.Run)] { return Run(); };
  return submit(S, std::move(Copy));
}

CUresult copyAsync(const CopyEnd &To, const CopyEnd &From, size_t Bytes,
                   CUstream Handle) {
  std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  Work Copy;
  if (CUresult R = makeCopy(To, From, Bytes, Copy); R != CUDA_SUCCESS)
    return R;
  if (S->Captured)
    keepCopy(Copy, To, From, Bytes);
  else if (Bytes && isBusy(*S))
    return copyBehind(S, To, From, Bytes, std::move(Copy));
  return submit(S, std::move(Copy));
}

/// Copies like copyAsync, and waits for the copy to end.
CUresult copySync(const CopyEnd &To, const CopyEnd &From, size_t Bytes) {
  return finished(copyAsync(To, From, Bytes, /*Handle=*/nullptr));
}

/// Whether an end of a copy is memory that only the program reaches.
bool isPageable(CUmemorytype Type, const void *Host, CUdeviceptr Device) {
  const DeviceMemory &Known = *Driver::get().Memory;
  if (Type == CU_MEMORYTYPE_HOST)
    return !Known.find(reinterpret_cast<uint64_t>(Host));
  return Type == CU_MEMORYTYPE_UNIFIED && !Known.find(Device);
}

template <typename T> CUresult copyAsync(const T *Shape, CUstream Handle) {
  if (!Shape)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  Work Copy;
  if (CUresult R = makeCopy(*Shape, Copy); R != CUDA_SUCCESS)
    return R;
  if (S->Captured)
    keepCopy(Copy, *Shape);
  // The program may change or free it as soon as the call returns.
  const bool Waits =
      isPageable(Shape->srcMemoryType, Shape->srcHost, Shape->srcDevice) ||
      isPageable(Shape->dstMemoryType, Shape->dstHost, Shape->dstDevice);
  return Waits ? submitAndWait(S, std::move(Copy)) : submit(S, std::move(Copy));
}

template <typename T> CUresult copySync(const T *Shape) {
  return finished(copyAsync(Shape, /*Handle=*/nullptr));
}

/// Copies \p Bytes between an array and \p Other.
CUresult copyArray(CUarray Handle, size_t Offset, const CopyEnd &Other,
                   bool IsTo, size_t Bytes, CUstream Stream) {
  CopyEnd End;
  if (CUresult R = arrayBytes(Handle, Offset, Bytes, End); R != CUDA_SUCCESS)
    return R;
  return IsTo ? copyAsync(End, Other, Bytes, Stream)
              : copyAsync(Other, End, Bytes, Stream);
}

bool areContexts(CUcontext A, CUcontext B) {
  Driver &D = Driver::get();
  return D.Contexts.find(A) && D.Contexts.find(B);
}

/// Contexts do not matter to addresses.
CUDA_MEMCPY3D withoutContexts(const CUDA_MEMCPY3D_PEER &P) {
  CUDA_MEMCPY3D C = {};
  C.srcXInBytes = P.srcXInBytes;
  C.srcY = P.srcY;
  C.srcZ = P.srcZ;
  C.srcLOD = P.srcLOD;
  C.srcMemoryType = P.srcMemoryType;
  C.srcHost = P.srcHost;
  C.srcDevice = P.srcDevice;
  C.srcArray = P.srcArray;
  C.srcPitch = P.srcPitch;
  C.srcHeight = P.srcHeight;
  C.dstXInBytes = P.dstXInBytes;
  C.dstY = P.dstY;
  C.dstZ = P.dstZ;
  C.dstLOD = P.dstLOD;
  C.dstMemoryType = P.dstMemoryType;
  C.dstHost = P.dstHost;
  C.dstDevice = P.dstDevice;
  C.dstArray = P.dstArray;
  C.dstPitch = P.dstPitch;
  C.dstHeight = P.dstHeight;
  C.WidthInBytes = P.WidthInBytes;
  C.Height = P.Height;
  C.Depth = P.Depth;
  return C;
}

} // namespace

namespace calls {

CUresult Memcpy(CUdeviceptr To, CUdeviceptr From, size_t Bytes) {
  return copySync(unified(To), unified(From), Bytes);
}

CUresult MemcpyAsync(CUdeviceptr To, CUdeviceptr From, size_t Bytes,
                     CUstream Handle) {
  return copyAsync(unified(To), unified(From), Bytes, Handle);
}

CUresult MemcpyHtoD_v2(CUdeviceptr To, const void *From, size_t Bytes) {
  return copySync(device(To), host(From), Bytes);
}

CUresult MemcpyHtoDAsync_v2(CUdeviceptr To, const void *From, size_t Bytes,
                            CUstream Handle) {
  return copyAsync(device(To), host(From), Bytes, Handle);
}

CUresult MemcpyDtoH_v2(void *To, CUdeviceptr From, size_t Bytes) {
  return copySync(host(To), device(From), Bytes);
}

CUresult MemcpyDtoHAsync_v2(void *To, CUdeviceptr From, size_t Bytes,
                            CUstream Handle) {
  return copyAsync(host(To), device(From), Bytes, Handle);
}

CUresult MemcpyDtoD_v2(CUdeviceptr To, CUdeviceptr From, size_t Bytes) {
  return copySync(device(To), device(From), Bytes);
}

CUresult MemcpyDtoDAsync_v2(CUdeviceptr To, CUdeviceptr From, size_t Bytes,
                            CUstream Handle) {
  return copyAsync(device(To), device(From), Bytes, Handle);
}

CUresult MemcpyAtoA_v2(CUarray To, size_t ToOffset, CUarray From,
                       size_t FromOffset, size_t Bytes) {
  CopyEnd End;
  if (CUresult R = arrayBytes(From, FromOffset, Bytes, End); R != CUDA_SUCCESS)
    return R;
  return finished(copyArray(To, ToOffset, End, /*IsTo=*/true, Bytes, nullptr));
}

CUresult MemcpyAtoD_v2(CUdeviceptr To, CUarray From, size_t Offset,
                       size_t Bytes) {
  return finished(
      copyArray(From, Offset, device(To), /*IsTo=*/false, Bytes, nullptr));
}

CUresult MemcpyDtoA_v2(CUarray To, size_t Offset, CUdeviceptr From,
                       size_t Bytes) {
  return finished(
      copyArray(To, Offset, device(From), /*IsTo=*/true, Bytes, nullptr));
}

CUresult MemcpyAtoHAsync_v2(void *To, CUarray From, size_t Offset, size_t Bytes,
                            CUstream Handle) {
  return copyArray(From, Offset, host(To), /*IsTo=*/false, Bytes, Handle);
}

CUresult MemcpyHtoAAsync_v2(CUarray To, size_t Offset, const void *From,
                            size_t Bytes, CUstream Handle) {
  return copyArray(To, Offset, host(From), /*IsTo=*/true, Bytes, Handle);
}

CUresult MemcpyAtoH_v2(void *To, CUarray From, size_t Offset, size_t Bytes) {
  return finished(MemcpyAtoHAsync_v2(To, From, Offset, Bytes, nullptr));
}

CUresult MemcpyHtoA_v2(CUarray To, size_t Offset, const void *From,
                       size_t Bytes) {
  return finished(MemcpyHtoAAsync_v2(To, Offset, From, Bytes, nullptr));
}

CUresult MemcpyPeer(CUdeviceptr To, CUcontext ToContext, CUdeviceptr From,
                    CUcontext FromContext, size_t Bytes) {
  if (!areContexts(ToContext, FromContext))
    return CUDA_ERROR_INVALID_CONTEXT;
  return copySync(device(To), device(From), Bytes);
}

CUresult MemcpyPeerAsync(CUdeviceptr To, CUcontext ToContext, CUdeviceptr From,
                         CUcontext FromContext, size_t Bytes, CUstream Handle) {
  if (!areContexts(ToContext, FromContext))
    return CUDA_ERROR_INVALID_CONTEXT;
  return copyAsync(device(To), device(From), Bytes, Handle);
}

CUresult Memcpy2D_v2(const CUDA_MEMCPY2D *Copy) { return copySync(Copy); }

CUresult Memcpy2DUnaligned_v2(const CUDA_MEMCPY2D *Copy) {
  return copySync(Copy);
}

CUresult Memcpy2DAsync_v2(const CUDA_MEMCPY2D *Copy, CUstream Handle) {
  return copyAsync(Copy, Handle);
}

CUresult Memcpy3D_v2(const CUDA_MEMCPY3D *Copy) { return copySync(Copy); }

CUresult Memcpy3DAsync_v2(const CUDA_MEMCPY3D *Copy, CUstream Handle) {
  return copyAsync(Copy, Handle);
}

CUresult Memcpy3DPeer(const CUDA_MEMCPY3D_PEER *Copy) {
  if (!Copy)
    return CUDA_ERROR_INVALID_VALUE;
  if (!areContexts(Copy->dstContext, Copy->srcContext))
    return CUDA_ERROR_INVALID_CONTEXT;
  CUDA_MEMCPY3D Plain = withoutContexts(*Copy);
  return copySync(&Plain);
}

CUresult Memcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *Copy, CUstream Handle) {
  if (!Copy)
    return CUDA_ERROR_INVALID_VALUE;
  if (!areContexts(Copy->dstContext, Copy->srcContext))
    return CUDA_ERROR_INVALID_CONTEXT;
  CUDA_MEMCPY3D Plain = withoutContexts(*Copy);
  return copyAsync(&Plain, Handle);
}

} // namespace calls
} // namespace heddle::driver
