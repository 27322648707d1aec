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
  if (I.has(ModV2) || I.has(ModV4))
    return liftMovVector(I);
  if (Dest.OpKind == Operand::ListOp)
    return liftUnpack(I);
  if (From.OpKind == Operand::ListOp)
    return liftPack(I);
  writeResult(I, read(From));
}

/// mov.v4 d, a: component by component, all read before the first is written.
void FunctionLifter::liftMovVector(const Instruction &I) {
  Operand From = I.Operands[1];
  unsigned Width = I.has(ModV2) ? 2 : 4;
  SmallVector<Value *, 4> Values;
  if (From.OpKind == Operand::SpecialRegisterOp) {
    for (unsigned N = 0; N != Width; ++N) {
      From.Component = N;
      Values.push_back(read(From, I.type()));
    }
  } else {
    for (const Operand &Element : elements(From, I.type()))
      Values.push_back(read(Element));
  }
  auto Targets = elements(I.Operands[0], I.type());
  if (Targets.size() != Values.size())
    return unsupported(I, ": vectors of different widths");
  for (auto [To, V] : zip_equal(Targets, Values))
    write(To, V);
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
