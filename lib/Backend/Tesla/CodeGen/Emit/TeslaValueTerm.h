//===- TeslaValueTerm.h - Arithmetic over names of values -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of an expression with the constant that is added to it, and sums
/// and products of such texts, with parentheses where they are needed.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAVALUETERM_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAVALUETERM_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace heddle::tesla {

/// Text + Constant; without text the constant alone.
struct ValueTerm {
  /// How tightly the outermost operator of a text binds.
  enum class Binding { Bits, Sum, Product, Atom };

  std::string Text;
  Binding Level = Binding::Atom;
  int64_t Constant = 0;
  /// Something in it has a name, and not just a line.
  bool Named = true;

  /// The low 32 bits of \p Value as a signed number.
  static ValueTerm constant(int64_t Value);
};

ValueTerm sum(const ValueTerm &A, const ValueTerm &B);
ValueTerm difference(const ValueTerm &A, const ValueTerm &B);
ValueTerm product(const ValueTerm &A, const ValueTerm &B);
/// \p Operator, with the spaces around it, between operands that bind at least
/// as \p Operands.
ValueTerm binary(const ValueTerm &A, llvm::StringRef Operator,
                 const ValueTerm &B, ValueTerm::Binding Level,
                 ValueTerm::Binding Operands);

/// The text of \p T, in parentheses if it binds less than \p Least.
std::string text(const ValueTerm &T,
                 ValueTerm::Binding Least = ValueTerm::Binding::Bits);

/// \p Name, or the end of it behind an ellipsis.
std::string shortName(llvm::StringRef Name);

} // namespace heddle::tesla

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAVALUETERM_H
