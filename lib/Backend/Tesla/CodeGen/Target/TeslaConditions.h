//===- TeslaConditions.h - Condition codes of set and bra -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's comparison codes as masks of `set`, and the chip's codes for testing
/// $c.
///
/// Source: tesla-isa.md section 3.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLACONDITIONS_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLACONDITIONS_H

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/CodeGen/ISDOpcodes.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::tesla {

/// Codes that this code generator tests $c with: set's true, carry, no carry.
inline constexpr unsigned CondLG = 0x05;
inline constexpr unsigned CondC = 0x11;
inline constexpr unsigned CondNC = 0x1e;

/// The expression of a debug value for a predicate that is the result of a
/// `set` in a $c: it holds where that is not zero. Without it, a $c, or a word
/// that one was saved in, says nothing.
inline constexpr uint64_t ConditionExpression[] = {llvm::dwarf::DW_OP_lit0,
                                                   llvm::dwarf::DW_OP_ne};

/// The code that holds exactly when \p Code does not.
inline constexpr unsigned invertCondition(unsigned Code) {
  return Code < 0x10 ? 0x0f - Code : 0x2f - Code;
}

/// The condition of a float `set` for \p Code: bit 0 less, bit 1 equal, bit 2
/// greater, bit 3 unordered. Where LLVM does not care about NaN, neither bit is
/// wrong.
inline unsigned floatSetCondition(llvm::ISD::CondCode Code) {
  using namespace llvm::ISD;
  constexpr unsigned L = 1, E = 2, G = 4, U = 8;
  switch (Code) {
  case SETFALSE:
  case SETFALSE2:
    return 0;
  case SETTRUE:
  case SETTRUE2:
    return L | E | G | U;
  case SETOEQ:
  case SETEQ:
    return E;
  case SETOGT:
  case SETGT:
    return G;
  case SETOGE:
  case SETGE:
    return G | E;
  case SETOLT:
  case SETLT:
    return L;
  case SETOLE:
  case SETLE:
    return L | E;
  case SETONE:
    return L | G;
  case SETNE:
    return L | G;
  case SETO:
    return L | E | G;
  case SETUO:
    return U;
  case SETUEQ:
    return U | E;
  case SETUGT:
    return U | G;
  case SETUGE:
    return U | G | E;
  case SETULT:
    return U | L;
  case SETULE:
    return U | L | E;
  case SETUNE:
    return U | L | G;
  case SETCC_INVALID:
    break;
  }
  llvm_unreachable("not a comparison");
}

/// The condition of an integer `set`, which has no fourth bit. The signedness
/// is the instruction's.
inline unsigned intSetCondition(llvm::ISD::CondCode Code) {
  return floatSetCondition(Code) & 7;
}

} // namespace heddle::tesla

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLACONDITIONS_H
