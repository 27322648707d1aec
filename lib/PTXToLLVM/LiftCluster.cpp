//===- LiftCluster.cpp - Clusters of CTAs ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// mapa, getctarank, barrier.cluster, and registers of clusters. Where the
/// shared memory of other CTAs is, and what a CTA knows of its cluster, is in
/// heddle/ABI/ClusterWindow.h.
///
//===----------------------------------------------------------------------===//

#include "LiftCluster.h"
#include "LiftBulkCopy.h"
#include "LiftMemory.h"
#include "LiftSpecialRegisters.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/Barrier.h"
#include "heddle/ABI/ClusterWindow.h"
#include "heddle/ABI/GenericAddress.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cassert>
#include <cstddef>

using namespace llvm;

namespace heddle {

using namespace ptx;

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// The fact at \p Offset of the block.
static Value *factAt(LiftContext &C, size_t Offset, Type *T) {
  assert(Offset + T->getIntegerBitWidth() / 8 <= sizeof(abi::ClusterFacts) &&
         "a fact behind the block");
  IRBuilderBase &B = C.Builder;
  Value *Pointer = B.CreateIntToPtr(B.getInt64(abi::ClusterSelf + Offset),
                                    B.getPtrTy(abi::Global));
  LoadInst *Load =
      B.CreateAlignedLoad(T, Pointer, Align(T->getIntegerBitWidth() / 8));
  Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(C.Context, {}));
  return Load;
}

static Value *factAt(LiftContext &C, size_t Offset) {
  return factAt(C, Offset, C.Builder.getInt32Ty());
}

static Value *ownRank(LiftContext &C) {
  return factAt(C, offsetof(abi::ClusterFacts, Rank));
}

Value *clusterSize(LiftContext &C) {
  return factAt(C, offsetof(abi::ClusterFacts, Size));
}

static Value *clusterBase(LiftContext &C) {
  return factAt(C, offsetof(abi::ClusterFacts, Base), C.Builder.getInt64Ty());
}

/// The place of the fact that \p Op reads; that of the first component of
/// three.
static std::optional<size_t> factOf(SpecialRegister Register) {
  switch (Register) { // Over those of clusters.
  case SRegClusterId:
    return offsetof(abi::ClusterFacts, Cluster);
  case SRegNClusterId:
    return offsetof(abi::ClusterFacts, Clusters);
  case SRegClusterCtaId:
    return offsetof(abi::ClusterFacts, Index);
  case SRegClusterNCtaId:
    return offsetof(abi::ClusterFacts, Extents);
  case SRegClusterCtaRank:
    return offsetof(abi::ClusterFacts, Rank);
  case SRegClusterNCtaRank:
    return offsetof(abi::ClusterFacts, Size);
  case SRegIsExplicitCluster:
    return offsetof(abi::ClusterFacts, IsExplicit);
  default:
    return std::nullopt;
  }
}

