//===- BilinearImage.cpp - An image that is filtered fast -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Texture/BilinearImage.h"
#include "heddle/Texture/Sampler.h"
#include "heddle/Texture/Texture.h"
#include <limits>

namespace heddle::texture {

static BilinearAxis axisOf(uint32_t Size, AddressMode Mode, bool IsNormalized) {
  BilinearAxis A = {int32_t(Size), IsNormalized ? float(Size) * 256 : 256,
                    BilinearAxis::Nowhere};
  if (Mode == AddressMode::Clamp ||
      (!IsNormalized && Mode != AddressMode::Border))
    A.Outside = BilinearAxis::Clamp;
  else if (Mode == AddressMode::Wrap)
    A.Outside = BilinearAxis::Wrap;
  return A;
}

BilinearImage bilinearImage(const Texture &T, const Sampler &S) {
  const TextureLayout &L = T.layout();
  const bool IsMirrored =
      S.IsNormalized && (S.Address[0] == AddressMode::Mirror ||
                         S.Address[1] == AddressMode::Mirror);
  if (L.Kind != Shape::TwoD || L.Layers || L.Format.Channels != 1 ||
      L.Format.Type != ChannelType::F32 || S.Texels != Filter::Linear ||
      IsMirrored || L.bytes() > std::numeric_limits<int32_t>::max())
    return {};
  return {T.bytes().data(), uint32_t(L.rowBytes(0)),
          axisOf(L.Width, S.Address[0], S.IsNormalized),
          axisOf(L.Height, S.Address[1], S.IsNormalized),
          int32_t(L.Width) - 32};
}

} // namespace heddle::texture
