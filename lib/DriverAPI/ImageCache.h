//===- ImageCache.h - What PTX was compiled before --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs load the same module again and again. The cache keeps the images
/// that were used last, and finds them by the whole text of their inputs.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_IMAGECACHE_H
#define HEDDLE_DRIVERAPI_IMAGECACHE_H

#include "Image.h"
#include "llvm/ADT/ArrayRef.h"
#include <list>

namespace heddle::driver {

class ImageCache {
public:
  /// The options that an image depends on beside its inputs.
  struct Key {
    unsigned MaxRegisters, Level;
    bool Lines;
    /// Whether all kernels have code.
    bool IsWhole;
    bool operator==(const Key &) const = default;
  };

  /// The cache of the process. Callers hold the driver's lock.
  static ImageCache &get();

  /// Returns the image made of \p Inputs; null if it is not in the cache.
  std::shared_ptr<const Image> find(llvm::ArrayRef<CodeInput> Inputs,
                                    const Key &K);
  void add(const Key &K, std::shared_ptr<const Image> Made);

private:
  static constexpr size_t MaxEntries = 64;
  /// Of all inputs together. An image whose kernels are compiled late keeps
  /// trees that are larger than its text.
  static constexpr size_t MaxBytes = size_t(64) << 20;

  struct Entry {
    std::shared_ptr<const Image> Made;
    Key Options;
    size_t Bytes;
  };
  /// The most recently used entry is the first.
  std::list<Entry> Entries;
  size_t Bytes = 0;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_IMAGECACHE_H
