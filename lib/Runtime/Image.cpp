//===- Image.cpp - Textures and surfaces that hosts bind ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Runtime/Image.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Texture/TextureUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle::runtime {

using abi::ImageKind;
using texture::Shape;

StringRef imageKindName(ImageKind Kind) {
  static constexpr StringLiteral Names[] = {"texture", "sampler", "surface"};
  return Names[unsigned(Kind)];
}

Error completeImage(ImageSpec &S) {
  if (S.Kind == ImageKind::Sampler)
    return Error::success();
  texture::TextureLayout &L = S.Layout;
  const bool HasHeight = L.Kind != Shape::Linear && L.Kind != Shape::OneD;
  if (!HasHeight && L.Height == 0)
    L.Height = 1;
  if (L.Kind == Shape::Cube && L.Height == 0)
    L.Height = L.Width;
  if (L.Kind != Shape::ThreeD && L.Depth == 0)
    L.Depth = 1;
  if (Error E = L.verify())
    return E;
  return S.Kind == ImageKind::Surface ? Error::success()
                                      : texture::verifySampler(L, S.How);
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

/// The sampler that a .samplerref is initialized with. It may force coordinates
/// that are not normalized; one that does not leaves them to the texture.
static texture::Sampler samplerOf(const abi::ImageReference &Reference,
                                  bool &FollowsTexture) {
  texture::Sampler How;
  How.IsNormalized = FollowsTexture = true;
  for (StringRef Setting : Reference.Settings) {
    auto [Name, Value] = Setting.split('=');
    if (Name == "filter_mode")
      How.Texels = Value == "linear" || Value == "1" ? texture::Filter::Linear
                                                     : texture::Filter::Nearest;
    else if (Name == "force_unnormalized_coords")
      How.IsNormalized = FollowsTexture = Value == "0";
    else if (Name.consume_front("addr_mode_") && Name.size() == 1 &&
             Name[0] >= '0' && Name[0] <= '2')
      // Numbers are in the order of the words.
      How.Address[size_t(Name[0] - '0')] =
          StringSwitch<texture::AddressMode>(Value)
              .Cases("wrap", "0", texture::AddressMode::Wrap)
              .Cases("mirror", "1", texture::AddressMode::Mirror)
              .Cases("clamp_to_border", "4", texture::AddressMode::Border)
              .Default(texture::AddressMode::Clamp);
  }
  return How;
}

ImageBindings::ImageBindings(const object::Module &M) : Module(M) {
  for (const abi::ImageReference &I : M.Images)
    switch (I.Kind) {
    case ImageKind::Texture: {
      sm::BoundTexture &T = Table.Textures.emplace_back();
      T.Name = I.Name;
      T.AsFloats = is_contained(I.Settings, abi::FetchedAsFloats);
      T.AsIntegers = is_contained(I.Settings, abi::FetchedAsIntegers);
      break;
    }
    case ImageKind::Sampler: {
      Table.HasOwnSamplers = true;
      sm::BoundSampler &S = Table.Samplers.emplace_back();
      S.Name = I.Name;
      if (!I.Settings.empty())
        S.How = &Samplers.emplace_back(samplerOf(I, S.FollowsTexture));
      break;
    }
    case ImageKind::Surface:
      Table.Surfaces.emplace_back().Name = I.Name;
      break;
    }
}

template <class SlotT>
SlotT &ImageBindings::slot(std::vector<SlotT> &Slots, StringRef Name) {
  for (SlotT &S : Slots)
    if (S.Name == Name)
      return S;
  SlotT &New = Slots.emplace_back();
  New.Name = Name.str();
  return New;
}

bool ImageBindings::isNamed(ImageKind Kind, StringRef Name) const {
  return any_of(Module.Images, [&](const abi::ImageReference &I) {
    return I.Kind == Kind && I.Name == Name;
  });
}

std::string ImageBindings::known(ImageKind Kind) const {
  std::string List;
  for (const abi::ImageReference &I : Module.Images)
    if (I.Kind == Kind)
      List += (List.empty() ? "'" : ", '") + I.Name + "'";
  return List.empty() ? "none" : List;
}

/// Whether a fetch of floats by the slot is no fault.
static bool mayGiveFloats(const sm::BoundTexture &T) {
  return T.AsFloats || !T.AsIntegers;
}

bool ImageBindings::isNormalizedByModule(StringRef Texture) const {
  constexpr StringLiteral Field = "normalized_coords=";
  for (const abi::ImageReference &I : Module.Images)
    if (I.Kind == ImageKind::Texture && I.Name == Texture)
      for (StringRef Setting : I.Settings)
        if (Setting.consume_front(Field))
          return Setting != "0";
  return false;
}

Error ImageBindings::bindTexture(const ImageSpec &S, abi::Address Address,
                                 MutableArrayRef<uint8_t> Bytes) {
  sm::BoundTexture &Slot = slot(Table.Textures, S.Name);
  Slot.How = S.How;
  if (!S.SaysCoordinates && isNormalizedByModule(S.Name)) {
    Slot.How.IsNormalized = true;
    if (Error E = texture::verifySampler(S.Layout, Slot.How))
      return createStringError(
          "texture '" + S.Name + "', which the module " +
          "gives normalized coordinates: " + toString(std::move(E)));
  }
  Slot.Image = &Images.emplace_back(S.Layout, Bytes);
  Slot.Address = Address;
  Table.Bilinear.resize(Table.Textures.size());
  texture::BilinearImage &Fast =
      Table.Bilinear[size_t(&Slot - Table.Textures.data())];
  Fast = {};
  if (!Table.HasOwnSamplers && Slot.isAligned() && mayGiveFloats(Slot))
    Fast = texture::bilinearImage(*Slot.Image, Slot.How);
  return Error::success();
}

void ImageBindings::bindSampler(const ImageSpec &S) {
  sm::BoundSampler &Slot = slot(Table.Samplers, S.Name);
  texture::Sampler &How = Samplers.emplace_back(S.How);
  Slot.FollowsTexture = !S.SaysCoordinates;
  How.IsNormalized |= Slot.FollowsTexture;
  Slot.How = &How;
}

Error ImageBindings::bind(const ImageSpec &S, abi::Address Address,
                          MutableArrayRef<uint8_t> Bytes) {
  const abi::Chip *Chip = abi::findChip(Module.ComputeCapability);
  if (!isNamed(S.Kind, S.Name) && !(Chip && Chip->has(abi::Feature::Images)))
    return createStringError("the module has no " + imageKindName(S.Kind) +
                             " '" + S.Name + "'; it has " + known(S.Kind));
  switch (S.Kind) {
  case ImageKind::Texture:
    return bindTexture(S, Address, Bytes);
  case ImageKind::Sampler:
    bindSampler(S);
    break;
  case ImageKind::Surface: {
    sm::BoundSurface &Slot = slot(Table.Surfaces, S.Name);
    Slot.Image = &Images.emplace_back(S.Layout, Bytes);
    Slot.Address = Address;
    break;
  }
  }
  return Error::success();
}

Expected<uint64_t> ImageBindings::handleOf(ImageKind Kind,
                                           StringRef Name) const {
  const abi::Chip *Chip = abi::findChip(Module.ComputeCapability);
  if (Chip && !Chip->has(abi::Feature::Images))
    return createStringError(imageKindName(Kind) + " '" + Name +
                             "' has no handle: " + Chip->Name +
                             " names images by slots");
  auto In = [&](const auto &Slots) -> Expected<uint64_t> {
    for (const auto &[N, Slot] : enumerate(Slots))
      if (Slot.Name == Name)
        return abi::imageHandle(Kind, uint32_t(N));
    return createStringError("no " + imageKindName(Kind) + " is called '" +
                             Name + "'");
  };
  switch (Kind) {
  case ImageKind::Texture:
    return In(Table.Textures);
  case ImageKind::Sampler:
    return In(Table.Samplers);
  case ImageKind::Surface:
    return In(Table.Surfaces);
  }
  llvm_unreachable("covered switch");
}

} // namespace heddle::runtime
