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

AtomicOrdering orderingOf(const Instruction &I) {
  if (I.has(ModAcqRel))
    return AtomicOrdering::AcquireRelease;
  if (I.has(ModAcquire))
    return AtomicOrdering::Acquire;
  return I.has(ModRelease) ? AtomicOrdering::Release
                           : AtomicOrdering::Monotonic;
}

/// Whether the chip has an instruction for it, or LLVM knows how to do without.
static bool isPlain(ScalarType Type) {
  unsigned Bits = bitWidth(Type);
  return isFloat(Type) ? Type == ScalarType::F32 || Type == ScalarType::F64
                       : Bits == 32 || Bits == 64;
}

Value *liftAtomicAt(LiftContext &C, const Instruction &I, Value *Pointer,
                    Value *A, Value *B) {
  unsigned Bytes = storeSize(I.type());
  const AtomicOrdering Order = orderingOf(I);
  if (!isPlain(I.type()))
    return liftWideOrNarrowAtomic(C, I, Pointer, A, B);
  if (B) {
    Value *Pair = C.Builder.CreateAtomicCmpXchg(
        Pointer, A, B, Align(Bytes), Order,
        AtomicCmpXchgInst::getStrongestFailureOrdering(Order));
    return C.Builder.CreateExtractValue(Pair, 0);
  }
  AtomicRMWInst *Atomic = C.Builder.CreateAtomicRMW(
      atomicOperation(I.modifier(GrpAtomOp), I.type()), Pointer, A,
      Align(Bytes), Order);
  // InstCombine stores a NaN that is added instead of adding it, and takes -0.0
  // for nothing; PTX has one NaN for all sums. It leaves what is volatile.
  Atomic->setVolatile(isFloat(I.type()));
  return Atomic;
}

/// Lifts the atomic on one element at \p Address. The result is the old value.
static Value *liftElement(LiftContext &C, const Instruction &I,
                          const Operand &Address, Value *A, Value *B) {
  Value *Pointer = pointer(C, I, Address, storeSize(I.type()));
  return Pointer ? liftAtomicAt(C, I, Pointer, A, B) : nullptr;
}

/// The chip orders all accesses of a thread, so any .scope will do, and .sem is
/// for the optimizer. A vector is atomic by element.
void liftAtom(LiftContext &C, const Instruction &I) {
  if ((I.has(ModSharedCluster) || I.has(ModCluster)) &&
      !C.Parent.Chip.has(abi::Feature::Tensors))
    return C.unsupported(I);
  bool HasResult = I.opcode() == OpAtom;
  unsigned First = HasResult ? 1 : 0;
  bool IsCas = I.modifier(GrpAtomOp) == ModCas;
  auto Values = C.elements(I.Operands[First + 1], I.type());
  SmallVector<Value *, 8> Old;
  for (auto [N, From] : enumerate(Values)) {
    Operand Address = I.Operands[First];
    Address.Offset += int64_t(N * storeSize(I.type()));
    Value *A = C.read(From);
    Value *B = IsCas ? C.read(I, First + 2) : nullptr;
    Value *Before = liftElement(C, I, Address, A, B);
    if (!Before)
      return;
    Old.push_back(Before);
  }
  if (!HasResult || I.Operands[0].OpKind == Operand::SinkOp)
    return;
  auto Targets = C.elements(I.Operands[0], I.type());
  if (Targets.size() != Old.size())
    return C.unsupported(I, ": vectors of different widths");
  for (auto [To, V] : zip_equal(Targets, Old))
    C.write(To, V);
}

LiftFunction liftMaskedVote;

/// A guarded vote asks the lanes whose guard is true.
void liftVote(LiftContext &C, const Instruction &I) {
  bool IsPart = I.Operands.size() > 2 && (!I.Operands[2].isImmediate() ||
                                          uint32_t(I.Operands[2].Bits) != ~0u);
  // Others that it waits for may be in another branch.
  const bool MayWait = I.has(ModSync) && C.Parent.hasIndependentLanes();
  if ((IsPart || MayWait || I.has(ModBallot)) &&
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
