//===- CheckImmediate.cpp - Constants as operands -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Immediate.h"
#include "InstructionChecker.h"
#include "SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::StringRef;
using llvm::Twine;

bool InstructionChecker::checkImmediate(const Instruction &I,
                                        const OperandDesc &Desc, Operand &Op,
                                        ScalarType Type) const {
  ConstValue Value{Op.Imm, Op.Bits, Op.Range};
  StringRef Text = textOf(Op.Range);
  auto Mismatch = [&] {
    llvm::SmallVector<llvm::SMFixIt, 1> FixIts;
    if (isFloat(Type) && llvm::all_of(Text, llvm::isDigit))
      FixIts.emplace_back(Op.Range.End, ".0");
    return error(
        Op.Range.Start,
        "'" + I.spelling() + "' takes " +
            (isFloat(Type) ? "a floating-point number" : "an integer") +
            " here, found '" + Text + "'",
        Op.Range, FixIts);
  };
  if (Type == ScalarType::Pred) {
    if (!Value.isInteger())
      return error(Op.Range, "a predicate is 0 or 1, found '" + Text + "'");
    // Other instructions take any number that is not 0 for 1.
    if (Desc.Max == 1 && Value.Bits > 1)
      return error(Op.Range, "'" + Text + "' is not in the range 0 to 1");
    Op.Imm = ImmediateKind::Pred;
    Op.Bits = Value.Bits != 0;
    return false;
  }
  if (isFloat(Type)) {
    if (bitWidth(Type) != 32 && bitWidth(Type) != 64)
      return error(Op.Range,
                   "there are no constants of type '." + typeName(Type) + "'");
    if (Value.isInteger() || Type == ScalarType::F16x2 ||
        Type == ScalarType::BF16x2)
      return Mismatch();
    return setImmediate(Op, Value, *this);
  }
  if (!Value.isInteger()) {
    // A number of the size of the bits is a bit pattern, too. A number without
    // the form that tells its size has 64 bits.
    bool SameSize =
        bitWidth(Type) == (Value.Kind == ImmediateKind::F32 ? 32u : 64u);
    if (!isBits(Type) || !SameSize)
      return Mismatch();
    return setImmediate(Op, Value, *this);
  }
  return checkIntegerImmediate(I, Desc, Op, Type);
}

bool InstructionChecker::checkIntegerImmediate(const Instruction &I,
                                               const OperandDesc &Desc,
                                               Operand &Op,
                                               ScalarType Type) const {
  ConstValue Value{Op.Imm, Op.Bits, Op.Range};
  StringRef Text = textOf(Op.Range);
  unsigned Width = bitWidth(Type);
  bool IsNegative = Value.Kind == ImmediateKind::Int && int64_t(Value.Bits) < 0;
  bool Fits =
      Width == 0 || Width >= 64 || (Value.Bits >> Width) == 0 ||
      (IsNegative && int64_t(Value.Bits) >= -(int64_t(1) << (Width - 1)));
  if (!Fits && Desc.Rule == TypeRule::Fixed && Width < 32 &&
      I.opcode() != OpLop3)
    return error(Op.Range, "'" + Text + "' is not in the range 0 to " +
                               Twine((1u << Width) - 1));
  if (!Fits)
    Diags.warning("constant-truncated", Op.Range.Start,
                  "'" + Text + "' does not fit '." + typeName(Type) +
                      "' and is truncated",
                  Op.Range);
  return setImmediate(Op, Value, *this);
}

bool InstructionChecker::checkRange(const OperandDesc &Desc,
                                    const Operand &Op) const {
  if (!Op.isImmediate())
    return false;
  if (Desc.Flags & OFBelow16 && Op.Bits > 15)
    return error(Op.Range,
                 "'" + textOf(Op.Range) + "' is not in the range 0 to 15");
  int64_t Value = Op.Bits;
  if (bitWidth(Op.Type) == 32)
    Value = int32_t(Value);
  if ((Desc.Min != 0 || Desc.Max != 0 || Desc.Flags & OFRange) &&
      (Value < Desc.Min || Value > Desc.Max)) {
    if (Desc.Min == Desc.Max)
      return error(Op.Range, "this is always " + Twine(Desc.Min) + ", not '" +
                                 textOf(Op.Range) + "'");
    return error(Op.Range, "'" + textOf(Op.Range) + "' is not in the range " +
                               Twine(Desc.Min) + " to " + Twine(Desc.Max));
  }
  if (Value % Desc.Step != 0)
    return error(Op.Range, "'" + textOf(Op.Range) + "' is not a multiple of " +
                               Twine(unsigned(Desc.Step)));
  if (Desc.Flags & OFPowerOf2 && !llvm::isPowerOf2_64(Op.Bits))
    return error(Op.Range, "'" + textOf(Op.Range) + "' is not a power of two");
  if (Desc.Flags & OFNonZero && Op.Bits == 0)
    return error(Op.Range, "0 is not allowed here");
  if (Desc.Flags & OFThreads && (Op.Bits % 32 != 0 || Op.Bits == 0))
    return error(Op.Range, "the number of threads at a barrier is a multiple "
                           "of 32, not " +
                               Twine(Op.Bits));
  return false;
}
