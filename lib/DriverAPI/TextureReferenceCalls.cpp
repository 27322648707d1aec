//===- TextureReferenceCalls.cpp - Calls about texture references ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include <algorithm>
#include <cstdint>

using namespace llvm;

namespace heddle::driver {
namespace {

/// As the device's attribute says.
constexpr uint64_t ReferenceAlignment = 512;

/// The reference that \p Handle names, or null.
std::shared_ptr<TextureReference> referenceOf(CUtexref Handle) {
  return Driver::get().References.find(Handle);
}

/// Calls \p Change with the reference of \p Handle.
template <typename ChangeT> CUresult change(CUtexref Handle, ChangeT Change) {
  std::shared_ptr<TextureReference> R = referenceOf(Handle);
  return R ? Change(*R) : CUDA_ERROR_INVALID_VALUE;
}

/// Sets \p To to what \p Read gives of the reference of \p Handle.
template <typename T, typename ReadT>
CUresult tell(T *To, CUtexref Handle, ReadT Read) {
  std::shared_ptr<TextureReference> R = referenceOf(Handle);
  if (!To || !R)
    return CUDA_ERROR_INVALID_VALUE;
  *To = Read(*R);
  return CUDA_SUCCESS;
}

/// The slot of the texture \p Name of \p M.
std::optional<uint32_t> slotOf(const object::Module &M, StringRef Name) {
  uint32_t Slot = 0;
  for (const abi::ImageReference &I : M.Images) {
    if (I.Kind != abi::ImageKind::Texture)
      continue;
    if (I.Name == Name)
      return Slot;
    ++Slot;
  }
  return std::nullopt;
}

/// The resource of \p R, if it is of \p Kind.
const CUDA_RESOURCE_DESC *boundAs(const TextureReference *R,
                                  CUresourcetype Kind) {
  return R && R->Bound && R->Bound->resType == Kind ? &*R->Bound : nullptr;
}

/// Binds \p Resource to \p R if it is sound.
CUresult bind(TextureReference &R, const CUDA_RESOURCE_DESC &Resource) {
  ReadImage Image;
  if (CUresult E = resolveResource(Resource, nullptr, Image); E != CUDA_SUCCESS)
    return E;
  R.Bound = Resource;
  return CUDA_SUCCESS;
}

/// Binds an array, whose format the reference has from then on.
CUresult bindArray(TextureReference &R, const CUDA_RESOURCE_DESC &Resource,
                   const CUDA_ARRAY3D_DESCRIPTOR &D) {
  if (CUresult E = bind(R, Resource); E != CUDA_SUCCESS)
    return E;
  R.Format = D.Format;
  R.Channels = D.NumChannels;
  return CUDA_SUCCESS;
}

bool isFilterMode(CUfilter_mode Mode) {
  return Mode <= CU_TR_FILTER_MODE_LINEAR;
}

constexpr unsigned ReferenceFlags =
    CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
    CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;

} // namespace

namespace calls {

CUresult ModuleGetTexRef(CUtexref *Result, CUmodule Handle, const char *Name) {
  Driver &D = Driver::get();
  if (!Result || !Name)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Module> M = D.Modules.find(Handle);
  if (!M)
    return CUDA_ERROR_INVALID_HANDLE;
  if (M->Owner != &D.context())
    return CUDA_ERROR_INVALID_CONTEXT;
  const std::optional<uint32_t> Slot = slotOf(M->Loaded->object(), Name);
  if (!Slot)
    return CUDA_ERROR_NOT_FOUND;
  for (const std::shared_ptr<TextureReference> &R : D.References.all())
    if (R->Owner == M.get() && R->Slot == *Slot) {
      *Result = R->Self;
      return CUDA_SUCCESS;
    }
  auto Made = std::make_shared<TextureReference>();
  Made->Owner = M.get();
  Made->Slot = *Slot;
  *Result = D.References.add(std::move(Made));
  return CUDA_SUCCESS;
}

CUresult TexRefCreate(CUtexref *Result) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  *Result = Driver::get().References.add(std::make_shared<TextureReference>());
  return CUDA_SUCCESS;
}

// Those of modules go with them.
CUresult TexRefDestroy(CUtexref Handle) {
  return change(Handle, [&](const TextureReference &R) {
    if (R.Owner)
      return CUDA_ERROR_INVALID_VALUE;
    Driver::get().References.remove(Handle);
    return CUDA_SUCCESS;
  });
}

// Code finds its references by itself; the only unit that may be named is -1,
// CU_PARAM_TR_DEFAULT.
CUresult ParamSetTexRef(CUfunction Handle, int Unit, CUtexref Reference) {
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  return Unit == -1 && referenceOf(Reference) ? CUDA_SUCCESS
                                              : CUDA_ERROR_INVALID_VALUE;
}

// Memory that is not aligned is bound from the aligned address before it on,
// if the program asks for what the code must add.
CUresult TexRefSetAddress_v2(size_t *Offset, CUtexref Handle,
                             CUdeviceptr Pointer, size_t Bytes) {
  return change(Handle, [&](TextureReference &R) {
    const uint64_t Skipped = Pointer % ReferenceAlignment;
    if (Skipped && !Offset)
      return CUDA_ERROR_INVALID_VALUE;
    CUDA_RESOURCE_DESC Resource = {};
    Resource.resType = CU_RESOURCE_TYPE_LINEAR;
    Resource.res.linear.devPtr = Pointer - Skipped;
    Resource.res.linear.format = R.Format;
    Resource.res.linear.numChannels = R.Channels;
    Resource.res.linear.sizeInBytes = Bytes + Skipped;
    if (Bytes > SIZE_MAX - Skipped)
      return CUDA_ERROR_INVALID_VALUE;
    if (CUresult E = bind(R, Resource); E != CUDA_SUCCESS)
      return E;
    if (Offset)
      *Offset = Skipped;
    return CUDA_SUCCESS;
  });
}

CUresult TexRefSetAddress2D_v3(CUtexref Handle, const CUDA_ARRAY_DESCRIPTOR *D,
                               CUdeviceptr Pointer, size_t Pitch) {
  if (!D)
    return CUDA_ERROR_INVALID_VALUE;
  return change(Handle, [&](TextureReference &R) {
    CUDA_RESOURCE_DESC Resource = {};
    Resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    auto &To = Resource.res.pitch2D;
    To.devPtr = Pointer;
    To.format = D->Format;
    To.numChannels = D->NumChannels;
    To.width = D->Width;
    To.height = D->Height;
    To.pitchInBytes = Pitch;
    if (CUresult E = bind(R, Resource); E != CUDA_SUCCESS)
      return E;
    R.Format = D->Format;
    R.Channels = D->NumChannels;
    return CUDA_SUCCESS;
  });
}

CUresult TexRefSetAddress2D_v2(CUtexref Handle, const CUDA_ARRAY_DESCRIPTOR *D,
                               CUdeviceptr Pointer, size_t Pitch) {
  return TexRefSetAddress2D_v3(Handle, D, Pointer, Pitch);
}

CUresult TexRefSetArray(CUtexref Handle, CUarray From, unsigned Flags) {
  if (Flags != CU_TRSA_OVERRIDE_FORMAT)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Array> A;
  if (CUresult E = findArray(From, A); E != CUDA_SUCCESS)
    return E;
  CUDA_RESOURCE_DESC Resource = {};
  Resource.resType = CU_RESOURCE_TYPE_ARRAY;
  Resource.res.array.hArray = From;
  return change(Handle, [&](TextureReference &R) {
    return bindArray(R, Resource, A->Descriptor);
  });
}

CUresult TexRefSetMipmappedArray(CUtexref Handle, CUmipmappedArray From,
                                 unsigned Flags) {
  if (Flags != CU_TRSA_OVERRIDE_FORMAT)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<MipmappedArray> A;
  if (CUresult E = findMipmapped(From, A); E != CUDA_SUCCESS)
    return E;
  CUDA_RESOURCE_DESC Resource = {};
  Resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  Resource.res.mipmap.hMipmappedArray = From;
  return change(Handle, [&](TextureReference &R) {
    return bindArray(R, Resource, A->Descriptor);
  });
}

CUresult TexRefSetFormat(CUtexref Handle, CUarray_format Format, int Channels) {
  return change(Handle, [&](TextureReference &R) {
    if (Channels < 1 || !textureFormat(Format, unsigned(Channels)))
      return CUDA_ERROR_INVALID_VALUE;
    R.Format = Format;
    R.Channels = unsigned(Channels);
    return CUDA_SUCCESS;
  });
}

CUresult TexRefSetAddressMode(CUtexref Handle, int Dimension,
                              CUaddress_mode Mode) {
  return change(Handle, [&](TextureReference &R) {
    if (Dimension < 0 || Dimension > 2 || Mode > CU_TR_ADDRESS_MODE_BORDER)
      return CUDA_ERROR_INVALID_VALUE;
    R.How.addressMode[Dimension] = Mode;
    return CUDA_SUCCESS;
  });
}

CUresult TexRefSetFilterMode(CUtexref Handle, CUfilter_mode Mode) {
  return change(Handle, [&](TextureReference &R) {
    if (!isFilterMode(Mode))
      return CUDA_ERROR_INVALID_VALUE;
    R.How.filterMode = Mode;
    return CUDA_SUCCESS;
  });
}

CUresult TexRefSetMipmapFilterMode(CUtexref Handle, CUfilter_mode Mode) {
  return change(Handle, [&](TextureReference &R) {
    if (!isFilterMode(Mode))
      return CUDA_ERROR_INVALID_VALUE;
    R.How.mipmapFilterMode = Mode;
    return CUDA_SUCCESS;
  });
}

CUresult TexRefSetMipmapLevelBias(CUtexref Handle, float Bias) {
  return change(Handle, [&](TextureReference &R) {
    R.How.mipmapLevelBias = Bias;
    return CUDA_SUCCESS;
  });
}

CUresult TexRefSetMipmapLevelClamp(CUtexref Handle, float Least, float Most) {
  return change(Handle, [&](TextureReference &R) {
    if (!(Least <= Most))
      return CUDA_ERROR_INVALID_VALUE;
    R.How.minMipmapLevelClamp = Least;
    R.How.maxMipmapLevelClamp = Most;
    return CUDA_SUCCESS;
  });
}

CUresult TexRefSetMaxAnisotropy(CUtexref Handle, unsigned Most) {
  return change(Handle, [&](TextureReference &R) {
    R.How.maxAnisotropy = Most;
    return CUDA_SUCCESS;
  });
}

CUresult TexRefSetBorderColor(CUtexref Handle, float *Color) {
  return change(Handle, [&](TextureReference &R) {
    if (!Color)
      return CUDA_ERROR_INVALID_VALUE;
    std::copy_n(Color, 4, R.How.borderColor);
    return CUDA_SUCCESS;
  });
}

CUresult TexRefSetFlags(CUtexref Handle, unsigned Flags) {
  return change(Handle, [&](TextureReference &R) {
    if (Flags & ~ReferenceFlags)
      return CUDA_ERROR_INVALID_VALUE;
    R.How.flags = Flags;
    return CUDA_SUCCESS;
  });
}

CUresult TexRefGetAddress_v2(CUdeviceptr *Result, CUtexref Handle) {
  std::shared_ptr<TextureReference> R = referenceOf(Handle);
  if (!Result || !R)
    return CUDA_ERROR_INVALID_VALUE;
  if (const auto *Linear = boundAs(R.get(), CU_RESOURCE_TYPE_LINEAR))
    *Result = Linear->res.linear.devPtr;
  else if (const auto *Plane = boundAs(R.get(), CU_RESOURCE_TYPE_PITCH2D))
    *Result = Plane->res.pitch2D.devPtr;
  else
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult TexRefGetArray(CUarray *Result, CUtexref Handle) {
  std::shared_ptr<TextureReference> R = referenceOf(Handle);
  const auto *Bound = boundAs(R.get(), CU_RESOURCE_TYPE_ARRAY);
  if (!Result || !Bound)
    return CUDA_ERROR_INVALID_VALUE;
  *Result = Bound->res.array.hArray;
  return CUDA_SUCCESS;
}

CUresult TexRefGetMipmappedArray(CUmipmappedArray *Result, CUtexref Handle) {
  std::shared_ptr<TextureReference> R = referenceOf(Handle);
  const auto *Bound = boundAs(R.get(), CU_RESOURCE_TYPE_MIPMAPPED_ARRAY);
  if (!Result || !Bound)
    return CUDA_ERROR_INVALID_VALUE;
  *Result = Bound->res.mipmap.hMipmappedArray;
  return CUDA_SUCCESS;
}

CUresult TexRefGetFormat(CUarray_format *Format, int *Channels,
                         CUtexref Handle) {
  return change(Handle, [&](const TextureReference &R) {
    if (Format)
      *Format = R.Format;
    if (Channels)
      *Channels = int(R.Channels);
    return CUDA_SUCCESS;
  });
}

CUresult TexRefGetAddressMode(CUaddress_mode *Mode, CUtexref Handle,
                              int Dimension) {
  if (Dimension < 0 || Dimension > 2)
    return CUDA_ERROR_INVALID_VALUE;
  return tell(Mode, Handle, [&](const TextureReference &R) {
    return R.How.addressMode[Dimension];
  });
}

CUresult TexRefGetFilterMode(CUfilter_mode *Mode, CUtexref Handle) {
  return tell(Mode, Handle,
              [](const TextureReference &R) { return R.How.filterMode; });
}

CUresult TexRefGetMipmapFilterMode(CUfilter_mode *Mode, CUtexref Handle) {
  return tell(Mode, Handle,
              [](const TextureReference &R) { return R.How.mipmapFilterMode; });
}

CUresult TexRefGetMipmapLevelBias(float *Bias, CUtexref Handle) {
  return tell(Bias, Handle,
              [](const TextureReference &R) { return R.How.mipmapLevelBias; });
}

CUresult TexRefGetMipmapLevelClamp(float *Least, float *Most, CUtexref Handle) {
  return change(Handle, [&](const TextureReference &R) {
    if (Least)
      *Least = R.How.minMipmapLevelClamp;
    if (Most)
      *Most = R.How.maxMipmapLevelClamp;
    return CUDA_SUCCESS;
  });
}

CUresult TexRefGetMaxAnisotropy(int *Most, CUtexref Handle) {
  return tell(Most, Handle, [](const TextureReference &R) {
    return int(R.How.maxAnisotropy);
  });
}

CUresult TexRefGetBorderColor(float *Color, CUtexref Handle) {
  return change(Handle, [&](const TextureReference &R) {
    if (!Color)
      return CUDA_ERROR_INVALID_VALUE;
    std::copy_n(R.How.borderColor, 4, Color);
    return CUDA_SUCCESS;
  });
}

CUresult TexRefGetFlags(unsigned *Flags, CUtexref Handle) {
  return tell(Flags, Handle,
              [](const TextureReference &R) { return R.How.flags; });
}

} // namespace calls
} // namespace heddle::driver
