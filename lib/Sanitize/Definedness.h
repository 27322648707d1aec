//===- Definedness.h - What is undefined in results -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_DEFINEDNESS_H
#define HEDDLE_LIB_SANITIZE_DEFINEDNESS_H

#include "heddle/Machine/Instruction.h"

namespace heddle::sanitize {

/// Which bits of a result are undefined.
enum class DefinedClass : uint8_t {
  /// None.
  Defined,
  /// It moves bits, and those that say whether they are undefined alike. What
  /// says where to must be defined, or all are undefined.
  Moves,
  /// Each bit depends on the bits at its place.
  Bitwise,
  /// Those that a carry may reach.
  Sum,
  Difference,
  /// From the lowest undefined bit of any source upwards.
  Product,
  /// All, unless the defined bits decide the comparison.
  Compare,
  /// Those of the source that is chosen; where that is open, all.
  Choose,
  /// All if any bit of a source is.
  Whole,
  /// The same of each half of a word, or of the lower half alone.
  Packed,
  /// The first source is the upper part of the result, the second the lower.
  PackPair,
  Convert,
  /// A word of another lane.
  Shuffle,
  /// All if any bit of a source of a lane is that the last source names.
  Team,
  /// ... of four neighbours.
  Quad,
  /// Between registers, $c and $a.
  FromCondition,
  ToCondition,
  FromAddress,
  ShlAddress,
  AddAddress,
  Vote,
  Ballot,
  /// Loads, stores and atomics.
  Memory,
  /// What steers lanes.
  Flow,
};

enum class Shape : uint8_t {
  None,
  Word,
  /// The half that the source says.
  Half,
  Pair,
  Quad,
  /// A word or a pair, as the type of the instruction says.
  Typed,
  /// Of a product: the bits that it uses.
  Factor,
  /// In the instruction's narrow format.
  Narrow,
  /// As the types of the conversion say.
  Converted,
  /// Says where bits go.
  Control,
  HalfControl,
};

struct Definedness {
  sm::Operation Op;
  DefinedClass Class;
  Shape Result;
  Shape Sources[3];
};

const Definedness &definednessOf(sm::Operation Op);

/// Rows of a value of \p S, and the bits of each that count; no rows of None.
struct Extent {
  unsigned Rows = 0;
  /// Of the lowest row, where the value is at its bit 0.
  uint32_t Bits = ~uint32_t(0);
};
/// Of the result of \p I, or of its source \p N.
Extent resultExtent(const sm::DecodedInst &I);
Extent sourceExtent(const sm::DecodedInst &I, unsigned N);

inline bool isControl(Shape S) {
  return S == Shape::Control || S == Shape::HalfControl;
}

/// Of a conversion: whether it only moves bits.
bool extendsOnly(const sm::DecodedInst &I);
/// Of a product: whether its low bits are of no use.
bool isHighProduct(const sm::DecodedInst &I);
/// Bits of the parts that a PackPair makes a word of.
unsigned packedBits(const sm::DecodedInst &I);
/// Of a Packed operation: whether a word has two halves.
bool hasTwoHalves(const sm::DecodedInst &I);

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_DEFINEDNESS_H
