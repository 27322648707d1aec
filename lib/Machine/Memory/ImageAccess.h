//===- ImageAccess.h - One access to images of one warp ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_MEMORY_IMAGEACCESS_H
#define HEDDLE_LIB_MACHINE_MEMORY_IMAGEACCESS_H

#include "heddle/Machine/ImageTable.h"
#include "heddle/Machine/Instruction.h"
#include "heddle/Texture/TextureUnit.h"
#include "llvm/ADT/bit.h"

namespace heddle::sm {

/// From slots and handles to images, and from rows of registers to one lane's
/// words and back. Functions that return false have set the fault.
class ImageAccess {
public:
  /// Faults are stored in \p Into.
  ImageAccess(const DecodedInst &Inst, const LaneContext &Context,
              uint32_t Executing, AccessFault &Into);

  // TextureAccess.cpp.
  bool fetchBySlot();
  bool sample();
  /// The places that the only lane fetches from; no register changes.
  ImagePlaces fetchedPlaces();
  // ImageQuery.cpp.
  bool query();
  // SurfaceAccess.cpp.
  bool loadSurface();
  bool storeSurface();
  bool reduceSurface();
  /// The place that the only lane accesses; no memory changes.
  ImagePlaces surfacePlace();

private:
  /// The image and the sampler that a lane's handles name.
  struct Sampled {
    const BoundTexture *Bound = nullptr;
    const texture::Sampler *How = nullptr;
    /// The sampler that How points to where none is bound as it is used.
    texture::Sampler Mixed;
    const texture::Texture &image() const { return *Bound->Image; }
  };

  /// The words of register \p N of the destination, and of source \p S.
  uint32_t *dst(unsigned N) const {
    return L.Base[WarpRows] + size_t(I.DstRow + N) * Lanes;
  }
  const uint32_t *src(unsigned S, unsigned N) const {
    const Source &From = I.Src[S];
    return L.Base[From.Base] + size_t(From.Row + N) * Lanes;
  }
  uint64_t pair(unsigned S, unsigned N, unsigned Lane) const {
    return uint64_t(src(S, N + 1)[Lane]) << 32 | src(S, N)[Lane];
  }
  abi::ImageGeometry geometry() const { return abi::ImageGeometry(I.Imm & 7); }
  /// Calls \p Each for the lanes, until it returns false.
  template <class FnT> bool forLanes(FnT Each) {
    for (uint32_t Left = Mask; Left; Left &= Left - 1)
      if (!Each(unsigned(llvm::countr_zero(Left))))
        return false;
    return true;
  }

  bool fail(AccessFault::ReasonKind Reason, abi::ImageKind Kind, uint64_t Which,
            unsigned Lane, const char *Detail = nullptr);
  /// The image that is bound to the slot, or the handle; null: it faulted.
  template <class SlotT>
  const SlotT *imageIn(const std::vector<SlotT> &Slots, abi::ImageKind Kind,
                       uint64_t Which, unsigned Lane);
  const BoundTexture *textureAt(uint64_t Which, unsigned Lane);
  const BoundSampler *samplerAt(uint64_t Which, unsigned Lane);
  const BoundSurface *surfaceAt(uint64_t Handle, unsigned Lane);
  /// The slot of \p Handle; none, with the fault, where it is none of \p Kind.
  std::optional<uint32_t> slotOf(uint64_t Handle, abi::ImageKind Kind,
                                 unsigned Lane);

  /// Has \p Out read by \p S, a sampler of its own.
  static void setSampler(Sampled &Out, const BoundSampler &S);
  bool findBySlot(Sampled &Out);
  bool findByHandles(unsigned Lane, uint64_t Texture, uint64_t Sampler,
                     Sampled &Out);
  texture::Texel fetchLane(unsigned Lane, const Sampled &From) const;
  texture::Texel sampleLane(unsigned Lane, const Sampled &From) const;
  /// Calls \p Take(lane, from, texel) for the lanes, by slots or by handles.
  template <class TakeT> bool fetchLanes(TakeT Take);
  template <class TakeT> bool sampleLanes(TakeT Take);
  /// The result of a query; none, with the fault.
  std::optional<uint32_t> answer(uint64_t Handle, uint32_t Level,
                                 unsigned Lane);
  /// An access to a surface.
  struct Place {
    const BoundSurface *Surface = nullptr;
    /// Null: there is nothing to access.
    uint8_t *Data = nullptr;
    const texture::TextureFormat &format() const {
      return Surface->Image->format();
    }
  };
  /// Finds the place of a lane's access to \p Bytes of its surface, or to a
  /// texel if that is 0. False: it faulted.
  bool findPlace(unsigned Lane, unsigned Bytes, Place &Out);
  /// Writes what a lane's store has for a texel of \p F, or for its bytes.
  void writeStored(unsigned Lane, const texture::TextureFormat &F,
                   uint8_t *To) const;
  /// Finds the place of a reduction, which is a multiple of its size.
  bool findReduced(unsigned Lane, Place &Out);
  /// Whether a reduction is of texels, and x counts them.
  bool isFormattedReduction() const { return I.Imm & 1u << 5; }
  /// Bytes of a reduction's operand.
  unsigned reducedBytes() const { return I.Sub[0] ? 8 : 4; }

  const DecodedInst &I;
  const LaneContext &L;
  const uint32_t Mask;
  AccessFault &Fault;
  const ImageTable &Table;
  /// Takes the places of the texels that fetches read.
  texture::TexelLog *Log = nullptr;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_MEMORY_IMAGEACCESS_H
