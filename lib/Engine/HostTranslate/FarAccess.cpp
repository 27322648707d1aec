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
                      (IsLoad ? 0 : WindowSlots * sizeof(FarWindow)) +
                      I.Slot * sizeof(FarWindow);
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

/// Elements \p First, \p First + \p Step and so on.
static SmallVector<int, 16> everyNth(unsigned First, unsigned Step,
                                     unsigned Count) {
  SmallVector<int, 16> Elements;
  for (unsigned N = 0; N != Count; ++N)
    Elements.push_back(int(First + N * Step));
  return Elements;
}

/// The words that a part of a vector has, as all hosts have instructions for.
constexpr unsigned PartWords = 4;

/// Takes in turn \p Size elements of each vector, of the half of each part of
/// four words that \p Upper says.
static Value *unpacked(IRBuilderBase &B, Value *X, Value *Y, unsigned Size,
                       bool Upper) {
  const unsigned Width = cast<FixedVectorType>(X->getType())->getNumElements();
  SmallVector<int, 16> Elements;
  for (unsigned Part = 0; Part != Width; Part += PartWords)
    for (unsigned N = 0; N != PartWords / 2; N += Size)
      for (unsigned Of = 0; Of != 2; ++Of)
        for (unsigned K = 0; K != Size; ++K)
          Elements.push_back(
              int(Of * Width + Part + Upper * PartWords / 2 + N + K));
  return B.CreateShuffleVector(X, Y, Elements);
}

/// Swaps rows and columns of the squares that the parts of four vectors are.
/// LLVM finds these steps for a shuffle of all words, too, and takes eight
/// times as long.
static SmallVector<Value *, 4> transposed(IRBuilderBase &B,
                                          ArrayRef<Value *> Rows) {
  Value *Low = unpacked(B, Rows[0], Rows[1], 1, false),
        *High = unpacked(B, Rows[0], Rows[1], 1, true),
        *Low2 = unpacked(B, Rows[2], Rows[3], 1, false),
        *High2 = unpacked(B, Rows[2], Rows[3], 1, true);
  return {unpacked(B, Low, Low2, 2, false), unpacked(B, Low, Low2, 2, true),
          unpacked(B, High, High2, 2, false),
          unpacked(B, High, High2, 2, true)};
}

/// One vector of \p Parts, one behind the other.
static Value *joined(IRBuilderBase &B, ArrayRef<Value *> Parts) {
  if (Parts.size() == 1)
    return Parts.front();
  const size_t Half = Parts.size() / 2;
  return B.CreateShuffleVector(
      joined(B, Parts.take_front(Half)), joined(B, Parts.drop_front(Half)),
      everyNth(0, 1, unsigned(Parts.size()) * PartWords));
}

/// Loads the words of \p Width lanes in a row, which have two or four each, and
/// returns a vector for each of them. \p Load loads so many words.
static SmallVector<Value *, 4>
loadTransposed(IRBuilderBase &B, unsigned Words, unsigned Width,
               function_ref<Value *(unsigned First, unsigned Count)> Load) {
  if (Words == 2) {
    Value *Low = Load(0, Width), *High = Load(Width, Width);
    return {B.CreateShuffleVector(Low, High, everyNth(0, 2, Width)),
            B.CreateShuffleVector(Low, High, everyNth(1, 2, Width))};
  }
  assert(Words == PartWords && "a lane's words are a part");
  SmallVector<Value *, 4> Rows;
  for (unsigned Lane = 0; Lane != PartWords; ++Lane) {
    SmallVector<Value *, 4> Parts;
    for (unsigned Of = Lane; Of < Width; Of += PartWords)
      Parts.push_back(Load(Of * Words, Words));
    Rows.push_back(joined(B, Parts));
  }
  return transposed(B, Rows);
}

/// The opposite, of \p Rows.
static void storeTransposed(IRBuilderBase &B, ArrayRef<Value *> Rows,
                            unsigned Width,
                            function_ref<void(unsigned First, Value *)> Store) {
  if (Rows.size() == 2) {
    SmallVector<int, 32> Order;
    for (unsigned Lane = 0; Lane != Width; ++Lane)
      Order.append({int(Lane), int(Width + Lane)});
    for (unsigned Half = 0; Half != 2; ++Half)
      Store(Half * Width,
            B.CreateShuffleVector(
                Rows[0], Rows[1],
                ArrayRef<int>(Order).slice(size_t(Half) * Width, Width)));
    return;
  }
  assert(Rows.size() == PartWords && "a lane's words are a part");
  for (auto [Lane, Of] : enumerate(transposed(B, Rows)))
    for (unsigned Part = 0; Part != Width; Part += PartWords)
      Store((Part + unsigned(Lane)) * PartWords,
            B.CreateShuffleVector(Of, everyNth(Part, 1, PartWords)));
}

