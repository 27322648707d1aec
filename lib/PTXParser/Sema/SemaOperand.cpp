//===- SemaOperand.cpp - Names as operands --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "SourceText.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;

bool Sema::checkComponent(const Operand &Op, SMRange Range) const {
  const Register &Reg = *Op.reg();
  if (Op.Component < int(Reg.VectorWidth) &&
      (Op.Component < 0 || Reg.VectorWidth != 1 ||
       Reg.Type == ScalarType::None))
    return false;
  return error(Range, "register '" + Reg.Name + "' has no such component");
}

void Sema::actOnIndex(Operand &Op) const {
  Op.Bits *= Op.baseVariable()->elementSize();
}

const Operand *Sema::actOnSecondResult(ParsedOperand &Second) {
  Operand &Op = Second.Op;
  Op.Type = ScalarType::Pred;
  if (Second.Unresolved) {
    undeclared(*Second.Unresolved, Op.Range, KReg);
  } else if (Op.OpKind != Operand::SinkOp) {
    const auto *Reg = Op.isRegister() ? Op.reg() : nullptr;
    if (!Reg ||
        (Reg->Type != ScalarType::Pred && Reg->Type != ScalarType::None))
      error(Op.Range, "the second result is a predicate, found '" +
                          textOf(Op.Range) + "'");
  }
  return make<Operand>(Op);
}

bool Sema::actOnAddressBase(Operand &Op, const ParsedOperand &Base,
                            Identifier &Id, SMRange Range) {
  const Operand &Named = Base.Op;
  if (Base.Unresolved) {
    undeclared(Id, Range, Id.Name.starts_with("%") ? KReg : KSymbol);
    Op.Base = Id.Top ? Id.Top->D : nullptr;
    return false;
  }
  if (Named.OpKind != Operand::RegisterOp && Named.OpKind != Operand::SymbolOp)
    return error(Range, "'" + Id.Name + "' is no address");
  if (Named.Component >= 0)
    return error(Named.Range, "a component of a vector is no address");
  Op.Base = Named.Base;
  Op.Offset = Named.Offset;
  return false;
}

/// An element that is not declared becomes what stands for its name from now
/// on.
bool Sema::actOnElement(ParsedOperand &Element) {
  Identifier *Id = Element.Unresolved;
  Operand &Op = Element.Op;
  if (!Id)
    return Op.isRegister() && Op.Offset != 0 &&
           error(Op.Range, "'" + textOf(Op.Range) +
                               "' cannot be an element: it is a register or a "
                               "constant, not a sum");
  // A sign may stand before the name.
  size_t Sign = textOf(Op.Range).find(Id->Name);
  SMLoc Start = SMLoc::getFromPointer(Op.Range.Start.getPointer() + Sign);
  undeclared(*Id, {Start, Op.Range.End}, KReg);
  Op.OpKind = Operand::RegisterOp;
  Op.Base = Id->Top ? Id->Top->D : nullptr;
  return !Op.Base;
}
