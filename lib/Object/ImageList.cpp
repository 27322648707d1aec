//===- ImageList.cpp - Textures that an object names ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/ImageList.h"
#include "Encoding.h"

using namespace llvm;

namespace heddle::object {

/// "HIM" and the version of the encoding.
static constexpr uint32_t ImagesMagic = 'H' | 'I' << 8 | 'M' << 16 | 1 << 24;

SmallVector<char, 0> encodeImages(ArrayRef<abi::ImageReference> Images) {
  SmallVector<char, 0> Bytes;
  Writer W(Bytes);
  W.u32(ImagesMagic);
  W.u32(Images.size());
  for (const abi::ImageReference &I : Images) {
    W.u32(uint32_t(I.Kind));
    W.string(I.Name);
    W.u32(I.Settings.size());
    for (const std::string &Setting : I.Settings)
      W.string(Setting);
  }
  return Bytes;
}

Expected<std::vector<abi::ImageReference>>
decodeImages(ArrayRef<uint8_t> Bytes) {
  Reader R(Bytes);
  if (R.u32() != ImagesMagic)
    R.fail("the images do not start with the magic number of this version");
  std::vector<abi::ImageReference> Images(R.count(12));
  for (abi::ImageReference &I : Images) {
    uint32_t Kind = R.u32();
    R.check(Kind <= uint32_t(abi::ImageKind::Surface),
            "images: there is no such kind");
    I.Kind = abi::ImageKind(Kind);
    I.Name = R.string();
    I.Settings.resize(R.count(4));
    for (std::string &Setting : I.Settings)
      Setting = R.string();
  }
  if (!R.failed())
    R.check(R.rest() == 0, "the images have bytes after their end");
  if (R.failed())
    return R.takeError();
  return Images;
}

} // namespace heddle::object
