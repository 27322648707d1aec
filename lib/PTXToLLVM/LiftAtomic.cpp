//===- LiftAtomic.cpp - Atomics and votes ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// atom, red, vote.
///
//===----------------------------------------------------------------------===//

#include "LiftMemory.h"
#include "Lifters.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

static AtomicRMWInst::BinOp atomicOperation(Modifier Op, ScalarType Type) {
  bool Signed = isSigned(Type);
  if (Op == ModAdd)
    return isFloat(Type) ? AtomicRMWInst::FAdd : AtomicRMWInst::Add;
  if (Op == ModAnd)
    return AtomicRMWInst::And;
  if (Op == ModOr)
    return AtomicRMWInst::Or;
  if (Op == ModXor)
    return AtomicRMWInst::Xor;
  if (Op == ModInc)
    return AtomicRMWInst::UIncWrap;
  if (Op == ModDec)
    return AtomicRMWInst::UDecWrap;
  if (Op == ModMin)
    return Signed ? AtomicRMWInst::Min : AtomicRMWInst::UMin;
  if (Op == ModMax)
    return Signed ? AtomicRMWInst::Max : AtomicRMWInst::UMax;
  assert(Op == ModExch && "not an operation of an atomic");
  return AtomicRMWInst::Xchg;
}

/// The chip orders all accesses of a thread, so any .sem and .scope will do.
void liftAtom(LiftContext &C, const Instruction &I) {
  if (I.has(ModSharedCluster))
    return C.unsupported(I);
  bool HasResult = I.opcode() == OpAtom;
  unsigned First = HasResult ? 1 : 0;
  unsigned Bytes = storeSize(I.type());
  Value *Pointer = pointer(C, I, I.Operands[First], Bytes);
  Value *A = C.read(I, First + 1);
  Value *Old = nullptr;
  if (I.modifier(GrpAtomOp) == ModCas) {
    Old = C.Builder.CreateAtomicCmpXchg(Pointer, A, C.read(I, First + 2),
                                        Align(Bytes), AtomicOrdering::Monotonic,
                                        AtomicOrdering::Monotonic);
    Old = C.Builder.CreateExtractValue(Old, 0);
  } else {
    Old = C.Builder.CreateAtomicRMW(
        atomicOperation(I.modifier(GrpAtomOp), I.type()), Pointer, A,
        Align(Bytes), AtomicOrdering::Monotonic);
  }
  if (HasResult)
    C.writeResult(I, Old);
}

LiftFunction liftMaskedVote;

/// A guarded vote asks the lanes whose guard is true.
void liftVote(LiftContext &C, const Instruction &I) {
  bool IsPart = I.Operands.size() > 2 && (!I.Operands[2].isImmediate() ||
                                          uint32_t(I.Operands[2].Bits) != ~0u);
  if ((IsPart || I.has(ModBallot)) &&
      C.Parent.Chip.has(abi::Feature::WarpExchange))
    return liftMaskedVote(C, I);
  if (IsPart)
    return C.unsupported(I, ": only a vote of the whole warp");
  Value *P = C.read(I, 1);
  Type *I32 = C.Builder.getInt32Ty();
  auto Vote = [&](HeddleOp Op, Value *V) {
    return C.Builder.CreateIsNotNull(C.op(Op, {C.Builder.CreateSExt(V, I32)}));
  };
  if (I.has(ModAny))
    return C.writeResult(I, Vote(HeddleOp::VoteAny, P));
  Value *All = Vote(HeddleOp::VoteAll, P);
  if (I.has(ModUni))
    All = C.Builder.CreateOr(All,
                             Vote(HeddleOp::VoteAll, C.Builder.CreateNot(P)));
  C.writeResult(I, All);
}

} // namespace heddle
