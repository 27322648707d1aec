//===- Handlers.cpp - Which member lifts which mnemonic -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle::ptx;

namespace heddle {

const FunctionLifter::Handler *FunctionLifter::handlerFor(Opcode Op) {
  using L = FunctionLifter;
  using enum GuardStyle;
  static constexpr Handler Table[] = {
      {OpAbs, &L::liftAbs, Select},
      {OpAdd, &L::liftAdd, Select},
      {OpAddc, &L::liftAddc, Select},
      {OpAnd, &L::liftBitwise, Select},
      {OpAtom, &L::liftAtom, Branch},
      {OpBar, &L::liftBar, Branch},
      {OpBarrier, &L::liftBar, Branch},
      {OpBfe, &L::liftBfe, Select},
      {OpBfi, &L::liftBfi, Select},
      {OpBfind, &L::liftBfind, Select},
      {OpBmsk, &L::liftBmsk, Select},
      {OpBra, &L::liftBra, Own},
      {OpBrev, &L::liftBrev, Select},
      {OpBrkpt, &L::liftBrkpt, Branch},
      {OpBrxIdx, &L::liftBrx, Own},
      {OpCall, &L::liftCall, Branch},
      {OpClz, &L::liftClz, Select},
      {OpCnot, &L::liftCnot, Select},
      {OpCopysign, &L::liftCopysign, Select},
      {OpCos, &L::liftApprox, Select},
      {OpCvt, &L::liftCvt, Select},
      {OpCvta, &L::liftCvta, Select},
      {OpDiv, &L::liftDiv, Select},
      {OpDp2a, &L::liftDp, Select},
      {OpDp4a, &L::liftDp, Select},
      {OpEx2, &L::liftApprox, Select},
      {OpExit, &L::liftExit, Own},
      {OpFence, &L::liftMembar, Branch},
      {OpFma, &L::liftFma, Select},
      {OpLd, &L::liftLd, Branch},
      {OpLdu, &L::liftLd, Branch},
      {OpLg2, &L::liftApprox, Select},
      {OpLop3, &L::liftLop3, Select},
      {OpMad, &L::liftMad, Select},
      {OpMad24, &L::liftMad24, Select},
      {OpMadc, &L::liftMadc, Select},
      {OpMax, &L::liftMinMax, Select},
      {OpMembar, &L::liftMembar, Branch},
      {OpMin, &L::liftMinMax, Select},
      {OpMov, &L::liftMov, Select},
      {OpMul, &L::liftMul, Select},
      {OpMul24, &L::liftMul24, Select},
      {OpNeg, &L::liftNeg, Select},
      {OpNot, &L::liftNot, Select},
      {OpOr, &L::liftBitwise, Select},
      {OpPmevent, &L::liftPmevent, Branch},
      {OpPopc, &L::liftPopc, Select},
      {OpPrefetch, &L::liftIgnored, Branch},
      {OpPrefetchu, &L::liftIgnored, Branch},
      {OpPrmt, &L::liftPrmt, Select},
      {OpRcp, &L::liftApprox, Select},
      {OpRed, &L::liftAtom, Branch},
      {OpRem, &L::liftRem, Select},
      {OpRet, &L::liftExit, Own},
      {OpRsqrt, &L::liftApprox, Select},
      {OpSad, &L::liftSad, Select},
      {OpSelp, &L::liftSelp, Select},
      {OpSet, &L::liftSet, Select},
      {OpSetp, &L::liftSetp, Select},
      {OpShf, &L::liftShf, Select},
      {OpShl, &L::liftShift, Select},
      {OpShr, &L::liftShift, Select},
      {OpSin, &L::liftApprox, Select},
      {OpSlct, &L::liftSlct, Select},
      {OpSqrt, &L::liftApprox, Select},
      {OpSt, &L::liftSt, Branch},
      {OpSub, &L::liftSub, Select},
      {OpSubc, &L::liftSubc, Select},
      {OpSzext, &L::liftSzext, Select},
      {OpTestp, &L::liftTestp, Select},
      {OpTrap, &L::liftTrap, Branch},
      {OpVote, &L::liftVote, Branch},
      {OpXor, &L::liftBitwise, Select},
  };
  const Handler *Found =
      llvm::find_if(Table, [&](const Handler &H) { return H.Op == Op; });
  return Found == std::end(Table) ? nullptr : Found;
}

} // namespace heddle
