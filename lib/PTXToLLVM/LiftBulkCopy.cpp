//===- LiftBulkCopy.cpp - Copies of blocks of memory ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cp.async.bulk, cp.reduce.async.bulk, st.async, red.async, st.bulk. When the
/// bytes are copied is open until somebody waits for them; here that has
/// happened when the instruction has, by loads and stores of the lane, and then
/// its mbarrier, if there is one, is told. Bulk groups have nothing to wait
/// for.
///
//===----------------------------------------------------------------------===//

#include "LiftBulkCopy.h"
#include "LiftCall.h"
#include "LiftCluster.h"
#include "LiftMemory.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using namespace ptx;

/// Bytes that one access moves.
constexpr unsigned ChunkBytes = 16;

void faultIf(LiftContext &C, Value *IsWrong, abi::Misuse Rule, Value *What) {
  if (const auto *Known = dyn_cast<ConstantInt>(IsWrong);
      Known && Known->isZero())
    return;
  BasicBlock *Wrong = C.newBlock("wrong"), *Next = C.newBlock("right");
  C.Builder.CreateCondBr(IsWrong, Wrong, Next);
  C.Builder.SetInsertPoint(Wrong);
  Type *I64 = C.Builder.getInt64Ty();
  callHost(C, abi::HostService::Misuse, C.Builder.getInt64(unsigned(Rule)),
           C.Builder.CreateZExt(What, I64));
  C.startBlock(Next);
}

Value *isMisaligned(LiftContext &C, Value *Address, uint64_t Bytes) {
  return C.Builder.CreateIsNotNull(C.Builder.CreateAnd(
      Address, ConstantInt::get(Address->getType(), Bytes - 1)));
}

void checkTileAddress(LiftContext &C, Value *Shared) {
  faultIf(C, isMisaligned(C, Shared, 128), abi::Misuse::TileAddress, Shared);
}

/// A value of the block \p Loop, where code goes on: \p First when control
/// comes from \p Before, and else what \p Next makes of the last one. The phi
/// has both values before the body is built, since whoever folds takes a phi
/// for the values that it has.
static PHINode *startLoop(LiftContext &C, BasicBlock *Loop, BasicBlock *Before,
                          Value *First, function_ref<Value *(Value *)> Next) {
  assert(Before->getTerminator() && "a loop that nothing leads to");
  C.Builder.SetInsertPoint(Loop);
  PHINode *At = C.Builder.CreatePHI(First->getType(), 2);
  At->addIncoming(First, Before);
  At->addIncoming(UndefValue::get(First->getType()), Loop);
  At->setIncomingValue(1, Next(At));
  return At;
}

/// Ends the loop of \p At: once more where \p Again is true.
static void endLoop(LiftContext &C, PHINode *At, Value *Again,
                    BasicBlock *Behind) {
  assert(At->getNumIncomingValues() == 2 && Again->getType()->isIntegerTy(1) &&
         "a loop that startLoop() has begun goes on or ends");
  At->setIncomingBlock(1, C.Builder.GetInsertBlock());
  C.Builder.CreateCondBr(Again, At->getParent(), Behind);
  C.Builder.SetInsertPoint(Behind);
}

void forSteps(LiftContext &C, Value *Bytes, unsigned Step,
              function_ref<void(Value *At)> Body) {
  assert(isPowerOf2_32(Step) && Bytes->getType()->isIntegerTy(32) &&
         "a loop that would step over its end");
  IRBuilderBase &B = C.Builder;
  BasicBlock *Loop = C.newBlock("chunk"), *Next = C.newBlock("copied");
  BasicBlock *Before = B.GetInsertBlock();
  B.CreateCondBr(B.CreateIsNull(Bytes), Next, Loop);
  PHINode *At =
      startLoop(C, Loop, Before, B.getInt32(0), [&](Value *Now) -> Value * {
        return B.Insert(BinaryOperator::CreateAdd(Now, B.getInt32(Step)));
      });
  Body(At);
  endLoop(C, At, B.CreateICmpULT(At->getIncomingValue(1), Bytes), Next);
}

/// The pointer \p At bytes behind \p Base, a pointer or a generic address.
static Value *pointerAt(LiftContext &C, Value *Base, Value *At) {
  IRBuilderBase &B = C.Builder;
  if (!Base->getType()->isPointerTy())
    return B.CreateIntToPtr(B.CreateAdd(Base, B.CreateZExt(At, B.getInt64Ty())),
                            B.getPtrTy());
  Type *Address = C.Parent.M.getDataLayout().getIntPtrType(Base->getType());
  return B.CreateIntToPtr(B.CreateAdd(B.CreatePtrToInt(Base, Address),
                                      B.CreateZExtOrTrunc(At, Address)),
                          Base->getType());
}

/// Ends the launch where an end of a copy is at no multiple of 16, which the
/// accesses would not mind if they are smaller.
static void checkEnd(LiftContext &C, Value *End) {
  if (End->getType()->isPointerTy())
    End = C.Builder.CreatePtrToInt(
        End, C.Parent.M.getDataLayout().getIntPtrType(End->getType()));
  faultIf(C, isMisaligned(C, End, ChunkBytes), abi::Misuse::CopyAddress, End);
}

