//===- TextureCache.cpp - The cache of a texture unit ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/TextureCache.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

namespace heddle::sm {

using llvm::createStringError;
using llvm::Twine;

llvm::Error TextureCacheShape::verify() const {
  // The largest texel, which is where its size says, has one line.
  constexpr uint32_t LargestTexel = 16;
  if (!llvm::isPowerOf2_32(LineBytes) || LineBytes < LargestTexel)
    return createStringError("the lines of a cache have a power of two of "
                             "bytes, at least " +
                             Twine(LargestTexel) + ", not " + Twine(LineBytes));
  if (Ways == 0 || Bytes == 0 || Bytes % (uint64_t(LineBytes) * Ways))
    return createStringError("a cache of " + Twine(Bytes) +
                             " bytes has no sets of " + Twine(Ways) +
                             " lines of " + Twine(LineBytes) + " bytes");
  return llvm::Error::success();
}

/// No address, divided by a line's size, is that.
static constexpr uint64_t NoLine = ~uint64_t(0);

TextureCache::TextureCache(const TextureCacheShape &Shape)
    : Ways(Shape.Ways), Sets(Shape.sets()), Lines(size_t(Ways) * Sets, NoLine) {
}

bool TextureCache::ask(uint64_t Number) {
  assert(Number != NoLine && "no line of memory");
  const auto First = Lines.begin() + ptrdiff_t(Number % Sets * Ways);
  const auto End = First + ptrdiff_t(Ways);
  const auto Found = std::find(First, End, Number);
  const bool IsThere = Found != End;
  // Lines in front of it become older; on a miss the oldest goes.
  const auto Place = IsThere ? Found : End - 1;
  std::copy_backward(First, Place, Place + 1);
  *First = Number;
  return IsThere;
}

} // namespace heddle::sm
