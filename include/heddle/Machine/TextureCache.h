//===- TextureCache.h - The cache of a texture unit -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_TEXTURECACHE_H
#define HEDDLE_MACHINE_TEXTURECACHE_H

#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace heddle::sm {

/// docs/textures.md says where the numbers come from.
struct TextureCacheShape {
  uint32_t Bytes = 8192;
  uint32_t LineBytes = 32;
  /// Lines of a set.
  uint32_t Ways = 32;

  /// How many SMs share one.
  static constexpr unsigned SMs = 2;

  uint32_t sets() const { return Bytes / LineBytes / Ways; }
  /// An error if the shape is invalid.
  llvm::Error verify() const;
};

/// Knows which lines of memory are in a cache: in each set those that were
/// asked for last.
class TextureCache {
public:
  /// Creates an empty cache of a shape that is verified.
  explicit TextureCache(const TextureCacheShape &Shape);

  /// Asks for line \p Number, which is an address divided by the size of lines.
  /// Returns whether it was there; it is from then on.
  bool ask(uint64_t Number);

private:
  unsigned Ways, Sets;
  /// Set by set, from the line that was asked for last.
  std::vector<uint64_t> Lines;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_TEXTURECACHE_H