void MemoryLowering::loadInOrder(const DecodedInst &I, Value *From,
                                 Effects &E) {
  const MemType T = I.memType();
  const unsigned Width = State.chunkType()->getNumElements();
  const unsigned Bytes = memBytes(T), Words = std::max(Bytes / 4, 1u);
  SmallVector<Chunks, 4> Rows(Words);
  for (unsigned C = 0; C != State.chunks(); ++C) {
    // Other host threads may store to g[] meanwhile: what was loaded in front
    // of a wait is not what is loaded behind it.
    auto Load = [&](unsigned First, unsigned Count) {
      return B.CreateAlignedLoad(
          FixedVectorType::get(B.getIntNTy(std::min(Bytes, 4u) * 8), Count),
          B.CreateConstGEP1_64(B.getInt8Ty(), From,
                               uint64_t(C) * Width * Bytes + First * 4),
          Align(Bytes), /*isVolatile=*/I.space() != Space::Shared);
    };
    if (Words == 1) {
      Rows[0].push_back(extended(B, Load(0, Width), T, State.chunkType()));
      continue;
    }
    for (auto [Row, Each] :
         zip_equal(Rows, loadTransposed(B, Words, Width, Load)))
      Row.push_back(Each);
  }
  for (unsigned Word = 0; Word != Words; ++Word)
    writeRow(I.DstRow + Word, Rows[Word], E);
}

void MemoryLowering::storeInOrder(const DecodedInst &I, Value *To,
                                  ArrayRef<Chunks> Data) {
  const unsigned Width = State.chunkType()->getNumElements();
  const unsigned Bytes = memBytes(I.memType());
  for (unsigned C = 0; C != State.chunks(); ++C) {
    SmallVector<Value *, 4> Rows;
    for (const Chunks &Row : Data)
      Rows.push_back(Row[C]);
    auto Store = [&](unsigned First, Value *All) {
      B.CreateAlignedStore(
          All,
          B.CreateConstGEP1_64(B.getInt8Ty(), To,
                               uint64_t(C) * Width * Bytes + First * 4),
          Align(Bytes));
    };
    if (Rows.size() > 1)
      storeTransposed(B, Rows, Width, Store);
    else if (Bytes < 4)
      Store(0, B.CreateTrunc(Rows[0], FixedVectorType::get(
                                          B.getIntNTy(Bytes * 8), Width)));
    else
      Store(0, Rows[0]);
  }
}

/// Stores what the last lane has, the one that stays where all store to one
/// place. No other is seen there: the host may answer the first.
void MemoryLowering::storeLast(const DecodedInst &I, Value *To,
                               ArrayRef<Chunks> Data) {
  const uint32_t Bytes = memBytes(I.memType());
  auto LastOf = [&](const Chunks &Row) {
    return B.CreateExtractElement(
        Row.back(), uint64_t(State.chunkType()->getNumElements() - 1));
  };
  Value *Word = LastOf(Data.front());
  if (Data.size() > 1) {
    Word = PoisonValue::get(
        FixedVectorType::get(B.getInt32Ty(), unsigned(Data.size())));
    for (auto [N, Row] : enumerate(Data))
      Word = B.CreateInsertElement(Word, LastOf(Row), uint64_t(N));
  } else if (Bytes < 4) {
    Word = B.CreateTrunc(Word, B.getIntNTy(Bytes * 8));
  }
  B.CreateAlignedStore(Word, To, Align(Bytes));
}

/// Returns the words of the value at \p From. Those in g[] change at once where
/// other host threads write them, so one load has all.
SmallVector<Value *, 4> MemoryLowering::readWhole(const DecodedInst &I,
                                                  Value *From) {
  const MemType T = I.memType();
  const unsigned Count = std::max(memBytes(T) / 4, 1u);
  const bool IsShared = I.space() == Space::Shared;
  SmallVector<Value *, 4> Words;
  if (Count == 1 || IsShared) {
    for (unsigned Word = 0; Word != Count; ++Word)
      Words.push_back(readScalar(From, T, Word, /*IsConstant=*/false,
                                 /*IsVolatile=*/!IsShared));
    return Words;
  }
  Value *All =
      B.CreateAlignedLoad(FixedVectorType::get(B.getInt32Ty(), Count), From,
                          Align(memBytes(T)), /*isVolatile=*/true);
  for (unsigned Word = 0; Word != Count; ++Word)
    Words.push_back(B.CreateExtractElement(All, uint64_t(Word)));
  return Words;
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
  if (!OnlyLanes) {
    BasicBlock *NotUniform = newBlock("apart");
    branch(Fits(B.CreateICmpEQ(Stride, B.getInt32(0)), 1), NotUniform, false);
    At = B.CreateGEP(B.getInt8Ty(), W.Data, Offset);
    if (!IsLoad)
      storeLast(I, At, Data);
    else
      for (auto [Word, Each] : enumerate(readWhole(I, At)))
        writeRow(I.DstRow + unsigned(Word), Chunks(State.chunks(), splat(Each)),
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
