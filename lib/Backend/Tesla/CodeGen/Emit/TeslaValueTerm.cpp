//===- TeslaValueTerm.cpp - Arithmetic over names of values ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaValueTerm.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>

using namespace llvm;
using namespace heddle;
using tesla::ValueTerm;
using Binding = ValueTerm::Binding;

/// Names of C++ kernels' parameters tell most at their ends.
static constexpr size_t MaxNameLength = 40;

std::string tesla::shortName(StringRef Name) {
  if (Name.size() <= MaxNameLength)
    return Name.str();
  return "..." + Name.take_back(MaxNameLength - 3).str();
}

/// Small ones are counts and offsets, large ones masks and bit patterns.
static std::string number(int64_t Value) {
  if (Value > -65536 && Value < 65536)
    return std::to_string(Value);
  return "0x" + utohexstr(static_cast<uint32_t>(Value), true);
}

ValueTerm ValueTerm::constant(int64_t Value) {
  return {"", Binding::Atom, SignExtend64<32>(Value), false};
}

std::string tesla::text(const ValueTerm &T, Binding Least) {
  if (T.Text.empty())
    return number(T.Constant);
  if (T.Constant != 0) {
    ValueTerm Whole = T;
    Whole.Constant = 0;
    std::string Text = text(Whole, Binding::Sum) +
                       (T.Constant < 0 ? " - " : " + ") +
                       number(std::abs(T.Constant));
    return Least > Binding::Sum ? "(" + Text + ")" : Text;
  }
  return T.Level < Least ? "(" + T.Text + ")" : T.Text;
}

ValueTerm tesla::binary(const ValueTerm &A, StringRef Operator,
                        const ValueTerm &B, Binding Level, Binding Operands) {
  return {text(A, Operands) + Operator.str() + text(B, Operands), Level, 0,
          A.Named || B.Named};
}

/// A base goes before an index.
ValueTerm tesla::sum(const ValueTerm &A, const ValueTerm &B) {
  constexpr StringLiteral Base = "address of";
  if (StringRef(B.Text).starts_with(Base) &&
      !StringRef(A.Text).starts_with(Base))
    return sum(B, A);
  ValueTerm TextA = A, TextB = B;
  TextA.Constant = TextB.Constant = 0;
  ValueTerm Sum = A.Text.empty() ? TextB
                  : B.Text.empty()
                      ? TextA
                      : binary(TextA, " + ", TextB, Binding::Sum, Binding::Sum);
  Sum.Constant = SignExtend64<32>(A.Constant + B.Constant);
  return Sum;
}

ValueTerm tesla::difference(const ValueTerm &A, const ValueTerm &B) {
  if (B.Text.empty())
    return sum(A, ValueTerm::constant(-B.Constant));
  return {text(A, Binding::Sum) + " - " + text(B, Binding::Product),
          Binding::Sum, 0, A.Named || B.Named};
}

ValueTerm tesla::product(const ValueTerm &A, const ValueTerm &B) {
  if (B.Text.empty() && B.Constant == 1)
    return A;
  if (A.Text.empty() && B.Text.empty())
    return ValueTerm::constant(A.Constant * B.Constant);
  return binary(A, " * ", B, Binding::Product, Binding::Product);
}
