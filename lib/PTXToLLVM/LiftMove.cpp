//===- LiftMove.cpp - mov -------------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftContext.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// mov.v4 d, a: component by component, all read before the first is written.
static void liftMovVector(LiftContext &C, const Instruction &I) {
  Operand From = I.Operands[1];
  unsigned Width = I.has(ModV2) ? 2 : 4;
  SmallVector<Value *, 4> Values;
  if (From.OpKind == Operand::SpecialRegisterOp) {
    for (unsigned N = 0; N != Width; ++N) {
      From.Component = N;
      Values.push_back(C.read(From, I.type()));
    }
  } else {
    for (const Operand &Element : C.elements(From, I.type()))
      Values.push_back(C.read(Element));
  }
  auto Targets = C.elements(I.Operands[0], I.type());
  if (Targets.size() != Values.size())
    return C.unsupported(I, ": vectors of different widths");
  for (auto [To, V] : zip_equal(Targets, Values))
    C.write(To, V);
}

/// mov.b64 d, {lo, hi}: the first element is the least significant.
static void liftPack(LiftContext &C, const Instruction &I) {
  ArrayRef<Operand> Elements = I.Operands[1].Elements;
  Type *Whole = C.typeOf(I.type());
  unsigned Width = bitWidth(I.type()) / Elements.size();
  Value *Result = Constant::getNullValue(Whole);
  for (auto [Index, Element] : enumerate(Elements)) {
    Value *Part = C.fitBits(C.read(Element), C.Builder.getIntNTy(Width));
    Part =
        C.Builder.CreateShl(C.Builder.CreateZExt(Part, Whole), Index * Width);
    Result = C.Builder.CreateOr(Result, Part);
  }
  C.writeResult(I, Result);
}

/// mov.b64 {lo, hi}, a.
static void liftUnpack(LiftContext &C, const Instruction &I) {
  ArrayRef<Operand> Elements = I.Operands[0].Elements;
  Value *Whole = C.read(I, 1);
  unsigned Width = bitWidth(I.type()) / Elements.size();
  for (auto [Index, Element] : enumerate(Elements)) {
    Value *Part = C.Builder.CreateTrunc(
        C.Builder.CreateLShr(Whole, Index * Width), C.Builder.getIntNTy(Width));
    if (Element.OpKind != Operand::SinkOp)
      C.write(Element, C.fitBits(Part, C.typeOf(Element.Type)));
  }
}

void liftMov(LiftContext &C, const Instruction &I) {
  const Operand &Dest = I.Operands[0], &From = I.Operands[1];
  if (I.has(ModV2) || I.has(ModV4))
    return liftMovVector(C, I);
  if (Dest.OpKind == Operand::ListOp)
    return liftUnpack(C, I);
  if (From.OpKind == Operand::ListOp)
    return liftPack(C, I);
  C.writeResult(I, C.read(From));
}

} // namespace heddle
