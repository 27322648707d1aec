//===- GlobalAccess.cpp - Accesses to g[] in host code --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads of and stores to g[]: vectors of words that follow each other inside
// the buffer that the instruction accessed before, else gathers and scatters.
//
//===----------------------------------------------------------------------===//

#include "HostState.h"
#include "MemoryLowering.h"
#include "heddle/ABI/MemoryOps.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Intrinsics.h"
#include <cstddef>
#include <utility>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

void MemoryLowering::startBlock(unsigned GlobalLoads) {
  constexpr unsigned Many = 4;
  Prefetches = GlobalLoads >= Many;
  LastRow = nullptr;
}

/// The steps of unrolled loops are often too large for the host to see that
/// they are alike.
void MemoryLowering::appendPrefetch(Value *First, Value *Offset, Value *Size,
                                    Value *Data) {
  constexpr uint32_t Ahead = 4, Line = 64;
  Value *Last = std::exchange(LastRow, First);
  if (!Prefetches || !Last)
    return;
  Value *Step = B.CreateSub(First, Last);
  auto Word = [&](uint64_t V) { return ConstantInt::get(Step->getType(), V); };
  Value *Next = B.CreateAdd(Offset, B.CreateMul(Step, Word(Ahead)));
  Value *IsInside = B.CreateICmpULE(Next, B.CreateSub(Size, Word(Lanes * 4)));
  Value *At = byteOf(Data, B.CreateSelect(IsInside, Next, Offset));
  for (uint32_t Byte = 0; Byte != Lanes * 4; Byte += Line)
    B.CreateIntrinsic(Intrinsic::prefetch, {B.getPtrTy()},
                      {B.CreateConstGEP1_64(B.getInt8Ty(), At, Byte),
                       B.getInt32(0), B.getInt32(3), B.getInt32(1)});
}

void MemoryLowering::appendOrder(AtomicOrdering Order) {
  if (!isForAArch64(*F.getParent()))
    return;
  Value *IsConcurrent =
      field(B, offsetof(LaneContext, IsConcurrent), B.getInt8Ty(), true);
  BasicBlock *IsOrdered = newBlock("ordered"), *Fence = newBlock("fence");
  B.CreateCondBr(B.CreateIsNotNull(IsConcurrent), Fence, IsOrdered);
  B.SetInsertPoint(Fence);
  B.CreateFence(Order);
  B.CreateBr(IsOrdered);
  B.SetInsertPoint(IsOrdered);
}

bool MemoryLowering::appendGlobal(const DecodedInst &I, Effects &E,
                                  SlowT Slow) {
  const bool IsLoad = I.is(MemoryOp::LoadGlobal);
  if (I.memType() != MemType::B32 || I.Src[0].Base != WarpRows ||
      I.Src[0].Shift || I.has(HalfDst) ||
      (!IsLoad && (I.Src[1].Base != WarpRows || I.Src[1].Shift)))
    return false;
  const size_t Slot = offsetof(LaneContext, Global) + I.Slot * sizeof(Window);
  Chunks Address = readRow(I.Src[0].Row, E);
  Chunks Data;
  if (!IsLoad)
    Data = readRow(I.Src[1].Row, E);
  if (!IsLoad)
    appendOrder(AtomicOrdering::Release);
  // The handler that finds another window changes it.
  Value *Base = field(B, Slot + offsetof(Window, Base), B.getInt32Ty(), false);
  Value *Size = field(B, Slot + offsetof(Window, Size), B.getInt32Ty(), false);
  Value *Bytes = field(B, Slot + offsetof(Window, Data), B.getPtrTy(), false);
  Value *First = B.CreateExtractElement(Address[0], uint64_t(0));
  Value *Offset = B.CreateSub(First, Base);
  Value *Good = B.CreateICmpUGE(Size, B.getInt32(Lanes * 4));
  auto And = [&](Value *V) { Good = B.CreateAnd(Good, V); };
  And(B.CreateICmpULE(Offset, B.CreateSub(Size, B.getInt32(Lanes * 4))));
  And(B.CreateIsNull(B.CreateAnd(First, B.getInt32(3))));
  SmallVector<Value *, 8> Strays;
  for (unsigned C = 0; C != State.chunks(); ++C)
    Strays.push_back(
        ofLanes(C, B.CreateICmpNE(Address[C],
                                  B.CreateAdd(splat(First), wordOffsets(C)))));
  And(B.CreateNot(anyOf(Strays)));
  BasicBlock *End = newBlock("accessed"), *Apart = newBlock("apart");
  branch(Good, Apart, false);
  Value *At = byteOf(Bytes, Offset);
  if (IsLoad)
    appendPrefetch(First, Offset, Size, Bytes);
  if (IsLoad)
    writeRow(I.DstRow, readWords(At), E);
  else
    storeWords(At, Data);
  B.CreateBr(End);
  B.SetInsertPoint(Apart);
  if (IsLoad || canScatter()) {
    BasicBlock *NotInside = newBlock("apart");
    Chunks Offsets;
    SmallVector<Value *, 8> Unaligned;
    for (auto [C, A] : enumerate(Address)) {
      Offsets.push_back(B.CreateSub(A, splat(Base)));
      Unaligned.push_back(ofLanes(unsigned(C), B.CreateIsNotNull(B.CreateAnd(
                                                   A, splat(B.getInt32(3))))));
    }
    branch(B.CreateAnd(allInside(Offsets, Size), B.CreateNot(anyOf(Unaligned))),
           NotInside, true);
    Effects Ignored;
    if (IsLoad)
      writeRow(I.DstRow, gatherWords(Bytes, Offsets), Ignored);
    else
      scatterWords(Bytes, Offsets, Data);
    B.CreateBr(End);
    B.SetInsertPoint(NotInside);
  }
  appendSlow(Slow, End);
  if (IsLoad)
    appendOrder(AtomicOrdering::Acquire);
  return true;
}

} // namespace heddle::hosttranslate
