//===- LiftMove.cpp - mov -------------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

void FunctionLifter::liftMov(const Instruction &I) {
  const Operand &Dest = I.Operands[0], &From = I.Operands[1];
  if (I.has(ModV4))
    return unsupported(I);
  if (Dest.OpKind == Operand::ListOp)
    return liftUnpack(I);
  if (From.OpKind == Operand::ListOp)
    return liftPack(I);
  writeResult(I, read(From));
}

/// mov.b64 d, {lo, hi}: the first element is the least significant.
void FunctionLifter::liftPack(const Instruction &I) {
  ArrayRef<Operand> Elements = I.Operands[1].Elements;
  Type *Whole = Parent.typeOf(I.type());
  unsigned Width = bitWidth(I.type()) / Elements.size();
  Value *Result = Constant::getNullValue(Whole);
  for (auto [Index, Element] : enumerate(Elements)) {
    Value *Part = fitBits(read(Element), Builder.getIntNTy(Width));
    Part = Builder.CreateShl(Builder.CreateZExt(Part, Whole), Index * Width);
    Result = Builder.CreateOr(Result, Part);
  }
  writeResult(I, Result);
}

/// mov.b64 {lo, hi}, a.
void FunctionLifter::liftUnpack(const Instruction &I) {
  ArrayRef<Operand> Elements = I.Operands[0].Elements;
  Value *Whole = read(I, 1);
  unsigned Width = bitWidth(I.type()) / Elements.size();
  for (auto [Index, Element] : enumerate(Elements)) {
    Value *Part = Builder.CreateTrunc(Builder.CreateLShr(Whole, Index * Width),
                                      Builder.getIntNTy(Width));
    if (Element.OpKind != Operand::SinkOp)
      write(Element, fitBits(Part, Parent.typeOf(Element.Type)));
  }
}

} // namespace heddle
