//===- SurfaceAccess.cpp - Loads and stores of surfaces -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageAccess.h"
#include "heddle/ABI/TextureOps.inc"
#include "heddle/Texture/Surface.h"
#include "heddle/Texture/TextureUnit.h"
#include <cstring>

namespace heddle::sm {

using abi::ImageKind;
using abi::SurfaceReduction;
using texture::SurfaceAccess;

namespace {
/// The elements that suld and sust move; all is 0 for a texel as its format has
/// it.
struct Moved {
  unsigned ElementBytes = 0, Elements = 0;
  unsigned bytes() const { return ElementBytes * Elements; }
};
} // namespace

static Moved movedBy(uint32_t What) {
  const unsigned Vector = What >> 7 & 3;
  if (Vector == abi::FormattedTexel)
    return {};
  return {1u << (What >> 5 & 3), 1u << Vector};
}

bool ImageAccess::findPlace(unsigned Lane, unsigned Bytes, Place &Out) {
  const uint64_t Handle = pair(0, 0, Lane);
  Out.Surface = surfaceAt(Handle, Lane);
  if (!Out.Surface)
    return false;
  const texture::Texture &Image = *Out.Surface->Image;
  const texture::TextureLayout &Layout = Image.layout();
  const abi::ImageGeometry G = geometry();
  const bool HasLayer = G >= abi::ImageGeometry::OneDArray;
  const unsigned Dimensions =
      G == abi::ImageGeometry::OneD || G == abi::ImageGeometry::OneDArray ? 1
      : G == abi::ImageGeometry::ThreeD                                   ? 3
                                                                          : 2;
  const bool IsCube = Layout.Kind == texture::Shape::Cube;
  if (IsCube || Layout.dimensions() != Dimensions ||
      (Layout.Layers != 0) != HasLayer)
    return fail(AccessFault::WrongImage, ImageKind::Surface, Handle, Lane,
                "the access is for another kind of surface");
  const texture::SurfacePlace P = {int32_t(src(1, 0)[Lane]),
                                   int32_t(src(1, 1)[Lane]),
                                   int32_t(src(1, 2)[Lane]), src(1, 3)[Lane]};
  const auto Mode = texture::OutOfRange(I.Imm >> 3 & 3);
  const SurfaceAccess Found = Bytes ? texture::findBytes(Image, P, Bytes, Mode)
                                    : texture::findTexel(Image, P, Mode);
  Out.Data = Found.Data;
  switch (Found.Outcome) {
  case SurfaceAccess::Found:
  case SurfaceAccess::Nothing:
    return true;
  case SurfaceAccess::OutOfBounds:
    return fail(AccessFault::OutsideSurface, ImageKind::Surface, Handle, Lane);
  case SurfaceAccess::Misaligned:
    fail(AccessFault::MisalignedSurface, ImageKind::Surface, Handle, Lane);
    Fault.Bytes = uint8_t(Bytes);
    return false;
  }
  return true;
}

bool ImageAccess::loadSurface() {
  const Moved M = movedBy(I.Imm);
  return forLanes([&](unsigned Lane) {
    Place At;
    if (!findPlace(Lane, M.bytes(), At))
      return false;
    uint8_t *const Data = At.Data;
    uint32_t Words[4] = {0, 0, 0, 0};
    // Narrow elements have a word each.
    if (Data && M.ElementBytes >= 4)
      std::memcpy(Words, Data, M.bytes());
    else if (Data)
      for (unsigned N = 0; N != M.Elements; ++N)
        std::memcpy(&Words[N], Data + N * M.ElementBytes, M.ElementBytes);
    for (unsigned N = 0; N != 4; ++N)
      dst(N)[Lane] = Words[N];
    return true;
  });
}

void ImageAccess::writeStored(unsigned Lane, const texture::TextureFormat &F,
                              uint8_t *To) const {
  const Moved M = movedBy(I.Imm);
  const texture::Texel Words = {src(2, 0)[Lane], src(2, 1)[Lane],
                                src(2, 2)[Lane], src(2, 3)[Lane]};
  if (!M.bytes())
    F.write(Words, To);
  else if (M.ElementBytes >= 4)
    std::memcpy(To, Words.data(), M.bytes());
  else
    for (unsigned N = 0; N != M.Elements; ++N)
      std::memcpy(To + N * M.ElementBytes, &Words[N], M.ElementBytes);
}

bool ImageAccess::storeSurface() {
  const unsigned Bytes = movedBy(I.Imm).bytes();
  texture::FetchEnvironment Environment;
  return forLanes([&](unsigned Lane) {
    Place At;
    if (!findPlace(Lane, Bytes, At))
      return false;
    if (At.Data)
      writeStored(Lane, At.format(), At.Data);
    return true;
  });
}

template <class T> static T reduced(SurfaceReduction Kind, T Old, T Operand) {
  using Signed = std::make_signed_t<T>;
  switch (Kind) {
  case SurfaceReduction::Add:
    return Old + Operand;
  case SurfaceReduction::MinU:
    return std::min(Old, Operand);
  case SurfaceReduction::MaxU:
    return std::max(Old, Operand);
  case SurfaceReduction::MinS:
    return T(std::min(Signed(Old), Signed(Operand)));
  case SurfaceReduction::MaxS:
    return T(std::max(Signed(Old), Signed(Operand)));
  case SurfaceReduction::And:
    return Old & Operand;
  case SurfaceReduction::Or:
    return Old | Operand;
  }
  return Old;
}

/// Other host threads may reduce, too.
template <class T>
static void reduceAt(uint8_t *Data, SurfaceReduction Kind, T Operand) {
  T *Word = reinterpret_cast<T *>(Data);
  T Old = __atomic_load_n(Word, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(Word, &Old, reduced(Kind, Old, Operand),
                                      true, __ATOMIC_ACQ_REL,
                                      __ATOMIC_RELAXED)) {
  }
}

bool ImageAccess::findReduced(unsigned Lane, Place &Out) {
  const unsigned Bytes = reducedBytes();
  if (!findPlace(Lane, isFormattedReduction() ? 0 : Bytes, Out))
    return false;
  auto Fail = [&](const char *Why) {
    return fail(AccessFault::WrongImage, ImageKind::Surface, pair(0, 0, Lane),
                Lane, Why);
  };
  if (isFormattedReduction() && Out.Data && Out.format().texelBytes() != Bytes)
    return Fail("its texels are not as large as the operand");
  if (uintptr_t(Out.Data) % Bytes)
    return Fail("its rows do not start at multiples of the operand");
  return true;
}

/// A texel of signed integers is one itself. PTX ISA, "sured": for .p, types
/// are bits, and the surface's format says what they mean.
static SurfaceReduction reductionOf(SurfaceReduction Kind,
                                    texture::ChannelType T) {
  switch (T) {
  case texture::ChannelType::S8:
  case texture::ChannelType::S16:
  case texture::ChannelType::S32:
    break;
  case texture::ChannelType::U8:
  case texture::ChannelType::U16:
  case texture::ChannelType::U32:
  case texture::ChannelType::F16:
  case texture::ChannelType::F32:
    return Kind;
  }
  if (Kind == SurfaceReduction::MinU)
    return SurfaceReduction::MinS;
  return Kind == SurfaceReduction::MaxU ? SurfaceReduction::MaxS : Kind;
}

bool ImageAccess::reduceSurface() {
  const auto Asked = SurfaceReduction(I.Imm >> 6 & 7);
  return forLanes([&](unsigned Lane) {
    Place At;
    if (!findReduced(Lane, At))
      return false;
    if (!At.Data)
      return true;
    const SurfaceReduction Kind =
        isFormattedReduction() ? reductionOf(Asked, At.format().Type) : Asked;
    if (reducedBytes() == 8)
      reduceAt(At.Data, Kind, pair(2, 0, Lane));
    else
      reduceAt(At.Data, Kind, src(2, 0)[Lane]);
    return true;
  });
}

ImagePlaces ImageAccess::surfacePlace() {
  const auto Lane = unsigned(llvm::countr_zero(Mask));
  const bool Reduces = I.is(TextureOp::ReduceSurface);
  unsigned Bytes = Reduces ? reducedBytes() : movedBy(I.Imm).bytes();
  Place At;
  if (!(Reduces ? findReduced(Lane, At) : findPlace(Lane, Bytes, At)) ||
      !At.Data)
    return {};
  if (!Bytes)
    Bytes = At.format().texelBytes();
  const BoundSurface &Of = *At.Surface;
  ImagePlaces Found;
  Found.Places.push_back(Of.Address +
                         uint64_t(At.Data - Of.Image->bytes().data()));
  Found.Bytes = uint8_t(Bytes);
  if (I.is(TextureOp::StoreSurface)) {
    texture::FetchEnvironment Environment;
    writeStored(Lane, At.format(), Found.Stored.data());
  }
  return Found;
}

} // namespace heddle::sm
