//===- ImageList.h - Textures that an object names --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_IMAGELIST_H
#define HEDDLE_OBJECT_IMAGELIST_H

#include "heddle/ABI/ImageReference.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace heddle::object {

/// The bytes of .heddle.images.
llvm::SmallVector<char, 0>
encodeImages(llvm::ArrayRef<abi::ImageReference> Images);

/// Reads what encodeImages wrote. Fails on truncated or foreign bytes.
llvm::Expected<std::vector<abi::ImageReference>>
decodeImages(llvm::ArrayRef<uint8_t> Bytes);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_IMAGELIST_H
