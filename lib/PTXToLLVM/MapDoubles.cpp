//===- MapDoubles.cpp - map_f64_to_f32 ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Under map_f64_to_f32 an instruction on .f64 is that on .f32. Registers hold
/// f32; in memory a number keeps its eight bytes, of which the low word counts.
/// Numbers in the text are rounded to f32, wherever they stand.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "heddle/ABI/MappedDouble.h"
#include <deque>

using namespace llvm;

namespace heddle {

using namespace ptx;

static void mapType(ScalarType &Type) {
  if (Type == ScalarType::F64)
    Type = ScalarType::F32;
}

/// Makes \p Op, an operand of an instruction on .f64, one of the instruction on
/// .f32. The elements of a list are kept in \p Lists.
static void mapOperand(ptx::Operand &Op,
                       std::deque<SmallVector<ptx::Operand, 4>> &Lists) {
  if (Op.isImmediate() && Op.Type == ScalarType::F64)
    Op.Bits = abi::mappedDouble(Op.Bits);
  mapType(Op.Type);
  if (Op.OpKind != ptx::Operand::ListOp)
    return;
  auto &Elements = Lists.emplace_back(Op.Elements);
  for (ptx::Operand &Element : Elements)
    mapOperand(Element, Lists);
  Op.Elements = Elements;
}

/// Accuracy and rounding that f64 has to state and f32 lacks: f32 division and
/// roots are approximate, mad has one rounding.
static bool dropsRounding(const ptx::Instruction &I) {
  return I.opcode() == OpDiv || I.opcode() == OpRcp || I.opcode() == OpSqrt ||
         I.opcode() == OpMad || I.opcode() == OpFma;
}

void withMappedDoubles(const Instruction &I,
                       function_ref<void(const Instruction &)> Lift) {
  if (!is_contained(I.Types, ScalarType::F64) || I.opcode() == OpLd ||
      I.opcode() == OpLdu || I.opcode() == OpSt)
    return Lift(I);
  Instruction Mapped = I;
  SmallVector<ScalarType, 2> Types(I.Types);
  llvm::for_each(Types, mapType);
  Mapped.Types = Types;
  SmallVector<ptx::Operand, 4> Operands(I.Operands);
  std::deque<SmallVector<ptx::Operand, 4>> Lists;
  for (ptx::Operand &Op : Operands)
    mapOperand(Op, Lists);
  Mapped.Operands = Operands;
  SmallVector<ModifierUse, 4> Modifiers;
  for (ModifierUse Use : I.Modifiers)
    if (Use.Group != GrpRounding || !dropsRounding(I))
      Modifiers.push_back(Use);
  Mapped.Modifiers = Modifiers;
  Lift(Mapped);
}

} // namespace heddle
