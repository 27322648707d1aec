//===- Types.h - PTX scalar types and state spaces --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The fundamental types of PTX and the spaces in which variables live.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_TYPES_H
#define HEDDLE_PTXPARSER_TYPES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace heddle::ptx {

/// A type as an instruction or a declaration spells it: the records of
/// PTXTypes.td. An operand without a type (a label, a list) has None.
enum class ScalarType : uint8_t {
  None,
#include "heddle/PTXParser/PTXScalarTypes.inc"
};

/// Bits of a value of \p Type; 1 for Pred, 0 for None, 64 for opaque kinds.
unsigned bitWidth(ScalarType Type);
/// Bytes that a variable of \p Type occupies for each element.
unsigned storeSize(ScalarType Type);
/// "u32": the spelling without the dot.
llvm::StringRef typeName(ScalarType Type);

bool isSigned(ScalarType Type);
bool isUnsigned(ScalarType Type);
/// .bN: a bit pattern that goes with any type of its size.
bool isBits(ScalarType Type);
/// Any floating type, packed pairs included.
bool isFloat(ScalarType Type);
/// .uN or .sN.
inline bool isInteger(ScalarType Type) {
  return isSigned(Type) || isUnsigned(Type);
}

/// .texref, .samplerref or .surfref: a handle, never computed with.
bool isOpaque(ScalarType Type);
/// Whether a register or a variable may have it; some are of instructions only.
bool isDeclarable(ScalarType Type);

/// The state space of a variable: the records of PTXTypes.td. A generic address
/// has no space of its own and may point into any of them.
enum class StateSpace : uint8_t {
  Generic,
#include "heddle/PTXParser/PTXStateSpaces.inc"
};

/// "shared": the spelling without the dot; "generic" for Generic.
llvm::StringRef spaceName(StateSpace Space);

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_TYPES_H
