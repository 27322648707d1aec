//===- Image.h - Textures and surfaces that hosts bind ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the description of an image to what a launch finds in a slot or behind
/// a handle. docs/textures.md has the fields and the text form.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_IMAGE_H
#define HEDDLE_RUNTIME_IMAGE_H

#include "heddle/Machine/ImageTable.h"
#include "heddle/Object/Module.h"
#include <deque>

namespace heddle::runtime {

/// A texture with its sampler, a sampler alone, or a surface.
struct ImageSpec {
  abi::ImageKind Kind = abi::ImageKind::Texture;
  std::string Name;
  /// The layout of a texture or a surface; samplers have none.
  texture::TextureLayout Layout;
  /// The sampler of a texture or a sampler; surfaces have none.
  texture::Sampler How;
  /// Whether it says if coordinates are normalized. If not, a sampler leaves
  /// that to the texture, and a texture to the module.
  bool SaysCoordinates = false;
};

/// "texture", "sampler" or "surface".
llvm::StringRef imageKindName(abi::ImageKind Kind);

/// Fills in sizes: those of dimensions that the shape lacks may be 0; the
/// height of a cube is its width. Then fails if \p S is invalid.
llvm::Error completeImage(ImageSpec &S);

/// Reads "KIND,FORMAT,SIZE,OPTION...", as in "2d,u8x4,64x48,linear,wrap".
llvm::Expected<ImageSpec>
parseImageSpec(abi::ImageKind Kind, llvm::StringRef Name, llvm::StringRef Text);

/// Gives the sampler of \p S the border colour \p Words: as many numbers as its
/// texels have channels, behind which there are zeros, or four.
llvm::Error setBorder(ImageSpec &S, llvm::ArrayRef<uint32_t> Words);

/// Reads one word of a border from \p Text.
llvm::Expected<uint32_t> parseBorder(const texture::TextureFormat &Format,
                                     llvm::StringRef Text);

/// The images that one launch of a module has bound.
class ImageBindings {
public:
  /// Binds nothing but the samplers that the module itself describes.
  explicit ImageBindings(const object::Module &M);

  /// Binds the image in \p Bytes at \p Address, as many as its layout has,
  /// which stay the caller's, to the module's reference with its name, or, if
  /// there is none, to a handle alone. Samplers have no bytes. Fails where no
  /// code can reach it.
  llvm::Error bind(const ImageSpec &S, abi::Address Address,
                   llvm::MutableArrayRef<uint8_t> Bytes);

  /// The handle of an image that was bound or is the module's. Fails where the
  /// chip has no handles.
  llvm::Expected<uint64_t> handleOf(abi::ImageKind Kind,
                                    llvm::StringRef Name) const;
  /// Whether the module has a reference of the name.
  bool isNamed(abi::ImageKind Kind, llvm::StringRef Name) const;
  /// The names of its references, as text; "none".
  std::string known(abi::ImageKind Kind) const;

  const sm::ImageTable &table() const { return Table; }

private:
  template <class SlotT>
  SlotT &slot(std::vector<SlotT> &Slots, llvm::StringRef Name);
  llvm::Error bindTexture(const ImageSpec &S, abi::Address Address,
                          llvm::MutableArrayRef<uint8_t> Bytes);
  void bindSampler(const ImageSpec &S);
  /// Whether the module says that coordinates of a texture are normalized.
  bool isNormalizedByModule(llvm::StringRef Texture) const;

  const object::Module &Module;
  std::deque<texture::Texture> Images;
  std::deque<texture::Sampler> Samplers;
  sm::ImageTable Table;
};

} // namespace heddle::runtime

#endif // HEDDLE_RUNTIME_IMAGE_H
