//===- TryObject.h - An object, hostile or not, read and run ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_TRYOBJECT_H
#define HEDDLE_FUZZ_TRYOBJECT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace heddle::fuzz {

/// How far objects came.
struct Outcomes {
  /// The reader found the object damaged.
  uint64_t Refused = 0;
  /// A loader or a launch did not take it.
  uint64_t NotLaunched = 0;
  /// Kernels that ran until they faulted, and those that ended well.
  uint64_t Faulted = 0;
  uint64_t Finished = 0;
};

/// Reads \p Bytes as an object, lists its code and launches each kernel with
/// buffers for its pointers, for at most \p MaxInstructions warp-instructions.
/// Nothing in the object is trusted, so this must come back.
void tryObject(llvm::StringRef Bytes, uint64_t MaxInstructions,
               Outcomes &Result);

} // namespace heddle::fuzz

#endif // HEDDLE_FUZZ_TRYOBJECT_H