/// One of the ends of a copy that is not in the cluster's shared memory.
static Value *endOf(LiftContext &C, Modifier Space, const Operand &Op) {
  return pointerInto(
      C, Space == ModGlobal ? StateSpace::Global : StateSpace::Shared, Op,
      ChunkBytes);
}

/// The size of the copy, a multiple of 16.
static Value *sizeOf(LiftContext &C, const Operand &Op) {
  Value *Size = C.read(Op);
  faultIf(C, isMisaligned(C, Size, ChunkBytes), abi::Misuse::CopySize, Size);
  return Size;
}

void forRanks(LiftContext &C, Value *Mask,
              function_ref<void(Value *Rank)> Body) {
  IRBuilderBase &B = C.Builder;
  assert(Mask->getType()->getIntegerBitWidth() <= 32 &&
         "a cluster has no more CTAs than a mask has bits");
  BasicBlock *Loop = C.newBlock("rank"), *Next = C.newBlock("ranks");
  Mask = B.CreateZExt(Mask, B.getInt32Ty());
  BasicBlock *Before = B.GetInsertBlock();
  B.CreateCondBr(B.CreateIsNull(Mask), Next, Loop);
  PHINode *Left = startLoop(C, Loop, Before, Mask, [&](Value *Now) -> Value * {
    auto *Less = B.Insert(BinaryOperator::CreateSub(Now, B.getInt32(1)));
    return B.Insert(BinaryOperator::CreateAnd(Now, Less));
  });
  Body(B.CreateIntrinsic(Intrinsic::cttz, {B.getInt32Ty()},
                         {Left, B.getTrue()}));
  endLoop(C, Left, B.CreateIsNotNull(Left->getIncomingValue(1)), Next);
}

void forDestinations(LiftContext &C, const Operand &To, const Operand &Barrier,
                     Value *Mask,
                     function_ref<void(Value *To, Value *Barrier)> Copy) {
  Value *Data = clusterAddressIn(C, To), *Bar = clusterAddressIn(C, Barrier);
  if (!Mask)
    return Copy(genericOfCluster(C, Data), genericOfCluster(C, Bar));
  forRanks(C, Mask, [&](Value *Rank) {
    Copy(genericInRank(C, Data, Rank), genericInRank(C, Bar, Rank));
  });
}

void forPairs(LiftContext &C, const Operand &To, const Operand &Barrier,
              Value *Mask, function_ref<void(Value *To, Value *Barrier)> Copy) {
  IRBuilderBase &B = C.Builder;
  Value *Data = clusterAddressIn(C, To), *Bar = clusterAddressIn(C, Barrier);
  Value *Odd = B.CreateAnd(rankOfAddress(C, Bar), 1);
  forRanks(C, Mask, [&](Value *Rank) {
    Value *Waits = B.CreateOr(B.CreateAnd(Rank, B.getInt32(~1u)), Odd);
    Copy(genericInRank(C, Data, Rank), genericInRank(C, Bar, Waits));
  });
}

//===----------------------------------------------------------------------===//
// cp.async.bulk
//===----------------------------------------------------------------------===//

/// \p Size bytes, volatile so that no loop becomes a call.
static void copyChunks(LiftContext &C, Value *To, Value *From, Value *Size) {
  IRBuilderBase &B = C.Builder;
  auto *Chunk = FixedVectorType::get(B.getInt32Ty(), ChunkBytes / 4);
  forSteps(C, Size, ChunkBytes, [&](Value *At) {
    Value *V = B.CreateAlignedLoad(Chunk, pointerAt(C, From, At),
                                   Align(ChunkBytes), /*isVolatile=*/true);
    B.CreateAlignedStore(V, pointerAt(C, To, At), Align(ChunkBytes),
                         /*isVolatile=*/true);
  });
}

/// The bytes whose number, modulo 16, is in \p Mask.
static void copyMasked(LiftContext &C, Value *To, Value *From, Value *Size,
                       Value *Mask) {
  IRBuilderBase &B = C.Builder;
  assert(Mask->getType()->getIntegerBitWidth() >= ChunkBytes &&
         "a mask has a bit for each byte of a chunk");
  checkEnd(C, To);
  checkEnd(C, From);
  Mask = B.CreateZExt(Mask, B.getInt32Ty());
  forSteps(C, Size, 1, [&](Value *At) {
    Value *Bit = B.CreateAnd(At, B.getInt32(ChunkBytes - 1));
    BasicBlock *Chosen = C.newBlock("byte"), *Next = C.newBlock("next");
    B.CreateCondBr(B.CreateTrunc(B.CreateLShr(Mask, Bit), B.getInt1Ty()),
                   Chosen, Next);
    B.SetInsertPoint(Chosen);
    Value *V = B.CreateAlignedLoad(B.getInt8Ty(), pointerAt(C, From, At),
                                   Align(1), /*isVolatile=*/true);
    B.CreateAlignedStore(V, pointerAt(C, To, At), Align(1),
                         /*isVolatile=*/true);
    C.startBlock(Next);
  });
}

