//===- TeslaNames.h - Names of codes in microinstruction text ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Words that stand for a code: the printer looks up by code, the assembler by
/// word.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLANAMES_H
#define HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLANAMES_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace heddle::tesla {

enum class NameTable {
  /// Condition codes 0..31; the undefined ones have no name.
  Condition,
  /// rn rm rp rz.
  Rounding,
  /// rni rmi rpi rzi.
  RoundingInt,
  /// $physid, $clock …; all 16 codes.
  SpecialRegister,
  /// The operation of a lane of quadop.
  QuadOp,
  /// The lane whose value a lane of quadop reads.
  LaneSelect,
  /// Size modes of s[] operands.
  SizeMode,
};

/// The name of \p Code, empty if it has none.
llvm::StringRef nameOf(NameTable Table, unsigned Code);

/// The code of \p Name.
std::optional<unsigned> codeOf(NameTable Table, llvm::StringRef Name);

/// A space with far addresses, by the letter of its operand class: "gen".
inline llvm::StringRef farSpaceName(char Letter) {
  switch (Letter) {
  case 'g':
    return "g";
  case 'a':
    return "gen";
  case 's':
    return "s";
  case 'l':
    return "l";
  default:
    return "c0";
  }
}

} // namespace heddle::tesla

#endif // HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLANAMES_H
