//===- LZ4.h - Blocks of LZ4 ------------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FATBINARY_LZ4_H
#define HEDDLE_LIB_FATBINARY_LZ4_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace heddle::fatbinary {

/// Unpacks \p Block, which becomes all of \p To. Returns false where it is
/// damaged or has another size.
bool unpackLZ4(llvm::StringRef Block, llvm::MutableArrayRef<char> To);

} // namespace heddle::fatbinary

#endif // HEDDLE_LIB_FATBINARY_LZ4_H
