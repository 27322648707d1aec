//===- TextureObjects.cpp - Texture and surface objects -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextureObjects.h"
#include <algorithm>

using namespace llvm;

namespace heddle::driver {

using abi::ImageKind;

/// So many slots stay unused before one is used again.
static constexpr size_t KeptFree = 1024;

sm::ImageTable &TextureObjects::change() {
  if (Table.use_count() > 1)
    Table = std::make_shared<sm::ImageTable>(*Table);
  return *Table;
}

uint32_t TextureObjects::takeSlot(std::deque<uint32_t> &Free, size_t &Slots) {
  if (Free.size() <= KeptFree)
    return uint32_t(Slots++);
  const uint32_t Slot = Free.front();
  Free.pop_front();
  return Slot;
}

static std::unique_ptr<texture::Texture> imageAt(const ReadImage &Image) {
  return std::make_unique<texture::Texture>(
      Image.Layout, MutableArrayRef(reinterpret_cast<uint8_t *>(Image.Address),
                                    size_t(Image.Layout.bytes())));
}

CUtexObject TextureObjects::add(TextureObject Object, const ReadImage &Image) {
  size_t Slots = std::max<size_t>(change().Textures.size(), FirstSlot);
  const uint32_t Slot = takeSlot(FreeTextures, Slots);
  change().Textures.resize(Slots);
  change().Bilinear.resize(Slots);
  Object.Image = imageAt(Image);
  sm::BoundTexture &Bound = change().Textures[Slot];
  Bound.Name = "texture object #" + std::to_string(++NextId);
  Bound.Image = Object.Image.get();
  Bound.Address = abi::Address(Image.Address);
  Bound.How = Image.How;
  change().Bilinear[Slot] = {};
  if (Bound.isAligned())
    change().Bilinear[Slot] = texture::bilinearImage(*Bound.Image, Bound.How);
  Textures[Slot] = std::move(Object);
  return abi::imageHandle(ImageKind::Texture, Slot);
}

CUsurfObject TextureObjects::add(SurfaceObject Object, const ReadImage &Image) {
  size_t Slots = std::max<size_t>(change().Surfaces.size(), FirstSlot);
  const uint32_t Slot = takeSlot(FreeSurfaces, Slots);
  change().Surfaces.resize(Slots);
  Object.Image = imageAt(Image);
  sm::BoundSurface &Bound = change().Surfaces[Slot];
  Bound.Name = "surface object #" + std::to_string(++NextId);
  Bound.Image = Object.Image.get();
  Bound.Address = abi::Address(Image.Address);
  Surfaces[Slot] = std::move(Object);
  return abi::imageHandle(ImageKind::Surface, Slot);
}

/// The slot that \p Handle names; one that nobody has if it names none.
static uint32_t slotOf(ImageKind Kind, uint64_t Handle) {
  const auto Slot = uint32_t(Handle);
  return Handle == abi::imageHandle(Kind, Slot) ? Slot : 0;
}

const TextureObject *TextureObjects::findTexture(CUtexObject Handle) const {
  auto Found = Textures.find(slotOf(ImageKind::Texture, Handle));
  return Found == Textures.end() ? nullptr : &Found->second;
}

const SurfaceObject *TextureObjects::findSurface(CUsurfObject Handle) const {
  auto Found = Surfaces.find(slotOf(ImageKind::Surface, Handle));
  return Found == Surfaces.end() ? nullptr : &Found->second;
}

static void unbind(sm::BoundImage &Bound, StringRef Why) {
  if (Bound.Image)
    Bound.Name += Why;
  Bound.Image = nullptr;
}

static constexpr StringLiteral Destroyed = ", which was destroyed";
static constexpr StringLiteral WithoutMemory = ", whose memory was freed";

bool TextureObjects::removeTexture(CUtexObject Handle) {
  const uint32_t Slot = slotOf(ImageKind::Texture, Handle);
  if (!Textures.erase(Slot))
    return false;
  unbind(change().Textures[Slot], Destroyed);
  change().Bilinear[Slot] = {};
  FreeTextures.push_back(Slot);
  return true;
}

bool TextureObjects::removeSurface(CUsurfObject Handle) {
  const uint32_t Slot = slotOf(ImageKind::Surface, Handle);
  if (!Surfaces.erase(Slot))
    return false;
  unbind(change().Surfaces[Slot], Destroyed);
  FreeSurfaces.push_back(Slot);
  return true;
}

void TextureObjects::removeAllOf(const Context &Owner) {
  std::vector<uint64_t> Gone;
  for (const auto &[Slot, Object] : Textures)
    if (Object.Owner == &Owner)
      Gone.push_back(abi::imageHandle(ImageKind::Texture, Slot));
  for (uint64_t Handle : Gone)
    removeTexture(Handle);
  Gone.clear();
  for (const auto &[Slot, Object] : Surfaces)
    if (Object.Owner == &Owner)
      Gone.push_back(abi::imageHandle(ImageKind::Surface, Slot));
  for (uint64_t Handle : Gone)
    removeSurface(Handle);
}

void TextureObjects::forget(uint64_t Address, uint64_t Bytes) {
  auto IsIn = [&](const sm::BoundImage &B) {
    return B.Image && B.Address.value() < Address + Bytes &&
           Address < B.Address.value() + B.Image->bytes().size();
  };
  for (const auto &Entry : Textures)
    if (sm::BoundTexture &B = change().Textures[Entry.first]; IsIn(B)) {
      unbind(B, WithoutMemory);
      change().Bilinear[Entry.first] = {};
    }
  for (const auto &Entry : Surfaces)
    if (sm::BoundSurface &B = change().Surfaces[Entry.first]; IsIn(B))
      unbind(B, WithoutMemory);
}

} // namespace heddle::driver