void liftBulkCopy(LiftContext &C, const Instruction &I) {
  Value *From = endOf(C, I.modifier(GrpSourceSpace), I.Operands[1]);
  Value *Size = sizeOf(C, I.Operands[2]);
  if (!From)
    return;
  if (I.has(ModBulkGroup)) {
    Value *To = endOf(C, ModGlobal, I.Operands[0]);
    if (!To)
      return;
    if (I.has(ModCpMask))
      return copyMasked(C, To, From, Size, C.read(I.Operands.back()));
    return copyChunks(C, To, From, Size);
  }
  Value *Mask = I.has(ModMulticastCluster) ? C.read(I, 4) : nullptr;
  forDestinations(C, I.Operands[0], I.Operands[3], Mask,
                  [&](Value *To, Value *Barrier) {
                    copyChunks(C, To, From, Size);
                    completeBytes(C, Barrier, Size);
                  });
}

/// A hint about caches that the chip does not have.
void liftBulkPrefetch(LiftContext &, const Instruction &) {}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Each element of the source is the operand of an atomic.
static void reduceElements(LiftContext &C, const Instruction &I, Value *To,
                           Value *From, Value *Size) {
  IRBuilderBase &B = C.Builder;
  checkEnd(C, To);
  checkEnd(C, From);
  const unsigned Bytes = storeSize(I.type());
  forSteps(C, Size, Bytes, [&](Value *At) {
    Value *V = B.CreateAlignedLoad(C.typeOf(I.type()), pointerAt(C, From, At),
                                   Align(Bytes), /*isVolatile=*/true);
    liftAtomicAt(C, I, pointerAt(C, To, At), V, /*B=*/nullptr);
  });
}

void liftBulkReduce(LiftContext &C, const Instruction &I) {
  Value *From = endOf(C, I.modifier(GrpSourceSpace), I.Operands[1]);
  Value *Size = sizeOf(C, I.Operands[2]);
  if (!From)
    return;
  if (I.has(ModBulkGroup)) {
    if (Value *To = endOf(C, ModGlobal, I.Operands[0]))
      reduceElements(C, I, To, From, Size);
    return;
  }
  forDestinations(C, I.Operands[0], I.Operands[3], /*Mask=*/nullptr,
                  [&](Value *To, Value *Barrier) {
                    reduceElements(C, I, To, From, Size);
                    completeBytes(C, Barrier, Size);
                  });
}

//===----------------------------------------------------------------------===//
// st.async, red.async
//===----------------------------------------------------------------------===//

/// The generic address in \p Op, which has one of shared memory where \p I
/// names that space.
static Value *addressOf(LiftContext &C, const Instruction &I,
                        const Operand &Op) {
  if (I.has(ModSharedCluster))
    return genericOfCluster(C, clusterAddressIn(C, Op));
  return C.Builder.CreatePtrToInt(
      pointerInto(C,
                  I.has(ModGlobal) ? StateSpace::Global : StateSpace::Generic,
                  Op, 1),
      C.Builder.getInt64Ty());
}

static void tellBarrier(LiftContext &C, const Instruction &I, size_t Bytes) {
  // A copy that is released in a scope has no mbarrier.
  if (I.Operands.size() > 2)
    completeBytes(C, addressOf(C, I, I.Operands[2]),
                  C.Builder.getInt32(unsigned(Bytes)));
}

void liftStAsync(LiftContext &C, const Instruction &I) {
  Value *To = addressOf(C, I, I.Operands[0]);
  const unsigned Bytes = storeSize(I.type());
  const auto Values = C.elements(I.Operands[1], I.type());
  for (auto [N, From] : enumerate(Values))
    C.Builder.CreateAlignedStore(
        C.read(From), pointerAt(C, To, C.Builder.getInt32(unsigned(N) * Bytes)),
        Align(Bytes),
        /*isVolatile=*/true);
  tellBarrier(C, I, Values.size() * Bytes);
}

void liftRedAsync(LiftContext &C, const Instruction &I) {
  Value *To = addressOf(C, I, I.Operands[0]);
  liftAtomicAt(C, I, pointerAt(C, To, C.Builder.getInt32(0)), C.read(I, 1),
               /*B=*/nullptr);
  tellBarrier(C, I, storeSize(I.type()));
}

/// Zeros.
void liftStBulk(LiftContext &C, const Instruction &I) {
  Value *To = pointerInto(C, I.space(), I.Operands[0], 8);
  Type *I64 = C.Builder.getInt64Ty();
  // No space in which this is allowed has room for more.
  Value *Size = C.Builder.CreateTrunc(C.read(I, 1), C.Builder.getInt32Ty());
  faultIf(C, isMisaligned(C, Size, 8), abi::Misuse::StoreSize, Size);
  forSteps(C, Size, 8, [&](Value *At) {
    C.Builder.CreateAlignedStore(Constant::getNullValue(I64),
                                 pointerAt(C, To, At), Align(8),
                                 /*isVolatile=*/true);
  });
}

} // namespace heddle
