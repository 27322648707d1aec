//===- FarAccess.cpp - Accesses at addresses of tx1 in host code ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores at addresses that are in registers, by their stride: one
// value after another as vectors, the same for all lanes as one load, other
// words as a gather or a scatter. What is in none of these shapes, or not in
// the buffer that the instruction accessed before, is the handler's.
//
//===----------------------------------------------------------------------===//

#include "HostState.h"
#include "MemoryLowering.h"
#include "heddle/ABI/MemoryOps.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include <cstddef>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

static bool isFarLoad(const DecodedInst &I) {
  return I.is(MemoryOp::LoadFarGlobal) || I.is(MemoryOp::LoadGeneric) ||
         I.is(MemoryOp::LoadFarShared);
}

bool MemoryLowering::isFarAccess(const DecodedInst &I) {
  return isFarLoad(I) || I.is(MemoryOp::StoreFarGlobal) ||
         I.is(MemoryOp::StoreGeneric) || I.is(MemoryOp::StoreFarShared);
}

MemoryLowering::FarWindowValues
MemoryLowering::farWindow(const DecodedInst &I) {
  const bool IsLoad = isFarLoad(I);
  if (I.space() == Space::Shared) {
    View To = shared();
    Value *Size = B.CreateZExt(To.Size, B.getInt64Ty());
    if (IsLoad)
      return {B.getInt64(0), Size, To.Data};
    Value *Low = B.CreateZExt(
        field(B, offsetof(LaneContext, SharedLow), B.getInt32Ty(), true),
        B.getInt64Ty());
    return {Low, B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Size, Low),
            B.CreateGEP(B.getInt8Ty(), To.Data, Low)};
  }
  // The handler that finds another window changes it.
  const size_t Slot = offsetof(LaneContext, FarGlobal) +
                      (IsLoad ? 0 : FarSlots * sizeof(FarWindow)) +
                      farSlot(I.Address) * sizeof(FarWindow);
  auto Field = [&](size_t Offset, Type *Ty) {
    return field(B, Slot + Offset, Ty, false);
  };
  return {Field(offsetof(FarWindow, Base), B.getInt64Ty()),
          Field(offsetof(FarWindow, Size), B.getInt64Ty()),
          Field(offsetof(FarWindow, Data), B.getPtrTy())};
}

/// Returns the address that lane 0 accesses.
Value *MemoryLowering::firstAddress(const DecodedInst &I, const FarAddress &A) {
  auto Of = [&](const Chunks &Words) {
    return B.CreateZExt(B.CreateExtractElement(Words[0], uint64_t(0)),
                        B.getInt64Ty());
  };
  if (A.High.empty())
    return B.CreateZExt(
        B.CreateAdd(B.CreateExtractElement(A.Low[0], uint64_t(0)),
                    B.getInt32(I.Imm)),
        B.getInt64Ty());
  return B.CreateAdd(B.CreateOr(B.CreateShl(Of(A.High), 32), Of(A.Low)),
                     B.getInt64(uint64_t(int64_t(int32_t(I.Imm)))));
}

/// Whether the lanes that count access one word after another.
Value *MemoryLowering::areWords(const FarAddress &A) {
  Value *First = B.CreateExtractElement(A.Low[0], uint64_t(0));
  Value *High =
      A.High.empty() ? nullptr : B.CreateExtractElement(A.High[0], uint64_t(0));
  SmallVector<Value *, 8> Strays;
  for (unsigned C = 0; C != State.chunks(); ++C) {
    Value *Stray =
        B.CreateICmpNE(A.Low[C], B.CreateAdd(splat(First), wordOffsets(C)));
    if (High)
      Stray = B.CreateOr(Stray, B.CreateICmpNE(A.High[C], splat(High)));
    Strays.push_back(ofLanes(C, Stray));
  }
  Value *Good = B.CreateNot(anyOf(Strays));
  // Else the upper words are the same where one has a carry.
  return High
             ? B.CreateAnd(Good, B.CreateICmpULT(First, B.getInt32(-Lanes * 4)))
             : Good;
}

/// The vector of 32 bits each that a load of \p T makes of one of \p T.
static Value *extended(IRBuilderBase &B, Value *V, MemType T, Type *To) {
  return T == MemType::S8 || T == MemType::S16 ? B.CreateSExt(V, To)
                                               : B.CreateZExt(V, To);
}

