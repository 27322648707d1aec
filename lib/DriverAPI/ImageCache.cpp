//===- ImageCache.cpp - What PTX was compiled before ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageCache.h"
#include <cassert>

namespace heddle::driver {

ImageCache &ImageCache::get() {
  static ImageCache *TheCache = new ImageCache;
  return *TheCache;
}

std::shared_ptr<const Image> ImageCache::find(llvm::ArrayRef<CodeInput> Inputs,
                                              const Key &K) {
  for (auto I = Entries.begin(); I != Entries.end(); ++I)
    if (I->Options == K && Inputs == llvm::ArrayRef(I->Made->Inputs)) {
      Entries.splice(Entries.begin(), Entries, I);
      return I->Made;
    }
  return nullptr;
}

void ImageCache::add(const Key &K, std::shared_ptr<const Image> Made) {
  assert(Made && "what could not be made is not kept");
  size_t Added = 0;
  for (const CodeInput &Input : Made->Inputs)
    Added += Input.Bytes.size();
  Entries.push_front({std::move(Made), K, Added});
  Bytes += Added;
  while (Entries.size() > MaxEntries || Bytes > MaxBytes) {
    Bytes -= Entries.back().Bytes;
    Entries.pop_back();
  }
}

} // namespace heddle::driver
