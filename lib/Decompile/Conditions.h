//===- Conditions.h - Which conditions of $c are looked at ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A $c register holds four flags, of which instructions test one of 32
/// combinations. PTX has predicates: one for each register and each combination
/// that something behind an instruction tests.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DECOMPILE_CONDITIONS_H
#define HEDDLE_LIB_DECOMPILE_CONDITIONS_H

#include "Flow.h"
#include <bitset>
#include <cassert>

namespace heddle::decompile {

/// Codes of conditions; 1 to 14 are the sets of less, equal, greater and
/// unordered.
enum ConditionCode : uint8_t {
  CodeNever = 0,
  CodeZero = 0x0a,
  CodeAlways = 0x0f,
  CodeOverflow = 0x10,
  CodeCarry = 0x11,
  CodeAbove = 0x12,
  CodeSign = 0x13,
  CodeNotSign = 0x1c,
  CodeNotAbove = 0x1d,
  CodeNotCarry = 0x1e,
  CodeNotOverflow = 0x1f,
};

inline constexpr unsigned ConditionCodes = 32, ConditionRegisters = 4;
using ConditionSet = std::bitset<ConditionCodes * ConditionRegisters>;

class Conditions {
public:
  Conditions(const sm::Program &P, const Flow &F);

  /// Whether something behind \p Node tests \p Code of \p Register.
  bool isTested(uint32_t Node, unsigned Register, unsigned Code) const {
    assert(Register < ConditionRegisters && Code < ConditionCodes &&
           "there is no such condition");
    return Behind[Node].test(Register * ConditionCodes + Code);
  }
  bool isTested(uint32_t Node, unsigned Register) const;

private:
  std::vector<ConditionSet> Behind;
};

/// Whether \p I writes the flags of its CCDst.
bool writesFlags(const sm::DecodedInst &I);

/// The conditions that \p I tests.
ConditionSet testedBy(const sm::DecodedInst &I);

/// Whether \p Code holds of flags.
bool holdsFor(unsigned Code, bool Z, bool S, bool C, bool O);

/// Whether \p Code tells an overflow apart where there is no carry.
bool looksAtOverflow(unsigned Code);

/// The flags behind a `ld lock` that has locked its word: S alone.
inline bool holdsWhenLocked(unsigned Code) {
  return holdsFor(Code, false, true, false, false);
}

} // namespace heddle::decompile

#endif // HEDDLE_LIB_DECOMPILE_CONDITIONS_H
