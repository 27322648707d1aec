//===- SemaInit.cpp - Initial values of variables -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Immediate.h"
#include "Sema.h"
#include "SourceText.h"
#include "llvm/Support/MathExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::Twine;

bool Sema::checkInitializer(const Variable &V, SMRange Equal) const {
  if (V.Space != StateSpace::Global && V.Space != StateSpace::Const)
    return error(Equal, "'" + V.Name + "' is in ." + spaceName(V.Space) +
                            " and cannot have an initial value");
  if (V.Type == ScalarType::F16 || V.Type == ScalarType::F16x2)
    return error(Equal, "'" + V.Name + "' of type '." + typeName(V.Type) +
                            "' cannot have an initial value");
  return false;
}

bool Sema::actOnInitializer(Variable &V, const Init &Value) const {
  V.Initializer = make<Init>(Value);
  if (!V.IsUnsized || V.Dims.empty())
    return false;
  if (Value.Elements.empty())
    return error(Value.Range, "the initial value of '" + V.Name +
                                  "' gives no length: it has no elements");
  llvm::SmallVector<uint64_t, 4> Dims(V.Dims.begin(), V.Dims.end());
  Dims[0] = Value.Elements.size();
  V.Dims = copy(Dims);
  return false;
}

bool Sema::actOnInitValue(Init &Out, const Variable &V,
                          const ConstValue &Value) const {
  // Bit types take numbers of both kinds, others of their own kind only.
  if (isFloat(V.Type) && Value.isInteger())
    return error(Value.Range, "integer as initial value of '" + V.Name +
                                  "', which is '." + typeName(V.Type) + "'");
  if (isInteger(V.Type) && !Value.isInteger())
    return error(Value.Range, "floating-point number as initial value of '" +
                                  V.Name + "', which is '." + typeName(V.Type) +
                                  "'");
  if (isBits(V.Type) && !Value.isInteger() && bitWidth(V.Type) < 32) {
    Diags.warning("constant-truncated", Value.Range.Start,
                  "of '" + textOf(Value.Range) + "' the lowest " +
                      Twine(bitWidth(V.Type)) +
                      " bits are left: there are no floating-point numbers of "
                      "type '." +
                      typeName(V.Type) + "'",
                  Value.Range);
    Out.Bits = Value.Bits & llvm::maskTrailingOnes<uint64_t>(bitWidth(V.Type));
    return false;
  }
  Operand Converted;
  Converted.Type = V.Type;
  if (setImmediate(Converted, Value, *this))
    return true;
  Out.Bits = Converted.Bits;
  Out.IsFloat = !Value.isInteger();
  return false;
}

bool Sema::actOnInitSymbol(Init &Out, Identifier &Id, SMRange Range) {
  const Decl *D = lookup(Id);
  if (!D)
    return undeclared(Id, Range, KSymbol);
  const auto *Var = llvm::dyn_cast<Variable>(D);
  bool IsFunction = llvm::isa<Function>(D);
  bool HasAddress = IsFunction || (Var && (Var->Space == StateSpace::Global ||
                                           Var->Space == StateSpace::Const));
  if (!HasAddress)
    return error(Range, "'" + textOf(Range) +
                            "' has no address that is known before the launch");
  if (needs(Range, IsFunction ? Feature::FunctionInitializer
                              : Feature::AddressInitializer))
    return true;
  if (IsFunction && Out.IsGeneric)
    return error(Range, "'" + textOf(Range) +
                            "' is a function, and 'generic' takes variables");
  Out.Symbol = D;
  return false;
}

bool Sema::checkInitAddress(const Variable &V, SMRange Range) const {
  if (V.Type == ScalarType::U32 || V.Type == ScalarType::U64)
    return false;
  return error(Range, "an address is an initial value of '.u32' or '.u64', not "
                      "of '." +
                          typeName(V.Type) + "'");
}

bool Sema::actOnInitMask(unsigned &Byte, const Variable &V,
                         const ConstValue &Mask) const {
  if (needs(Mask.Range, Feature::MaskedInitializer))
    return true;
  Byte = 0;
  while (Byte != 8 && Mask.Bits != uint64_t(0xff) << (8 * Byte))
    ++Byte;
  if (Byte == 8)
    return error(Mask.Range, "a mask selects one byte, like 0xff or 0xff00");
  // Each masked value is one byte, whatever the size of the element.
  if (bitWidth(V.Type) == 16 || isFloat(V.Type) || isOpaque(V.Type))
    return error(Mask.Range, "'" + V.Name + "' of type '." + typeName(V.Type) +
                                 "' cannot be initialized by bytes");
  return false;
}
