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

/// The rule for which bits of a result are undefined.
enum class DefinedClass : uint8_t {
  /// No bit is undefined.
  Defined,
  /// The operation moves bits, and their undefinedness alike. A source that
  /// says where they go must be defined, or all are undefined.
  Moves,
  /// Each bit depends on the bits at its place in the sources.
  Bitwise,
  /// All bits that a carry may reach are undefined.
  Sum,
  Difference,
  /// From the lowest undefined bit of any source upwards.
  Product,
  /// All bits are undefined, unless the defined bits decide the comparison.
  Compare,
  /// The undefined bits of the source that is chosen; where that is open, all.
  Choose,
  /// All bits are undefined if any bit of a source is.
  Whole,
  /// As Whole, for each half of a word, or for the lower half alone.
  Packed,
  /// The first source is the upper part of the result, the second the lower.
  PackPair,
  Convert,
  /// A word of another lane.
  Shuffle,
  /// All bits are undefined if any source bit is of a lane that the last source
  /// names.
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
  /// The operation steers lanes.
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
  /// A source of a product: the bits that it uses.
  Factor,
  /// In the instruction's narrow format.
  Narrow,
  /// The type that the conversion has.
  Converted,
  /// The source says where bits go.
  Control,
  HalfControl,
};

/// The rules of an operation; a row of heddle/ABI/Operations.td has them.
struct Definedness {
  DefinedClass Class;
  Shape Result;
  Shape Sources[3];
};

const Definedness &definednessOf(sm::Operation Op);

/// Rows of a value of \p S, and the bits of each that count; no rows of None.
struct Extent {
  unsigned Rows = 0;
  /// The bits of the lowest row, where the value starts at bit 0.
  uint32_t Bits = ~uint32_t(0);
};
/// The extent of the result of \p I, or of its source \p N.
Extent resultExtent(const sm::DecodedInst &I);
Extent sourceExtent(const sm::DecodedInst &I, unsigned N);

inline bool isControl(Shape S) {
  return S == Shape::Control || S == Shape::HalfControl;
}

/// Whether \p I, a conversion, only moves bits.
bool extendsOnly(const sm::DecodedInst &I);
/// Whether \p I, a product, does not use its low bits.
bool isHighProduct(const sm::DecodedInst &I);
/// Bits of the parts that a PackPair makes a word of.
unsigned packedBits(const sm::DecodedInst &I);
/// Whether \p I, a Packed operation, has words of two halves.
bool hasTwoHalves(const sm::DecodedInst &I);

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_DEFINEDNESS_H
