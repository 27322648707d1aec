//===- ElementType.cpp - What matrix instructions multiply ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/ElementType.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>
#include <iterator>

namespace heddle::matrix {

namespace {

enum class Category : uint8_t { Float, Scale, Integer };

enum class Specials : uint8_t { IEEE, OneNaN, None };

struct TypeRow {
  const char *Name;
  Category What;
  uint8_t Bits, ExponentBits, MantissaBits;
  Specials Top;
  bool IsSigned;
};

constexpr TypeRow Types[] = {
#define HEDDLE_FLOAT_TYPE(NAME, TEXT, CONTAINER, EXPONENT, MANTISSA, SPECIALS) \
  {TEXT,     Category::Float,    CONTAINER, EXPONENT,                          \
   MANTISSA, Specials::SPECIALS, true},
#define HEDDLE_SCALE_TYPE(NAME, TEXT, EXPONENT, MANTISSA)                      \
  {TEXT, Category::Scale, 8, EXPONENT, MANTISSA, Specials::OneNaN, false},
#define HEDDLE_INTEGER_TYPE(NAME, TEXT, BITS, SIGNED)                          \
  {TEXT, Category::Integer, BITS, 0, 0, Specials::None, SIGNED},
#include "heddle/Matrix/ElementTypes.def"
};

const TypeRow &rowOf(ElementType T) { return Types[unsigned(T)]; }

} // namespace

llvm::StringRef elementTypeName(ElementType T) { return rowOf(T).Name; }

std::optional<ElementType> findElementType(llvm::StringRef Name) {
  for (unsigned I = 0; I != std::size(Types); ++I)
    if (Name == Types[I].Name)
      return ElementType(I);
  return std::nullopt;
}

bool isFloat(ElementType T) { return rowOf(T).What == Category::Float; }

bool isInteger(ElementType T) { return rowOf(T).What == Category::Integer; }

unsigned elementBits(ElementType T) { return rowOf(T).Bits; }

/// Returns the kind of number that the highest exponent and \p Mantissa encode.
static Number::Kind topKind(const TypeRow &R, uint64_t Mantissa) {
  switch (R.Top) {
  case Specials::IEEE:
    return Mantissa ? Number::Kind::NaN : Number::Kind::Infinity;
  case Specials::OneNaN:
    return Mantissa == llvm::maskTrailingOnes<uint64_t>(R.MantissaBits)
               ? Number::Kind::NaN
               : Number::Kind::Finite;
  case Specials::None:
    return Number::Kind::Finite;
  }
  llvm_unreachable("covered switch");
}

Number decode(ElementType T, uint64_t Bits) {
  const TypeRow &R = rowOf(T);
  assert(R.What != Category::Integer && "an integer is no float");
  if (T == ElementType::TF32)
    Bits >>= 13;
  const uint64_t Top = llvm::maskTrailingOnes<uint64_t>(R.ExponentBits);
  const int Bias = (1 << (R.ExponentBits - 1)) - 1;
  uint64_t Mantissa = Bits & llvm::maskTrailingOnes<uint64_t>(R.MantissaBits);
  uint64_t Field = Bits >> R.MantissaBits & Top;
  Number N;
  N.IsNegative = R.IsSigned && Bits >> (R.MantissaBits + R.ExponentBits) & 1;
  if (Field == Top)
    N.What = topKind(R, Mantissa);
  N.FractionBits = R.MantissaBits;
  // A format without a mantissa has no subnormal numbers and no zero.
  bool IsSubnormal = Field == 0 && R.MantissaBits != 0;
  N.Exponent = IsSubnormal ? 1 - Bias : int(Field) - Bias;
  N.Significand = Mantissa | (IsSubnormal ? 0 : uint64_t(1) << R.MantissaBits);
  return N;
}

int64_t decodeInteger(ElementType T, uint64_t Bits) {
  const TypeRow &R = rowOf(T);
  assert(R.What == Category::Integer && "a float is no integer");
  if (R.IsSigned)
    return llvm::SignExtend64(Bits, R.Bits);
  return int64_t(Bits & llvm::maskTrailingOnes<uint64_t>(R.Bits));
}

} // namespace heddle::matrix