/// Every \p Step th element from \p First on.
static SmallVector<int, 16> everyNth(unsigned First, unsigned Step,
                                     unsigned Count) {
  SmallVector<int, 16> Elements;
  for (unsigned N = 0; N != Count; ++N)
    Elements.push_back(int(First + N * Step));
  return Elements;
}

void MemoryLowering::loadInOrder(const DecodedInst &I, Value *From,
                                 Effects &E) {
  const MemType T = I.memType();
  const unsigned Width = State.chunkType()->getNumElements();
  const unsigned Bytes = memBytes(T), Words = std::max(Bytes / 4, 1u);
  SmallVector<Chunks, 4> Rows(Words);
  for (unsigned C = 0; C != State.chunks(); ++C) {
    auto *Type = FixedVectorType::get(B.getIntNTy(std::min(Bytes, 4u) * 8),
                                      Width * Words);
    // Other host threads may store to g[] meanwhile: what was loaded in front
    // of a wait is not what is loaded behind it.
    Value *All = B.CreateAlignedLoad(
        Type,
        B.CreateConstGEP1_64(B.getInt8Ty(), From, uint64_t(C) * Width * Bytes),
        Align(Bytes), /*isVolatile=*/I.space() != Space::Shared);
    if (Words == 1)
      Rows[0].push_back(extended(B, All, T, State.chunkType()));
    else
      for (unsigned Word = 0; Word != Words; ++Word)
        Rows[Word].push_back(
            B.CreateShuffleVector(All, everyNth(Word, Words, Width)));
  }
  for (unsigned Word = 0; Word != Words; ++Word)
    writeRow(I.DstRow + Word, Rows[Word], E);
}

/// \p Rows as they lie in memory: word after word of a lane, and lane after
/// lane.
static Value *interleaved(IRBuilderBase &B, ArrayRef<Value *> Rows,
                          unsigned Width) {
  if (Rows.size() == 1)
    return Rows.front();
  // Halves of the lanes' words first.
  const size_t Half = Rows.size() / 2;
  auto Joined = [&](ArrayRef<Value *> Part) -> Value * {
    if (Part.size() == 1)
      return Part.front();
    return B.CreateShuffleVector(Part[0], Part[1], everyNth(0, 1, Width * 2));
  };
  Value *Low = Joined(Rows.take_front(Half)),
        *High = Joined(Rows.drop_front(Half));
  SmallVector<int, 64> Order;
  for (unsigned Lane = 0; Lane != Width; ++Lane)
    for (unsigned Word = 0; Word != Rows.size(); ++Word)
      Order.push_back(int(Word * Width + Lane));
  return B.CreateShuffleVector(Low, High, Order);
}

void MemoryLowering::storeInOrder(const DecodedInst &I, Value *To,
                                  ArrayRef<Chunks> Data) {
  const unsigned Width = State.chunkType()->getNumElements();
  const unsigned Bytes = memBytes(I.memType());
  for (unsigned C = 0; C != State.chunks(); ++C) {
    SmallVector<Value *, 4> Rows;
    for (const Chunks &Row : Data)
      Rows.push_back(Row[C]);
    Value *All = interleaved(B, Rows, Width);
    if (Bytes < 4)
      All = B.CreateTrunc(All,
                          FixedVectorType::get(B.getIntNTy(Bytes * 8), Width));
    B.CreateAlignedStore(
        All,
        B.CreateConstGEP1_64(B.getInt8Ty(), To, uint64_t(C) * Width * Bytes),
        Align(Bytes));
  }
}

/// An address that is no register's, and so the same in all lanes.
bool MemoryLowering::appendFixedFar(const DecodedInst &I, Effects &E) {
  const uint32_t Bytes = memBytes(I.memType());
  const uint64_t At = uint32_t(P.Constants[I.Src[0].Row].Words[0] + I.Imm);
  if (!I.is(MemoryOp::LoadFarShared) || I.Src[0].Shift || At % Bytes ||
      At > 0xffff)
    return false;
  NeedsShared = std::max(NeedsShared, uint32_t(At) + Bytes);
  appendFixedLoad(shared(), I.memType(), uint32_t(At), I.DstRow, E);
  return true;
}

