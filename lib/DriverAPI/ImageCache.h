//===- ImageCache.h - What PTX was compiled before --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs load the same module again and again. The last few stay here, found
/// by all of their text.
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
  /// What decides what inputs become, beside themselves.
  struct Key {
    unsigned MaxRegisters, Level;
    bool Lines;
    bool operator==(const Key &) const = default;
  };

  /// The process's; for whoever holds the driver's lock.
  static ImageCache &get();

  /// What was made of \p Inputs; null: it is not there.
  std::shared_ptr<const Image> find(llvm::ArrayRef<CodeInput> Inputs,
                                    const Key &K);
  void add(const Key &K, std::shared_ptr<const Image> Made);

private:
  static constexpr size_t MaxEntries = 64;

  struct Entry {
    std::shared_ptr<const Image> Made;
    Key Options;
  };
  /// The last used first.
  std::list<Entry> Entries;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_IMAGECACHE_H
