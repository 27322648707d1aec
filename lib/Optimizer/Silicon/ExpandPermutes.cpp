//===- ExpandPermutes.cpp - expand-permutes -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Choices of bytes and bits from two words, by shifts:
///
///   %r = call i32 @heddle.prmt.b32(%a, %b, %c)     =>  four bytes of {b, a}
///   %r = call i32 @llvm.fshl.i32(%high, %low, %n)  =>  shifts of both words
///   heddle.shf.l.clamp, heddle.shf.r.clamp         =>  the same, clamped
///
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"

#define DEBUG_TYPE "expand-permutes"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumPermutesExpanded,
                         "Permutations and funnel shifts expanded");

namespace heddle {

/// Byte \p Index, an i32 from 0 to 7, of the eight bytes {b, a}; bit 3 of
/// \p Index asks for eight copies of its sign.
static Value *permutedByte(Expander &B, Value *Bytes, Value *Index) {
  Value *Count = B.CreateShl(B.CreateAnd(Index, 7), 3);
  Value *Byte = B.CreateTrunc(
      B.CreateLShr(Bytes, B.CreateZExt(Count, B.getInt64Ty())), B.getInt8Ty());
  Value *Sign = B.CreateAShr(Byte, 7);
  Value *WantsSign = B.CreateIsNotNull(B.CreateAnd(Index, 8));
  return B.CreateZExt(B.CreateSelect(WantsSign, Sign, Byte), B.getInt32Ty());
}

/// The byte that place \p Place of the result takes under \p Mode of prmt, if
/// \p Control are the low two bits of the control word.
static unsigned permutedIndex(StringRef Mode, unsigned Place,
                              unsigned Control) {
  if (Mode == "f4e")
    return Place + Control;
  if (Mode == "b4e")
    return (Control + 8 - Place) % 8;
  if (Mode == "rc8")
    return Control;
  if (Mode == "ecl")
    return std::max(Place, Control);
  if (Mode == "ecr")
    return std::min(Place, Control);
  assert(Mode == "rc16" && "not a mode of prmt");
  return Place % 2 + Control % 2 * 2;
}

/// Without \p Mode the control word has four bits for each byte.
static Value *permute(Expander &B, CallInst &Call, StringRef Mode) {
  Type *I64 = B.getInt64Ty();
  Value *Bytes = B.CreateZExt(Call.getArgOperand(1), I64);
  Bytes = B.CreateOr(B.CreateShl(Bytes, 32),
                     B.CreateZExt(Call.getArgOperand(0), I64));
  Value *Control = Call.getArgOperand(2);
  Value *Result = B.getInt32(0);
  for (unsigned Place = 0; Place != 4; ++Place) {
    Value *Index = nullptr;
    if (Mode.empty()) {
      Index = B.CreateAnd(B.CreateLShr(Control, 4 * Place), 15);
    } else {
      Value *Low = B.CreateAnd(Control, 3);
      Index = B.getInt32(permutedIndex(Mode, Place, 3));
      for (unsigned Case = 0; Case != 3; ++Case)
        Index =
            B.CreateSelect(B.CreateICmpEQ(Low, B.getInt32(Case)),
                           B.getInt32(permutedIndex(Mode, Place, Case)), Index);
    }
    Value *Byte = permutedByte(B, Bytes, Index);
    Result = B.CreateOr(Result, B.CreateShl(Byte, 8 * Place));
  }
  return Result;
}

/// The middle of \p High and \p Low shifted: to the left its upper word is
/// wanted, to the right the lower.
static Value *funnel(Expander &B, Value *High, Value *Low, Value *Count,
                     bool ToLeft, bool Clamps) {
  Value *Width = B.getInt32(32);
  Count = Clamps ? B.CreateBinaryIntrinsic(Intrinsic::umin, Count, Width)
                 : B.CreateAnd(Count, 31);
  Value *Rest = B.CreateSub(Width, Count);
  Value *Upper = B.shiftLeft(High, ToLeft ? Count : Rest);
  return B.CreateOr(Upper,
                    B.shiftRight(Low, ToLeft ? Rest : Count, /*Signed=*/false));
}

static Value *expandPermute(Expander &B, CallInst &Call) {
  auto Arg = [&](unsigned N) { return Call.getArgOperand(N); };
  if (!Call.getType()->isIntegerTy(32))
    return nullptr;
  Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID == Intrinsic::fshl || ID == Intrinsic::fshr)
    return funnel(B, Arg(0), Arg(1), Arg(2), ID == Intrinsic::fshl,
                  /*Clamps=*/false);
  StringRef Name = operationName(Call);
  if (Name.consume_front("shf."))
    return funnel(B, Arg(1), Arg(0), Arg(2), Name.starts_with("l"),
                  /*Clamps=*/true);
  if (!Name.consume_front("prmt.b32"))
    return nullptr;
  Name.consume_front(".");
  return permute(B, Call, Name);
}

PreservedAnalyses ExpandPermutesPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  return expandCalls(F, expandPermute, NumPermutesExpanded);
}

} // namespace heddle
