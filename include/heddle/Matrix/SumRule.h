//===- SumRule.h - How each chip adds products ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of SumRules.def, and the lookup of the rule of an instruction.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_SUMRULE_H
#define HEDDLE_MATRIX_SUMRULE_H

#include "heddle/Matrix/ElementType.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle::matrix {

/// Instructions whose sums may differ on one chip.
enum MatrixUnit : uint8_t {
  /// mma.sync and mma.sp, except Quad.
  Mma = 1,
  Wmma = 2,
  /// mma.m8n8k4 of f16.
  Quad = 4,
  Wgmma = 8,
  Tcgen05 = 16,
};

/// The class of the elements of A and B, given by the wider one.
enum class InputClass : uint8_t {
  F16,
  BF16,
  TF32,
  /// e4m3 and e5m2.
  F8,
  /// At least one of the two types has fewer bits than that.
  F6F4,
  /// F8 and F6F4 with scale factors: kind::mxf8f6f4.
  MXF8,
  /// e2m1 with scale factors: kind::mxf4 and kind::mxf4nvf4.
  MXF4,
  F64,
  I8,
  I4,
  B1,
};

enum class SumMethod : uint8_t {
  /// Blocks of products and the accumulator are each one fused sum.
  Fused,
  /// Elements are converted to f16; two fused sums from zero are then added.
  ThroughF16,
  /// Products are added in order, rounded to f32 each; the accumulator is added
  /// last.
  FmaChain,
  /// Products are added to the accumulator in order, rounded to f64 each.
  DoubleChain,
  /// A fused sum with scale factors in the exponents.
  Scaled,
  /// The terms of a fused sum are exact, scaled sums of 16 products.
  ScaledGroups,
  /// An exact sum that wraps or saturates at the end.
  Integer,
  /// A sum of counted bits.
  Bits,
};

enum class Grade : uint8_t { Measured, Published, Assembler, Manual };

struct SumRule {
  uint16_t FirstChip, LastChip;
  /// A set of MatrixUnit.
  uint8_t Units;
  InputClass Inputs;
  SumMethod Method;
  uint8_t Terms, FractionBits, KeptBits;
  Grade Source;
};

/// All rows, in the order of the table.
llvm::ArrayRef<SumRule> sumRules();

llvm::StringRef inputClassName(InputClass C);
llvm::StringRef sumMethodName(SumMethod M);
llvm::StringRef gradeName(Grade G);

/// Returns the class of elements \p A times elements \p B without scale
/// factors; none if no instruction multiplies these.
std::optional<InputClass> inputClassOf(ElementType A, ElementType B);

/// Returns the rule of sm_\p Chip; null if it has no such instruction.
const SumRule *findSumRule(unsigned Chip, MatrixUnit Unit, InputClass Inputs);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_SUMRULE_H
