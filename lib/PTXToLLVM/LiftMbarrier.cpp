//===- LiftMbarrier.cpp - mbarrier ----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Barriers that are words of shared memory: heddle/ABI/Barrier.h says what
/// their bits are. Whoever arrives changes the word by one atomic, and whoever
/// waits looks at it by the same atomic of nothing, as often as the program
/// does, so that a warp that waits for ever is known by it.
///
//===----------------------------------------------------------------------===//

#include "LiftBulkCopy.h"
#include "LiftCluster.h"
#include "LiftMemory.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/Barrier.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using namespace ptx;

constexpr unsigned StateBytes = 8;

/// The mbarrier at \p Address as a pointer into shared memory. A generic
/// address has that in its low word.
static Value *barrierPointer(LiftContext &C, const Instruction &I,
                             const Operand &Address) {
  if (I.space() != StateSpace::Generic)
    return pointerInto(C, StateSpace::Shared, Address, StateBytes);
  Value *Generic = pointerInto(C, StateSpace::Generic, Address, StateBytes);
  Type *I32 = C.Builder.getInt32Ty();
  return C.Builder.CreateIntToPtr(C.Builder.CreatePtrToInt(Generic, I32),
                                  C.Builder.getPtrTy(abi::Shared));
}

/// Fields of a state or of what updates one.
static Value *stateOf(LiftContext &C, Value *Pending, Value *Expected,
                      Value *Bytes) {
  assert(Pending->getType()->isIntegerTy(32) &&
         Expected->getType()->isIntegerTy(32) &&
         Bytes->getType()->isIntegerTy(32) && "counts are words");
  IRBuilderBase &B = C.Builder;
  auto Field = [&](Value *V, uint64_t Mask, unsigned Shift) {
    return B.CreateShl(B.CreateAnd(B.CreateZExt(V, B.getInt64Ty()), Mask),
                       Shift);
  };
  return B.CreateOr(
      B.CreateOr(
          Field(Pending, abi::BarrierCountMask, 0),
          Field(Expected, abi::BarrierCountMask, abi::BarrierExpectedShift)),
      Field(Bytes, abi::BarrierBytesMask, abi::BarrierBytesShift));
}

/// The old state of the barrier at \p Address; null, after a report, if there
/// is none.
static Value *update(LiftContext &C, const Instruction &I,
                     const Operand &Address, Value *What) {
  assert(What->getType()->isIntegerTy(64) && "a state has 64 bits");
  if (I.has(ModSharedCluster) && !Address.baseVariable())
    return updateBarrierAt(C, genericOfCluster(C, clusterAddressIn(C, Address)),
                           What);
  Value *Pointer = barrierPointer(C, I, Address);
  if (!Pointer)
    return nullptr;
  return C.op(
      HeddleOp::MbarrierUpdate,
      {C.Builder.CreatePtrToInt(Pointer, C.Builder.getInt32Ty()), What});
}

void liftMbarrierInit(LiftContext &C, const Instruction &I) {
  Value *Pointer = barrierPointer(C, I, I.Operands[0]);
  if (!Pointer)
    return;
  Value *Count = C.read(I, 1);
  // Other counts would reach into what else the word holds.
  IRBuilderBase &B = C.Builder;
  faultIf(C,
          B.CreateICmpUGE(B.CreateSub(Count, B.getInt32(1)),
                          B.getInt32(unsigned(abi::BarrierCountMask))),
          abi::Misuse::ArrivalCount, Count);
  C.Builder.CreateAlignedStore(stateOf(C, Count, Count, C.Builder.getInt32(0)),
                               Pointer, Align(StateBytes), /*isVolatile=*/true);
}

/// Makes a barrier ordinary memory again. A thread that still waits on it waits
/// for ever.
void liftMbarrierInval(LiftContext &C, const Instruction &I) {
  if (Value *Pointer = barrierPointer(C, I, I.Operands[0]))
    C.Builder.CreateAlignedStore(C.Builder.getInt64(0), Pointer,
                                 Align(StateBytes), /*isVolatile=*/true);
}

/// Lifts arrive and arrive_drop.
void liftMbarrierArrive(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  Value *One = B.getInt32(1), *Zero = B.getInt32(0);
  const bool Expects = I.has(ModExpectTx), HasMore = I.Operands.size() > 2;
  Value *Count = HasMore && !Expects ? C.read(I, 2) : One;
  Value *Bytes = Expects ? C.read(I, 2) : Zero;
  const bool Drops = I.opcode() == OpMbarrierArriveDrop;
  Value *Old = update(C, I, I.Operands[1],
                      stateOf(C, Count, Drops ? Count : Zero, Bytes));
  if (Old && I.Operands[0].OpKind != Operand::SinkOp)
    C.writeResult(I, Old);
}

/// Lifts expect_tx and complete_tx.
void liftMbarrierTx(LiftContext &C, const Instruction &I) {
  Value *Bytes = C.read(I, 1), *Zero = C.Builder.getInt32(0);
  if (I.opcode() == OpMbarrierCompleteTx)
    Bytes = C.Builder.CreateNeg(Bytes);
  update(C, I, I.Operands[0], stateOf(C, Zero, Zero, Bytes));
}

/// Lifts test_wait and try_wait, which may give up at once: returns whether the
/// phase is another than that of a state, or of a parity.
void liftMbarrierWait(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  Value *Now = update(C, I, I.Operands[1], B.getInt64(0));
  if (!Now)
    return;
  Value *Phase = B.CreateLShr(Now, abi::BarrierPhaseShift);
  Value *IsOver;
  if (I.has(ModParity)) {
    Value *Parity = B.CreateZExt(C.read(I, 2), B.getInt64Ty());
    IsOver = B.CreateICmpNE(B.CreateAnd(Phase, 1), B.CreateAnd(Parity, 1));
  } else {
    IsOver = B.CreateICmpNE(Phase,
                            B.CreateLShr(C.read(I, 2), abi::BarrierPhaseShift));
  }
  C.writeResult(I, IsOver);
}

void liftMbarrierPending(LiftContext &C, const Instruction &I) {
  C.writeResult(I, C.Builder.CreateTrunc(
                       C.Builder.CreateAnd(C.read(I, 1), abi::BarrierCountMask),
                       C.Builder.getInt32Ty()));
}

/// Copies have happened when they are issued. With .noinc the arrival is one of
/// those that the barrier counts on; without, it is expected here and arrives,
/// which changes nothing: checkers are told at which barrier.
void liftCpAsyncArrive(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  Value *Zero = B.getInt32(0);
  if (I.has(ModNoinc))
    update(C, I, I.Operands[0], stateOf(C, B.getInt32(1), Zero, Zero));
  else if (B.GetInsertBlock()->getParent()->hasFnAttribute(
               Attribute::SanitizeThread))
    update(C, I, I.Operands[0], B.getInt64(0));
}

} // namespace heddle