Value *readOfCluster(LiftContext &C, const ptx::Operand &Op) {
  std::optional<size_t> Place = factOf(Op.SReg);
  if (!Place)
    return nullptr;
  assert(Op.Component < 4 && "a component that no register has");
  if (Op.Component == 3)
    return C.Builder.getInt32(0);
  if (Op.Component > 0)
    *Place += size_t(Op.Component) * sizeof(uint32_t);
  Value *V = factAt(C, *Place);
  return Op.SReg == SRegIsExplicitCluster ? C.Builder.CreateIsNotNull(V) : V;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

static Value *windowOf(LiftContext &C, Value *Offset) {
  IRBuilderBase &B = C.Builder;
  return B.CreateOr(B.CreateZExt(Offset, B.getInt64Ty()),
                    B.getInt64(abi::windowBase(abi::SharedWindowWord)));
}

/// The first address of rank \p Rank in 32 bits: its tag.
static Value *tagOf(LiftContext &C, Value *Rank) {
  assert(Rank->getType()->isIntegerTy(32) && "a rank is a word");
  IRBuilderBase &B = C.Builder;
  return B.CreateShl(B.CreateAdd(Rank, B.getInt32(1)), abi::ClusterRankShift);
}

Value *genericOfCluster(LiftContext &C, Value *Address) {
  assert(Address->getType()->isIntegerTy(32) && "an address within a cluster");
  IRBuilderBase &B = C.Builder;
  Value *IsOwn = B.CreateICmpULE(Address, B.getInt32(abi::ClusterOffsetMask));
  // The tag is one more than the rank.
  Value *InRank = B.CreateSub(B.CreateZExt(Address, B.getInt64Ty()),
                              B.getInt64(abi::ClusterOffsetMask + 1));
  return B.CreateSelect(IsOwn, windowOf(C, Address),
                        B.CreateAdd(clusterBase(C), InRank));
}

static Value *offsetOf(LiftContext &C, Value *Address) {
  IRBuilderBase &B = C.Builder;
  return B.CreateAnd(C.fitBits(Address, B.getInt32Ty()),
                     B.getInt32(abi::ClusterOffsetMask));
}

Value *genericInRank(LiftContext &C, Value *Address, Value *Rank) {
  assert(Rank->getType()->isIntegerTy(32) && "a rank is a word");
  IRBuilderBase &B = C.Builder;
  Value *Offset = offsetOf(C, Address);
  Value *There = B.CreateOr(
      B.CreateZExt(B.CreateOr(Offset, B.CreateShl(Rank, abi::ClusterRankShift)),
                   B.getInt64Ty()),
      clusterBase(C));
  return B.CreateSelect(B.CreateICmpEQ(Rank, ownRank(C)), windowOf(C, Offset),
                        There);
}

Value *isInClusterWindow(LiftContext &C, Value *Address) {
  assert(Address->getType()->isIntegerTy(64) && "a generic address");
  IRBuilderBase &B = C.Builder;
  return B.CreateICmpEQ(B.CreateLShr(Address, 56),
                        B.getInt64(abi::ClusterWindows >> 56));
}

/// The rank in a generic address in a window of the cluster.
static Value *rankIn(LiftContext &C, Value *Address) {
  IRBuilderBase &B = C.Builder;
  return B.CreateAnd(B.CreateLShr(B.CreateTrunc(Address, B.getInt32Ty()),
                                  abi::ClusterRankShift),
                     B.getInt32(abi::MaxClusterSize - 1));
}

Value *rankOfAddress(LiftContext &C, Value *Address) {
  IRBuilderBase &B = C.Builder;
  Value *Tag = B.CreateLShr(Address, abi::ClusterRankShift);
  return B.CreateSelect(B.CreateIsNull(Tag), ownRank(C),
                        B.CreateSub(Tag, B.getInt32(1)));
}

Value *clusterOfGeneric(LiftContext &C, Value *Address) {
  IRBuilderBase &B = C.Builder;
  Value *Offset = offsetOf(C, Address);
  return B.CreateSelect(isInClusterWindow(C, Address),
                        B.CreateOr(Offset, tagOf(C, rankIn(C, Address))),
                        C.fitBits(Address, B.getInt32Ty()));
}

Value *clusterAddressIn(LiftContext &C, const ptx::Operand &Op) {
  Value *Pointer = pointerInto(C, StateSpace::Shared, Op, 1);
  return C.Builder.CreatePtrToInt(Pointer, C.Builder.getInt32Ty());
}

static bool isOfCluster(const Instruction &I) {
  return I.has(ModSharedCluster);
}

void liftMapa(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  Value *Address = C.read(I, 1), *Rank = C.read(I, 2);
  if (!isOfCluster(I)) {
    Value *There = genericInRank(C, Address, Rank);
    return C.writeResult(I, C.fitBits(There, C.typeOf(I.type())));
  }
  Value *Offset = offsetOf(C, Address);
  Value *There = B.CreateSelect(B.CreateICmpEQ(Rank, ownRank(C)), Offset,
                                B.CreateOr(Offset, tagOf(C, Rank)));
  C.writeResult(I, C.fitBits(There, C.typeOf(I.type())));
}

void liftGetctarank(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  Value *Address = C.read(I, 1);
  if (!isOfCluster(I)) {
    Address = B.CreateZExt(Address, B.getInt64Ty());
    return C.writeResult(I, B.CreateSelect(isInClusterWindow(C, Address),
                                           rankIn(C, Address), ownRank(C)));
  }
  C.writeResult(I, rankOfAddress(C, C.fitBits(Address, B.getInt32Ty())));
}

//===----------------------------------------------------------------------===//
// clusterlaunchcontrol
//===----------------------------------------------------------------------===//

/// All CTAs of a grid are launched, so none is left that could be cancelled:
/// the answer is 16 bytes of zeros.
void liftTryCancel(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  constexpr unsigned AnswerBytes = 16;
  const StateSpace Space =
      I.has(ModSharedCta) ? StateSpace::Shared : StateSpace::Generic;
  auto Generic = [&](unsigned N) {
    return genericAddress(
        C, pointerInto(C, Space, I.Operands[N], N ? 8 : AnswerBytes));
  };
  Value *To = Generic(0), *Barrier = Generic(1);
  auto Answer = [&](Value *At, Value *Told) {
    B.CreateAlignedStore(
        Constant::getNullValue(FixedVectorType::get(B.getInt32Ty(), 4)),
        B.CreateIntToPtr(At, B.getPtrTy()), Align(AnswerBytes),
        /*isVolatile=*/true);
    completeBytes(C, Told, B.getInt32(AnswerBytes));
  };
  if (!I.has(ModMulticastClusterAll))
    return Answer(To, Barrier);
  Value *All =
      B.CreateSub(B.CreateShl(B.getInt32(1), clusterSize(C)), B.getInt32(1));
  forRanks(C, All, [&](Value *Rank) {
    Answer(genericInRank(C, To, Rank), genericInRank(C, Barrier, Rank));
  });
}

/// The lowest bit of the last word says whether a cluster was cancelled; the
/// words before it have the first CTA of that.
void liftQueryCancel(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  Value *Answer = C.read(I, 1);
  auto Word = [&](unsigned N) {
    return B.CreateTrunc(B.CreateLShr(Answer, 32 * N), B.getInt32Ty());
  };
  if (I.has(ModIsCanceled))
    return C.writeResult(I, B.CreateTrunc(Word(3), B.getInt1Ty()));
  if (!I.has(ModGetFirstCtaid))
    return C.writeResult(I, Word(I.has(ModGetFirstCtaidX)   ? 0
                                 : I.has(ModGetFirstCtaidY) ? 1
                                                            : 2));
  // The fourth is undefined.
  for (auto [N, To] : enumerate(C.elements(I.Operands[0], ScalarType::B32)))
    if (To.OpKind != ptx::Operand::SinkOp)
      C.write(To, N < 3 ? Word(unsigned(N)) : B.getInt32(0));
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

Value *updateBarrierAt(LiftContext &C, Value *Barrier, Value *What) {
  return C.op(HeddleOp::MbarrierUpdateFar, {Barrier, What});
}

void completeBytes(LiftContext &C, Value *Barrier, Value *Bytes) {
  assert(Barrier->getType()->isIntegerTy(64) &&
         Bytes->getType()->isIntegerTy(32) &&
         "a generic address, and a count that fits its field");
  IRBuilderBase &B = C.Builder;
  Value *Less = B.CreateNeg(B.CreateZExt(Bytes, B.getInt64Ty()));
  updateBarrierAt(C, Barrier,
                  B.CreateShl(B.CreateAnd(Less, abi::BarrierBytesMask),
                              abi::BarrierBytesShift));
}

static Value *clusterBarrier(LiftContext &C) {
  return C.Builder.CreateAdd(clusterBase(C),
                             C.Builder.getInt64(abi::ClusterBarrierOffset));
}

/// The byte that holds in which phase the thread has arrived.
static Value *ownPhase(LiftContext &C) {
  IRBuilderBase &B = C.Builder;
  Value *Thread = threadInCta(C);
  Value *Offset =
      B.CreateAdd(B.CreateShl(ownRank(C), abi::ClusterRankShift),
                  B.CreateAdd(Thread, B.getInt32(abi::ClusterPhasesOffset)));
  return B.CreateIntToPtr(
      B.CreateAdd(clusterBase(C), B.CreateZExt(Offset, B.getInt64Ty())),
      B.getPtrTy(abi::Global));
}

static Value *phaseIn(LiftContext &C, Value *State) {
  return C.Builder.CreateTrunc(
      C.Builder.CreateLShr(State, abi::BarrierPhaseShift),
      C.Builder.getInt8Ty());
}

/// Each thread arrives at an mbarrier of the cluster once in a phase. No phase
/// ends without it, so that the state before its arrival names the phase that
/// it waits for.
void liftBarrierCluster(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  Value *Barrier = clusterBarrier(C), *Phase = ownPhase(C);
  if (!I.has(ModWait)) {
    Value *Before = updateBarrierAt(C, Barrier, B.getInt64(1));
    B.CreateAlignedStore(phaseIn(C, Before), Phase, Align(1),
                         /*isVolatile=*/true);
    return;
  }
  Value *Awaited =
      B.CreateAlignedLoad(B.getInt8Ty(), Phase, Align(1), /*isVolatile=*/true);
  BasicBlock *Loop = C.newBlock("cluster"), *Next = C.newBlock("met");
  C.startBlock(Loop);
  Value *Now = updateBarrierAt(C, Barrier, B.getInt64(0));
  B.CreateCondBr(B.CreateICmpEQ(phaseIn(C, Now), Awaited), Loop, Next);
  B.SetInsertPoint(Next);
}

} // namespace heddle
