//===- Compare.cpp - Rules for expected results ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Runtime/Compare.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;

namespace heddle::runtime {
namespace {

bool isNaN(ElementType Type, const uint8_t *Bytes) {
  return isFloat(Type) && std::isnan(loadFloat(Type, Bytes));
}

/// Integers as long double: exact, since it has 64 bits of precision.
long double integerValue(ElementType Type, const uint8_t *Bytes) {
  uint64_t Bits = loadBits(Type, Bytes);
  if (isSigned(Type))
    return SignExtend64(Bits, elementSize(Type) * 8);
  return Bits;
}

long double numericValue(ElementType Type, const uint8_t *Bytes) {
  return isFloat(Type) ? loadFloat(Type, Bytes) : integerValue(Type, Bytes);
}

/// Maps floats to integers so that neighbours differ by one and both zeros are
/// the same.
long double ordinal(ElementType Type, const uint8_t *Bytes) {
  if (!isFloat(Type))
    return integerValue(Type, Bytes);
  unsigned Width = elementSize(Type) * 8;
  uint64_t Bits = loadBits(Type, Bytes);
  uint64_t Sign = uint64_t(1) << (Width - 1);
  auto Magnitude = static_cast<long double>(Bits & ~Sign);
  return Bits & Sign ? -Magnitude : Magnitude;
}

bool sameBits(const Expectation &E, const uint8_t *A, const uint8_t *B) {
  return loadBits(E.Type, A) == loadBits(E.Type, B) ||
         (!E.ExactNaN && isNaN(E.Type, A) && isNaN(E.Type, B));
}

bool withinAbsolute(const Expectation &E, long double A, long double B) {
  // Equal infinities would give a NaN difference.
  return A == B || std::fabs(A - B) <= static_cast<long double>(E.Tolerance);
}

bool withinRelative(const Expectation &E, long double A, long double B) {
  if (A == B)
    return true;
  // An infinity is near nothing but itself.
  if (std::isinf(A) || std::isinf(B))
    return false;
  return std::fabs(A - B) <= static_cast<long double>(E.Tolerance) *
                                 std::max(std::fabs(A), std::fabs(B));
}

bool agrees(const Expectation &E, const uint8_t *A, const uint8_t *B) {
  if (E.Rule == CompareRule::Exact || E.Rule == CompareRule::Sorted ||
      E.Rule == CompareRule::MismatchFraction)
    return sameBits(E, A, B);
  if (isNaN(E.Type, A) || isNaN(E.Type, B))
    return sameBits(E, A, B);
  if (E.Rule == CompareRule::Ulp)
    return std::fabs(ordinal(E.Type, A) - ordinal(E.Type, B)) <=
           static_cast<long double>(E.Tolerance);
  long double X = numericValue(E.Type, A), Y = numericValue(E.Type, B);
  if (E.Rule == CompareRule::Absolute)
    return withinAbsolute(E, X, Y);
  if (E.Rule == CompareRule::Relative)
    return withinRelative(E, X, Y);
  return withinAbsolute(E, X, Y) || withinRelative(E, X, Y);
}

/// Whole elements, ascending by value; NaNs last, by their bits.
SmallVector<uint8_t, 0> sorted(ElementType Type, ArrayRef<uint8_t> Bytes) {
  unsigned Size = elementSize(Type);
  std::vector<const uint8_t *> Order;
  for (size_t I = 0; I + Size <= Bytes.size(); I += Size)
    Order.push_back(Bytes.data() + I);
  std::sort(Order.begin(), Order.end(),
            [Type](const uint8_t *A, const uint8_t *B) {
              bool NaNA = isNaN(Type, A), NaNB = isNaN(Type, B);
              if (NaNA != NaNB)
                return NaNB;
              if (!NaNA) {
                long double X = numericValue(Type, A);
                long double Y = numericValue(Type, B);
                if (X != Y)
                  return X < Y;
              }
              return loadBits(Type, A) < loadBits(Type, B);
            });
  SmallVector<uint8_t, 0> Result;
  Result.reserve(Bytes.size());
  for (const uint8_t *Element : Order)
    Result.append(Element, Element + Size);
  ArrayRef<uint8_t> Tail = Bytes.drop_front(Result.size());
  Result.append(Tail.begin(), Tail.end());
  return Result;
}

} // namespace

std::optional<CompareRule> parseCompareRule(StringRef Name) {
  return StringSwitch<std::optional<CompareRule>>(Name)
      .Case("exact", CompareRule::Exact)
      .Case("rel", CompareRule::Relative)
      .Case("abs", CompareRule::Absolute)
      .Case("ulp", CompareRule::Ulp)
      .Case("mismatch_fraction", CompareRule::MismatchFraction)
      .Case("sorted", CompareRule::Sorted)
      .Default(std::nullopt);
}

std::optional<std::string> findMismatch(const Expectation &E,
                                        ArrayRef<uint8_t> Got,
                                        ArrayRef<uint8_t> Want) {
  if (Got.size() != Want.size())
    return ("the buffer has " + Twine(Got.size()) + " bytes, expected " +
            Twine(Want.size()))
        .str();
  // The common case, at memcmp's speed.
  if (Got == Want)
    return std::nullopt;

  SmallVector<uint8_t, 0> SortedGot, SortedWant;
  if (E.Rule == CompareRule::Sorted) {
    SortedGot = sorted(E.Type, Got);
    SortedWant = sorted(E.Type, Want);
    Got = SortedGot;
    Want = SortedWant;
  }

  unsigned Size = elementSize(E.Type);
  size_t Count = Got.size() / Size, Wrong = 0, First = 0;
  for (size_t I = 0; I != Count; ++I)
    if (!agrees(E, &Got[I * Size], &Want[I * Size]) && Wrong++ == 0)
      First = I;
  // Bytes behind the last whole element have no value: they must be equal.
  if (Got.drop_front(Count * Size) != Want.drop_front(Count * Size))
    return "bytes behind the last whole element differ";
  if (Wrong == 0 || (E.Rule == CompareRule::MismatchFraction &&
                     double(Wrong) <= E.Tolerance * double(Count)))
    return std::nullopt;
  std::string GotText = formatElement(E.Type, &Got[First * Size]);
  std::string WantText = formatElement(E.Type, &Want[First * Size]);
  return (Twine(Wrong) + " of " + Twine(Count) +
          " elements differ, first at [" + Twine(First) + "]: got " + GotText +
          ", expected " + WantText)
      .str();
}

} // namespace heddle::runtime
