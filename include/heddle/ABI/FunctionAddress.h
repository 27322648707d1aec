//===- FunctionAddress.h - Pointers to functions ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_FUNCTIONADDRESS_H
#define HEDDLE_ABI_FUNCTIONADDRESS_H

#include <cstdint>

namespace heddle::abi {

/// The value of a pointer to function \p Number of a module: below all buffers
/// and above the null page, so that no access through it goes unseen.
constexpr uint64_t functionAddress(uint64_t Number) {
  return 0x1000 + 8 * Number;
}

} // namespace heddle::abi

#endif // HEDDLE_ABI_FUNCTIONADDRESS_H
