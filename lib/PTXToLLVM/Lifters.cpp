//===- Lifters.cpp - The function that lifts a mnemonic -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lifters.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using namespace ptx;
using enum GuardStyle;

// A row declares the function that it names.
#define HEDDLE_LIFTER(NAME)                                                    \
  [] {                                                                         \
    LiftFunction NAME;                                                         \
    return &NAME;                                                              \
  }()
#define GET_LifterTable_IMPL
#include "heddle/PTXParser/PTXTables.inc"
#undef HEDDLE_LIFTER

const Lifter *lifterOf(Opcode Op) {
  const Lifter *Found = llvm::find_if(
      LifterTable, [Op](const Lifter &Row) { return Row.Op == Op; });
  return Found == std::end(LifterTable) ? nullptr : Found;
}

} // namespace heddle
