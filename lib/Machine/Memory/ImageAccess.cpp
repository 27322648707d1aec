//===- ImageAccess.cpp - Textures and surfaces of a launch ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageAccess.h"
#include "heddle/ABI/TextureOps.inc"
#include "heddle/Machine/AccessOrder.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sm {

using abi::ImageKind;

AccessKind DecodedInst::imageAccess() const {
  if (unit() != Unit::Texture)
    return AccessKind::None;
  switch (TextureOp(numberOf(Op))) {
  case TextureOp::Fetch:
  case TextureOp::Sample:
  case TextureOp::LoadSurface:
    return AccessKind::Load;
  case TextureOp::StoreSurface:
    return AccessKind::Store;
  case TextureOp::ReduceSurface:
    return AccessKind::Atomic;
  case TextureOp::Query:
    return AccessKind::None;
  }
  llvm_unreachable("covered switch");
}

bool BoundImage::isAligned() const {
  return Address.value() % Image->format().texelBytes() == 0;
}

llvm::StringRef ImageTable::nameOf(ImageKind Kind, uint64_t Slot) const {
  auto Of = [&](const auto &List) -> llvm::StringRef {
    return Slot < List.size() ? llvm::StringRef(List[Slot].Name) : "";
  };
  switch (Kind) {
  case ImageKind::Texture:
    return Of(Textures);
  case ImageKind::Sampler:
    return Of(Samplers);
  case ImageKind::Surface:
    return Of(Surfaces);
  }
  llvm_unreachable("covered switch");
}

/// The images of the launch; a table without slots where it has none.
static const ImageTable &tableOf(const LaneContext &L) {
  static const ImageTable Nothing;
  return L.Images ? *static_cast<const ImageTable *>(L.Images) : Nothing;
}

ImageAccess::ImageAccess(const DecodedInst &Inst, const LaneContext &Context,
                         uint32_t Executing, AccessFault &Into)
    : I(Inst), L(Context), Mask(Executing), Fault(Into),
      Table(tableOf(Context)) {}

bool ImageAccess::fail(AccessFault::ReasonKind Reason, ImageKind Kind,
                       uint64_t Which, unsigned Lane, const char *Detail) {
  Fault = {};
  Fault.Reason = Reason;
  Fault.Lane = uint8_t(Lane);
  Fault.Address = Which;
  Fault.Image = uint8_t(Kind);
  Fault.Detail = Detail;
  return false;
}

template <class SlotT>
const SlotT *ImageAccess::imageIn(const std::vector<SlotT> &Slots,
                                  ImageKind Kind, uint64_t Which,
                                  unsigned Lane) {
  const uint32_t Slot = uint32_t(Which);
  if (Slot >= Slots.size() || !Slots[Slot].Image)
    fail(AccessFault::Unbound, Kind, Which, Lane);
  else if (!Slots[Slot].isAligned())
    fail(AccessFault::MisalignedImage, Kind, Which, Lane);
  else
    return &Slots[Slot];
  return nullptr;
}

const BoundTexture *ImageAccess::textureAt(uint64_t Which, unsigned Lane) {
  return imageIn(Table.Textures, ImageKind::Texture, Which, Lane);
}

const BoundSampler *ImageAccess::samplerAt(uint64_t Which, unsigned Lane) {
  const uint32_t Slot = uint32_t(Which);
  if (Slot < Table.Samplers.size() && Table.Samplers[Slot].How)
    return &Table.Samplers[Slot];
  fail(AccessFault::Unbound, ImageKind::Sampler, Which, Lane);
  return nullptr;
}

const BoundSurface *ImageAccess::surfaceAt(uint64_t Handle, unsigned Lane) {
  std::optional<uint32_t> Slot = slotOf(Handle, ImageKind::Surface, Lane);
  if (!Slot)
    return nullptr;
  return imageIn(Table.Surfaces, ImageKind::Surface, Handle, Lane);
}

std::optional<uint32_t> ImageAccess::slotOf(uint64_t Handle, ImageKind Kind,
                                            unsigned Lane) {
  const uint32_t Slot = uint32_t(Handle);
  if (Handle == abi::imageHandle(Kind, Slot))
    return Slot;
  fail(AccessFault::WrongImage, Kind, Handle, Lane, "it is no such handle");
  return std::nullopt;
}

bool accessImage(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
  ImageAccess A(I, L, Mask, L.Fault);
  assert(I.unit() == Unit::Texture && "the unit's handlers call this");
  switch (TextureOp(numberOf(I.Op))) {
  case TextureOp::Sample:
    return A.sample();
  case TextureOp::Query:
    return A.query();
  case TextureOp::LoadSurface:
    return inOrder<OrderedAccess::Load>(L.IsConcurrent,
                                        [&] { return A.loadSurface(); });
  case TextureOp::StoreSurface:
    return inOrder<OrderedAccess::Store>(L.IsConcurrent,
                                         [&] { return A.storeSurface(); });
  case TextureOp::ReduceSurface:
    return inOrder<OrderedAccess::Atomic>(L.IsConcurrent,
                                          [&] { return A.reduceSurface(); });
  case TextureOp::Fetch:
    return A.fetchBySlot();
  }
  llvm_unreachable("covered switch");
}

ImagePlaces imagePlaces(const DecodedInst &I, const LaneContext &L,
                        unsigned Lane) {
  AccessFault Unused;
  ImageAccess A(I, L, uint32_t(1) << Lane, Unused);
  if (I.isFetch())
    return A.fetchedPlaces();
  return I.imageAccess() == AccessKind::None ? ImagePlaces() : A.surfacePlace();
}

} // namespace heddle::sm
