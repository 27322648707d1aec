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
#include <list>

namespace heddle::driver {

class ImageCache {
public:
  /// All that decides what is compiled, and what its messages say.
  struct Key {
    llvm::StringRef Text, Name;
    unsigned MaxRegisters, Level;
    bool Lines;
  };

  /// The process's; for whoever holds the driver's lock.
  static ImageCache &get();

  /// Null: it is not there.
  std::shared_ptr<const Image> find(const Key &K);
  void add(const Key &K, std::shared_ptr<const Image> Made);

private:
  static constexpr size_t MaxEntries = 64;

  struct Entry {
    /// Image::PTX is the text.
    std::shared_ptr<const Image> Made;
    std::string Name;
    unsigned MaxRegisters, Level;
    bool Lines;
  };
  /// The last used first.
  std::list<Entry> Entries;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_IMAGECACHE_H
