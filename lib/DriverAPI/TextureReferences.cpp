//===- TextureReferences.cpp - Textures that modules name -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextureReferences.h"
#include "Driver.h"
#include <cassert>

using namespace llvm;

namespace heddle::driver {

/// The resource of \p R with the format that the reference has.
static CUDA_RESOURCE_DESC resourceOf(const TextureReference &R) {
  CUDA_RESOURCE_DESC Resource = *R.Bound;
  if (Resource.resType == CU_RESOURCE_TYPE_LINEAR) {
    Resource.res.linear.format = R.Format;
    Resource.res.linear.numChannels = R.Channels;
  } else if (Resource.resType == CU_RESOURCE_TYPE_PITCH2D) {
    Resource.res.pitch2D.format = R.Format;
    Resource.res.pitch2D.numChannels = R.Channels;
  }
  return Resource;
}

std::vector<std::unique_ptr<texture::Texture>>
bindReferences(const Module &M, sm::ImageTable &Table) {
  std::vector<std::unique_ptr<texture::Texture>> Images;
  for (const std::shared_ptr<TextureReference> &R :
       Driver::get().References.all()) {
    if (R->Owner != &M || !R->Bound)
      continue;
    assert(R->Slot < Table.Textures.size() && "a slot that the module lacks");
    sm::BoundTexture &Slot = Table.Textures[R->Slot];
    ReadImage Image;
    if (resolveResource(resourceOf(*R), nullptr, Image) != CUDA_SUCCESS ||
        resolveSampler(R->How, Image) != CUDA_SUCCESS) {
      // A kernel that does not fetch from it may run.
      Slot.Name += ", whose memory is gone or does not fit its settings,";
      continue;
    }
    Images.push_back(std::make_unique<texture::Texture>(
        Image.Layout,
        MutableArrayRef(reinterpret_cast<uint8_t *>(Image.Address),
                        size_t(Image.Layout.bytes()))));
    Slot.Image = Images.back().get();
    Slot.Address = abi::Address(Image.Address);
    Slot.How = Image.How;
    if (Table.Bilinear.size() < Table.Textures.size())
      Table.Bilinear.resize(Table.Textures.size());
    if (Slot.isAligned())
      Table.Bilinear[R->Slot] = texture::bilinearImage(*Slot.Image, Slot.How);
  }
  return Images;
}

} // namespace heddle::driver
