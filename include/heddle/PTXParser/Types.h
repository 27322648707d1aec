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

/// A type as an instruction or a declaration spells it. None is what an
/// operand without a type has (a label, a list).
enum class ScalarType : uint8_t {
  None,
  Pred,
  B1,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F32,
  F64,
  BF16,
  TF32,
  F16x2,
  BF16x2,
  U16x2,
  S16x2,
  E4M3,
  E5M2,
  E4M3x2,
  E5M2x2,
  E2M1x2,
  E2M3x2,
  E3M2x2,
  UE8M0x2,
  E2M1x4,
  E4M3x4,
  E5M2x4,
  E2M3x4,
  E3M2x4,
  F32x2,
  /// Opaque kinds of PTX < 2 textures; never computed with.
  TexRef,
  SamplerRef,
  SurfRef,
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

/// .texref, .samplerref or .surfref.
inline bool isOpaque(ScalarType Type) {
  return Type == ScalarType::TexRef || Type == ScalarType::SamplerRef ||
         Type == ScalarType::SurfRef;
}

enum class StateSpace : uint8_t {
  /// No space written: an address that may point into any of them.
  Generic,
  Reg,
  Const,
  Global,
  Local,
  Param,
  Shared,
  Tex,
};

/// "shared": the spelling without the dot; "generic" for Generic.
llvm::StringRef spaceName(StateSpace Space);

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_TYPES_H
