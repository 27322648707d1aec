//===- LiftExchange.cpp - Between the lanes of a warp ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// shfl, match, redux and the like, for lanes that execute them together. Each
/// operation waits for all lanes of the warp that run apart; where .sync names
/// but some, those meet before it.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "LiftContext.h"
#include "ModuleLifter.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// The second result of a pair of a word and a condition.
static Value *conditionOf(LiftContext &C, Value *Both) {
  Value *High = C.Builder.CreateTrunc(C.Builder.CreateLShr(Both, 32),
                                      C.Builder.getInt32Ty());
  return C.Builder.CreateIsNotNull(High);
}

/// The members of a .sync, which come last, meet. Without it they are those
/// that happen to be here, and wait for nobody in another branch.
static void meetMembers(LiftContext &C, const Instruction &I) {
  if (I.has(ModSync))
    C.op(HeddleOp::WarpSyncNext, {C.read(I.Operands.back())});
  else if (C.Parent.hasIndependentLanes())
    C.op(HeddleOp::WarpSyncNext, {C.op(HeddleOp::ActiveMask)});
}

/// d|p, each of which may be missing.
static void writeBoth(LiftContext &C, const Instruction &I, Value *Both) {
  C.writeResult(I, C.Builder.CreateTrunc(Both, C.Builder.getInt32Ty()));
  if (const ptx::Operand *Predicate = I.Operands[0].Second)
    C.write(*Predicate, conditionOf(C, Both), ScalarType::Pred);
}

/// d, or d|p where p says whether the lane is within its segment. The member
/// mask of .sync is last, and all lanes that execute are members.
void liftShfl(LiftContext &C, const Instruction &I) {
  meetMembers(C, I);
  HeddleOp Op = I.has(ModUp)     ? HeddleOp::ShflUp
                : I.has(ModDown) ? HeddleOp::ShflDown
                : I.has(ModBfly) ? HeddleOp::ShflBfly
                                 : HeddleOp::ShflIdx;
  writeBoth(C, I, C.op(Op, {C.read(I, 1), C.read(I, 2), C.read(I, 3)}));
}

void liftActivemask(LiftContext &C, const Instruction &I) {
  C.writeResult(I, C.op(HeddleOp::ActiveMask));
}

/// The lanes that vote for \p P: all that execute a vote without .sync, else
/// those of them that the lane's mask names. Lanes that execute it together may
/// name different ones.
static Value *ballotOf(LiftContext &C, const Instruction &I, Value *P) {
  meetMembers(C, I);
  Value *For =
      C.op(HeddleOp::Ballot, {C.Builder.CreateSExt(P, C.Builder.getInt32Ty())});
  return I.Operands.size() > 2 ? C.Builder.CreateAnd(For, C.read(I, 2)) : For;
}

/// All voters are for it if none is against it. The set of voters is no
/// operand, and they may be in other branches.
void liftMaskedVote(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  Value *P = C.read(I, 1);
  if (I.has(ModBallot))
    return C.writeResult(I, ballotOf(C, I, P));
  if (I.has(ModAny))
    return C.writeResult(I, B.CreateIsNotNull(ballotOf(C, I, P)));
  Value *All = B.CreateIsNull(ballotOf(C, I, B.CreateNot(P)));
  if (I.has(ModUni))
    All = B.CreateOr(All, B.CreateIsNull(ballotOf(C, I, P)));
  C.writeResult(I, All);
}

void liftMatch(LiftContext &C, const Instruction &I) {
  meetMembers(C, I);
  Value *Result = C.op(Twine("match.") + (I.has(ModAll) ? "all." : "any.") +
                           typeName(I.type()),
                       {C.read(I, 1), C.read(I, 2)});
  if (I.has(ModAll))
    return writeBoth(C, I, Result);
  C.writeResult(I, Result);
}

void liftElect(LiftContext &C, const Instruction &I) {
  meetMembers(C, I);
  writeBoth(C, I, C.op(HeddleOp::Elect, {C.read(I, 1)}));
}

/// A sum is the same with a sign and without.
void liftRedux(LiftContext &C, const Instruction &I) {
  meetMembers(C, I);
  Modifier Op = I.modifier(GrpReduceOp);
  StringRef Type = Op == ModAdd ? "u32" : typeName(I.type());
  C.writeResult(I, C.op(Twine("redux.") + modifierName(Op) + "." +
                            (I.has(ModAbs) ? "abs." : "") +
                            (I.has(ModNaN) ? "nan." : "") + Type,
                        {C.read(I, 1), C.read(I, 2)}));
}

/// A hint; it may sleep for no time at all.
void liftNanosleep(LiftContext &, const Instruction &) {}

} // namespace heddle