/// Returns the rows that \p I stores, a word of each lane in each.
SmallVector<MemoryLowering::Chunks, 4>
MemoryLowering::farData(const DecodedInst &I, Effects &E) {
  const Source &S = I.Src[1];
  SmallVector<Chunks, 4> Data;
  for (unsigned Word = 0; Word < std::max(memBytes(I.memType()) / 4, 1u);
       ++Word)
    Data.push_back(
        S.Base == WarpRows
            ? readRow(S.Row + Word, E)
            : Chunks(State.chunks(),
                     splat(B.getInt32(P.Constants[S.Row + Word].Words[0]))));
  return Data;
}

bool MemoryLowering::appendFar(const DecodedInst &I, Value *Stride, Effects &E,
                               SlowT Slow) {
  const bool IsLoad = isFarLoad(I), IsShared = I.space() == Space::Shared;
  if (I.has(HalfDst) || (!IsLoad && I.Src[1].Shift))
    return false;
  if (I.Src[0].Base == ConstantRows)
    return appendFixedFar(I, E);
  const uint32_t Bytes = memBytes(I.memType());
  const bool IsWord = I.memType() == MemType::B32;
  if (I.Src[0].Shift || (OnlyLanes && !IsWord))
    return false;
  FarAddress A{readRow(I.Src[0].Row, E), {}};
  if (!IsShared)
    A.High = readRow(I.Src[0].Row + 1, E);
  SmallVector<Chunks, 4> Data;
  if (!IsLoad) {
    Data = farData(I, E);
    if (!IsShared)
      appendOrder(AtomicOrdering::Release);
  }
  const FarWindowValues W = farWindow(I);
  Value *First = firstAddress(I, A), *Offset = B.CreateSub(First, W.Base);
  // Bytes that there are from the first on.
  Value *Room = B.CreateBinaryIntrinsic(Intrinsic::usub_sat, W.Size, Offset);
  Value *Aligned = B.CreateIsNull(B.CreateAnd(First, B.getInt64(Bytes - 1)));
  auto Fits = [&](Value *HasShape, uint32_t Count) {
    return B.CreateAnd(
        B.CreateAnd(HasShape, Aligned),
        B.CreateICmpUGE(Room, B.getInt64(uint64_t(Count) * Bytes)));
  };
  BasicBlock *End = newBlock("accessed"), *Apart = newBlock("apart");
  Effects Ignored;
  branch(
      Fits(OnlyLanes ? areWords(A) : B.CreateICmpEQ(Stride, B.getInt32(Bytes)),
           Lanes),
      Apart, false);
  Value *At = B.CreateGEP(B.getInt8Ty(), W.Data, Offset);
  if (IsLoad && !IsShared && IsWord)
    appendPrefetch(First, Offset, W.Size, W.Data);
  if (IsLoad)
    loadInOrder(I, At, E);
  else if (OnlyLanes)
    storeWords(At, Data[0]);
  else
    storeInOrder(I, At, Data);
  B.CreateBr(End);
  B.SetInsertPoint(Apart);
  if (IsLoad && !OnlyLanes) {
    BasicBlock *NotUniform = newBlock("apart");
    branch(Fits(B.CreateICmpEQ(Stride, B.getInt32(0)), 1), NotUniform, false);
    At = B.CreateGEP(B.getInt8Ty(), W.Data, Offset);
    for (unsigned Word = 0; Word < std::max(Bytes / 4, 1u); ++Word)
      writeRow(
          I.DstRow + Word,
          Chunks(State.chunks(), splat(readScalar(At, I.memType(), Word,
                                                  /*IsConstant=*/false,
                                                  /*IsVolatile=*/!IsShared))),
          Ignored);
    B.CreateBr(End);
    B.SetInsertPoint(NotUniform);
  }
  if (IsWord && (IsLoad || canScatter())) {
    BasicBlock *NotInside = newBlock("apart");
    Chunks Loaded;
    appendApart(I, A, W, IsLoad ? ArrayRef<Value *>() : Data[0], Loaded,
                NotInside);
    if (IsLoad)
      writeRow(I.DstRow, Loaded, Ignored);
    B.CreateBr(End);
    B.SetInsertPoint(NotInside);
  }
  appendSlow(Slow, End);
  if (IsLoad && !IsShared)
    appendOrder(AtomicOrdering::Acquire);
  return true;
}

} // namespace heddle::hosttranslate
