//===- Immediate.cpp - Constants in the type of their operand -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Immediate.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

using namespace heddle;
using namespace heddle::ptx;

bool heddle::ptx::setImmediate(Operand &Op, const ConstValue &Value,
                               const Reporter &Report) {
  Op.OpKind = Operand::ImmediateOp;
  Op.Imm = Value.Kind;
  ScalarType Type = Op.Type;
  if (Value.isInteger() || Type == ScalarType::None) {
    unsigned Width = bitWidth(Type);
    Op.Bits = Width == 0 || Width >= 64
                  ? Value.Bits
                  : Value.Bits & ((uint64_t(1) << Width) - 1);
    return false;
  }
  bool IsF32 = Value.Kind == ImmediateKind::F32;
  if (bitWidth(Type) == (IsF32 ? 32u : 64u)) {
    Op.Bits = Value.Bits;
    return false;
  }
  bool Lost;
  llvm::APFloat Number =
      IsF32 ? llvm::APFloat(llvm::bit_cast<float>(uint32_t(Value.Bits)))
            : llvm::APFloat(llvm::bit_cast<double>(Value.Bits));
  if (bitWidth(Type) == 32)
    Number.convert(llvm::APFloat::IEEEsingle(),
                   llvm::APFloat::rmNearestTiesToEven, &Lost);
  else if (bitWidth(Type) == 64)
    Number.convert(llvm::APFloat::IEEEdouble(),
                   llvm::APFloat::rmNearestTiesToEven, &Lost);
  else
    return Report.error(Value.Range,
                        "a floating-point number does not fit the type '." +
                            typeName(Type) + "'");
  Op.Bits = Number.bitcastToAPInt().getZExtValue();
  return false;
}
