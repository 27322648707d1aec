//===- Layout.h - What lies where in s[] ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DECOMPILE_LAYOUT_H
#define HEDDLE_LIB_DECOMPILE_LAYOUT_H

#include "heddle/Machine/Program.h"
#include <cstdint>
#include <vector>

namespace heddle::decompile {

/// The parameters of a kernel, and its shared variables as one.
struct Layout {
  std::vector<object::KernelParam> Params;
  /// The file says nothing of parameters: these are the words that the code
  /// reads in front of all that it writes.
  bool IsInferred = false;
  /// Addresses in s[]. Without static variables the start is that of the
  /// dynamic ones.
  uint32_t SharedStart = 0, SharedEnd = 0;

  /// The parameter with the \p Size bytes at \p Address; null: there is none.
  const object::KernelParam *paramAt(uint32_t Address, uint32_t Size) const;
};

Layout layoutOf(const sm::Program &P);

/// The parts of c0[], in order, which cover all of it; those that have no name
/// in the file get one.
std::vector<object::ConstantSymbol> constantsOf(const object::Module &M);

} // namespace heddle::decompile

#endif // HEDDLE_LIB_DECOMPILE_LAYOUT_H
