//===- ArrayCalls.cpp - Calls about arrays --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Calls.h"
#include "Driver.h"
#include <algorithm>
#include <cassert>

namespace heddle::driver {
namespace {

/// Alignment of arrays, as the device's attributes say for textures.
constexpr size_t ArrayAlignment = 512;

/// Makes an Array or a MipmappedArray of \p D, with the memory for it.
template <typename Object, typename Handle, unsigned Kind>
CUresult create(Handle *Result, const CUDA_ARRAY3D_DESCRIPTOR &D,
                unsigned Levels, HandleTable<Object, Handle, Kind> &Table) {
  if (CUresult R = refuseUnsafe(); R != CUDA_SUCCESS)
    return R;
  auto Made = std::make_shared<Object>();
  if (CUresult R = arrayLayout(D, Levels, Made->Layout); R != CUDA_SUCCESS)
    return R;
  Driver &Own = Driver::get();
  std::optional<uint64_t> Address = Own.Memory->allocate(
      Made->Layout.bytes(), Allocation::Array, Own.context().Self);
  if (!Address)
    return CUDA_ERROR_OUT_OF_MEMORY;
  Made->Address = *Address;
  Made->Descriptor = D;
  Made->Owner = &Own.context();
  *Result = Table.add(std::move(Made));
  return CUDA_SUCCESS;
}

void releaseArray(uint64_t Address) {
  [[maybe_unused]] bool WasThere =
      Driver::get().Memory->release(Address, Allocation::Array);
  assert(WasThere && "an array without memory");
}

CUDA_ARRAY3D_DESCRIPTOR withDepth(const CUDA_ARRAY_DESCRIPTOR &D) {
  return {D.Width, D.Height, 0, D.Format, D.NumChannels, 0};
}

CUresult requirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *Result,
                      const texture::TextureLayout &L) {
  *Result = {};
  Result->size = L.bytes();
  Result->alignment = ArrayAlignment;
  return CUDA_SUCCESS;
}

/// Level \p Level of \p M as an array.
std::shared_ptr<Array> makeLevel(const MipmappedArray &M, unsigned Level) {
  auto Made = std::make_shared<Array>();
  Made->Owner = M.Owner;
  Made->From = M.Self;
  Made->Address = M.Address + M.Layout.levelOffset(Level);
  texture::TextureLayout &L = Made->Layout;
  L = M.Layout;
  L.Width = M.Layout.width(Level);
  L.Height = M.Layout.height(Level);
  L.Depth = M.Layout.depth(Level);
  L.Levels = 1;
  CUDA_ARRAY3D_DESCRIPTOR &D = Made->Descriptor;
  D = M.Descriptor;
  D.Width = L.Width;
  if (D.Height)
    D.Height = L.Height;
  if (L.Kind == texture::Shape::ThreeD)
    D.Depth = L.Depth;
  return Made;
}

} // namespace

namespace calls {

CUresult Array3DCreate_v2(CUarray *Result, const CUDA_ARRAY3D_DESCRIPTOR *D) {
  if (!Result || !D)
    return CUDA_ERROR_INVALID_VALUE;
  return create(Result, *D, /*Levels=*/1, Driver::get().Arrays);
}

CUresult ArrayCreate_v2(CUarray *Result, const CUDA_ARRAY_DESCRIPTOR *D) {
  if (!Result || !D)
    return CUDA_ERROR_INVALID_VALUE;
  return create(Result, withDepth(*D), /*Levels=*/1, Driver::get().Arrays);
}

CUresult Array3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *D, CUarray Handle) {
  if (!D)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Array> A;
  if (CUresult R = findArray(Handle, A); R != CUDA_SUCCESS)
    return R;
  *D = A->Descriptor;
  return CUDA_SUCCESS;
}

CUresult ArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *D, CUarray Handle) {
  if (!D)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_ARRAY3D_DESCRIPTOR Whole;
  if (CUresult R = Array3DGetDescriptor_v2(&Whole, Handle); R != CUDA_SUCCESS)
    return R;
  // It has no room for the depth, or for what makes layers of it.
  if (Whole.Depth || Whole.Flags & CUDA_ARRAY3D_LAYERED)
    return CUDA_ERROR_INVALID_VALUE;
  *D = {Whole.Width, Whole.Height, Whole.Format, Whole.NumChannels};
  return CUDA_SUCCESS;
}

CUresult ArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *Result,
                                    CUarray Handle, CUdevice Device) {
  if (!Result || Device != 0)
    return Result ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Array> A;
  if (CUresult R = findArray(Handle, A); R != CUDA_SUCCESS)
    return R;
  return requirements(Result, A->Layout);
}

CUresult ArrayDestroy(CUarray Handle) {
  if (CUresult R = refuseUnsafe(); R != CUDA_SUCCESS)
    return R;
  std::shared_ptr<Array> A;
  if (CUresult R = findArray(Handle, A); R != CUDA_SUCCESS)
    return R;
  // A level goes with all levels.
  if (A->From)
    return CUDA_ERROR_INVALID_HANDLE;
  Driver::get().Arrays.remove(Handle);
  releaseArray(A->Address);
  return CUDA_SUCCESS;
}

CUresult MipmappedArrayCreate(CUmipmappedArray *Result,
                              const CUDA_ARRAY3D_DESCRIPTOR *D,
                              unsigned Levels) {
  if (!Result || !D || !Levels)
    return CUDA_ERROR_INVALID_VALUE;
  // More levels than the size has are as many as it has.
  size_t Largest = std::max(D->Width, D->Height);
  const bool HasPlanes =
      !(D->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP));
  if (HasPlanes)
    Largest = std::max(Largest, D->Depth);
  unsigned Most = 1;
  while (Most < 32 && Largest >> Most)
    ++Most;
  CUresult R =
      create(Result, *D, std::min(Levels, Most), Driver::get().MipmappedArrays);
  if (R == CUDA_SUCCESS) {
    std::shared_ptr<MipmappedArray> M =
        Driver::get().MipmappedArrays.find(*Result);
    M->Levels.resize(M->Layout.Levels);
  }
  return R;
}

CUresult MipmappedArrayGetLevel(CUarray *Result, CUmipmappedArray Handle,
                                unsigned Level) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<MipmappedArray> M;
  if (CUresult R = findMipmapped(Handle, M); R != CUDA_SUCCESS)
    return R;
  if (Level >= M->Layout.Levels)
    return CUDA_ERROR_INVALID_VALUE;
  CUarray &Of = M->Levels[Level];
  if (!Of)
    Of = Driver::get().Arrays.add(makeLevel(*M, Level));
  *Result = Of;
  return CUDA_SUCCESS;
}

CUresult
MipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *Result,
                                    CUmipmappedArray Handle, CUdevice Device) {
  if (!Result || Device != 0)
    return Result ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<MipmappedArray> M;
  if (CUresult R = findMipmapped(Handle, M); R != CUDA_SUCCESS)
    return R;
  return requirements(Result, M->Layout);
}

CUresult MipmappedArrayDestroy(CUmipmappedArray Handle) {
  if (CUresult R = refuseUnsafe(); R != CUDA_SUCCESS)
    return R;
  std::shared_ptr<MipmappedArray> M;
  if (CUresult R = findMipmapped(Handle, M); R != CUDA_SUCCESS)
    return R;
  Driver &D = Driver::get();
  for (CUarray Level : M->Levels)
    D.Arrays.remove(Level);
  D.MipmappedArrays.remove(Handle);
  releaseArray(M->Address);
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
