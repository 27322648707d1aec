//===- ScatteredWords.cpp - Words that lanes have apart in host code ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scatters of words inside a buffer, where pairs of words are stored at once,
// and the functions of a kernel that gather and scatter for accesses of tx1.
//
//===----------------------------------------------------------------------===//

#include "HostState.h"
#include "MemoryLowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include <cassert>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

/// Whether lanes come in groups of \p Size that have one word after another.
static Value *areGroups(IRBuilderBase &B, ArrayRef<Value *> Offsets,
                        unsigned Size) {
  const unsigned Width =
      cast<FixedVectorType>(Offsets.front()->getType())->getNumElements();
  assert(Size && Width % Size == 0 && "a group lies in one vector");
  SmallVector<uint32_t, 16> ToLast;
  SmallVector<int, 16> Last;
  for (unsigned Lane = 0; Lane != Width; ++Lane) {
    Last.push_back(int(Lane / Size * Size + Size - 1));
    ToLast.push_back((uint32_t(Last.back()) - Lane) * 4);
  }
  Value *Agree = nullptr;
  for (Value *Offset : Offsets) {
    Value *Bits = B.CreateICmpEQ(
        B.CreateAdd(Offset, ConstantDataVector::get(B.getContext(), ToLast)),
        B.CreateShuffleVector(Offset, Last));
    Agree = Agree ? B.CreateAnd(Agree, Bits) : Bits;
  }
  return areAllSet(B, Agree);
}

/// Has the builder go on in a new block if \p Condition, and in the one that is
/// returned otherwise.
static BasicBlock *startIf(IRBuilderBase &B, Value *Condition) {
  Function *F = B.GetInsertBlock()->getParent();
  auto *Then = BasicBlock::Create(B.getContext(), "", F),
       *Else = BasicBlock::Create(B.getContext(), "", F);
  B.CreateCondBr(Condition, Then, Else);
  B.SetInsertPoint(Then);
  return Else;
}

/// A place on the host's stack that holds the words of a row.
static AllocaInst *spill(IRBuilderBase &B, ArrayRef<Value *> Words) {
  BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> Start(&Entry, Entry.begin());
  AllocaInst *Place = Start.CreateAlloca(
      ArrayType::get(Words.front()->getType(), Words.size()));
  // Volatile, as LLVM would take lanes out of the vectors otherwise, which is
  // twice as many instructions.
  for (auto [C, V] : enumerate(Words))
    B.CreateStore(V, B.CreateConstGEP1_32(V->getType(), Place, unsigned(C)),
                  /*isVolatile=*/true);
  return Place;
}

void MemoryLowering::storeInTurn(Value *To, ArrayRef<Value *> Offsets,
                                 ArrayRef<Value *> Data) {
  assert(!OnlyLanes && Offsets.size() == State.chunks() &&
         Data.size() == Offsets.size() && "all lanes store a word each");
  const unsigned Width = State.chunkType()->getNumElements();
  auto *End =
      BasicBlock::Create(B.getContext(), "", B.GetInsertBlock()->getParent());
  constexpr unsigned Many = 4, Two = 2;
  BasicBlock *Else = startIf(B, areGroups(B, Offsets, Many));
  for (unsigned Lane = 0; Lane != Lanes; Lane += Many)
    B.CreateAlignedStore(
        B.CreateExtractVector(FixedVectorType::get(B.getInt32Ty(), Many),
                              Data[Lane / Width], B.getInt64(Lane % Width)),
        byteOf(To, B.CreateExtractElement(Offsets[Lane / Width],
                                          uint64_t(Lane % Width))),
        Align(4));
  B.CreateBr(End);
  B.SetInsertPoint(Else);
  AllocaInst *Places = spill(B, Offsets), *Words = spill(B, Data);
  auto Read = [&](Value *From, unsigned Lane, unsigned Count) {
    return B.CreateAlignedLoad(B.getIntNTy(Count * 32),
                               B.CreateConstGEP1_32(B.getInt32Ty(), From, Lane),
                               Align(4), /*isVolatile=*/true);
  };
  auto StoreAll = [&](unsigned Count) {
    for (unsigned Lane = 0; Lane != Lanes; Lane += Count)
      B.CreateAlignedStore(Read(Words, Lane, Count),
                           byteOf(To, Read(Places, Lane, 1)), Align(4));
    B.CreateBr(End);
  };
  Else = startIf(B, areGroups(B, Offsets, Two));
  StoreAll(Two);
  B.SetInsertPoint(Else);
  StoreAll(1);
  B.SetInsertPoint(End);
}

void MemoryLowering::callStore(Value *To, ArrayRef<Value *> Offsets,
                               ArrayRef<Value *> Data) {
  SmallVector<Value *, 24> Arguments = {To};
  append_range(Arguments, Offsets);
  append_range(Arguments, Data);
  if (!StoreHelper) {
    SmallVector<Type *, 24> Parameters;
    for (Value *V : Arguments)
      Parameters.push_back(V->getType());
    StoreHelper = makeRareFunction(
        F, FunctionType::get(B.getVoidTy(), Parameters, false), "heddle_store");
    IRBuilderBase::InsertPointGuard Guard(B);
    B.SetInsertPoint(BasicBlock::Create(B.getContext(), "", StoreHelper));
    B.SetCurrentDebugLocation({});
    SmallVector<Value *, 24> Rows;
    for (Argument &A : drop_begin(StoreHelper->args()))
      Rows.push_back(&A);
    const ArrayRef<Value *> All(Rows);
    storeInTurn(StoreHelper->getArg(0), All.take_front(Offsets.size()),
                All.drop_front(Offsets.size()));
    B.CreateRetVoid();
  }
  keepRegisters(*B.CreateCall(StoreHelper, Arguments));
}

void MemoryLowering::scatterWords(Value *To, ArrayRef<Value *> Offsets,
                                  ArrayRef<Value *> Data) {
  if (State.chunkType()->getNumElements() != 16 && !OnlyLanes) {
    // The functions of farHelper are long and few.
    if (B.GetInsertBlock()->getParent() != &F)
      storeInTurn(To, Offsets, Data);
    else
      callStore(To, Offsets, Data);
    return;
  }
  // The last of the lanes that store to the same word has its way.
  for (auto [C, Words] : enumerate(Data))
    B.CreateMaskedScatter(Words, byteOf(To, Offsets[C]), Align(4),
                          OnlyLanes ? lanesOf(unsigned(C)) : nullptr);
}

/// Where in \p W the lanes' words are, if \p Inside; \p Move is what is added
/// to an address there.
MemoryLowering::Chunks MemoryLowering::farOffsets(Value *Move,
                                                  const FarAddress &A,
                                                  const FarWindowValues &W,
                                                  Value *&Inside) {
  assert(A.Low.size() == State.chunks() &&
         (A.High.empty() || A.High.size() == A.Low.size()) &&
         "addresses of one word, or of two");
  // Gathers take offsets for signed.
  constexpr uint64_t Largest = uint64_t(1) << 31;
  auto Word = [&](Value *Of) {
    return splat(B.CreateTrunc(Of, B.getInt32Ty()));
  };
  Value *MoveLow = Word(Move), *MoveHigh = Word(B.CreateLShr(Move, 32));
  Value *End = Word(B.CreateBinaryIntrinsic(
      Intrinsic::usub_sat,
      B.CreateBinaryIntrinsic(Intrinsic::umin, W.Size, B.getInt64(Largest)),
      B.getInt64(3)));
  Chunks Offsets;
  Value *Farthest = nullptr, *Low = nullptr, *High = nullptr;
  auto Collect = [&](Value *&All, unsigned C, Value *V, auto Together) {
    if (OnlyLanes)
      V = B.CreateSelect(lanesOf(C), V, Constant::getNullValue(V->getType()));
    All = All ? Together(All, V) : V;
  };
  auto Or = [&](Value *X, Value *Y) { return B.CreateOr(X, Y); };
  for (unsigned C = 0; C != State.chunks(); ++C) {
    Value *Offset = B.CreateAdd(A.Low[C], MoveLow);
    Offsets.push_back(Offset);
    Collect(Farthest, C, Offset, [&](Value *X, Value *Y) {
      return B.CreateBinaryIntrinsic(Intrinsic::umax, X, Y);
    });
    Collect(Low, C, Offset, Or);
    if (A.High.empty())
      continue;
    // With the carry that is the upper word's share.
    Value *Carry =
        B.CreateZExt(B.CreateICmpULT(Offset, A.Low[C]), State.chunkType());
    Collect(High, C, B.CreateAdd(B.CreateAdd(A.High[C], MoveHigh), Carry), Or);
  }
  // An aligned base is part of aligned addresses.
  Value *Stray = B.CreateAnd(Low, splat(B.getInt32(3)));
  if (High)
    Stray = B.CreateOr(Stray, High);
  Stray = B.CreateOr(B.CreateIsNotNull(Stray), B.CreateICmpUGE(Farthest, End));
  Inside = B.CreateAnd(B.CreateIsNull(B.CreateAnd(W.Base, 3)),
                       B.CreateNot(isAnySet(B, Stray)));
  return Offsets;
}

void MemoryLowering::buildFarHelper(Function &Helper, bool IsLoad,
                                    bool IsPair) {
  IRBuilderBase::InsertPointGuard Guard(B);
  Value *Lanes = OnlyLanes;
  B.SetInsertPoint(BasicBlock::Create(B.getContext(), "", &Helper));
  B.SetCurrentDebugLocation({});
  unsigned Next = 0;
  auto Argument = [&] { return Helper.getArg(Next++); };
  auto Row = [&] {
    Chunks Words;
    for (unsigned C = 0; C != State.chunks(); ++C)
      Words.push_back(Argument());
    return Words;
  };
  Value *Move = Argument();
  const FarWindowValues W = {Argument(), Argument(), Argument()};
  if (OnlyLanes)
    OnlyLanes = Argument();
  FarAddress A{Row(), {}};
  if (IsPair)
    A.High = Row();
  Chunks Data = IsLoad ? Chunks() : Row();
  Value *Inside;
  Chunks Offsets = farOffsets(Move, A, W, Inside);
  assert(Next == Helper.arg_size() && "an argument that nobody takes");
  auto *Access = BasicBlock::Create(B.getContext(), "", &Helper),
       *Refuse = BasicBlock::Create(B.getContext(), "", &Helper);
  B.CreateCondBr(Inside, Access, Refuse);
  auto Return = [&](ArrayRef<Value *> Words, bool Done) {
    if (!IsLoad) {
      B.CreateRet(B.getInt1(Done));
      return;
    }
    Value *All = PoisonValue::get(Helper.getReturnType());
    for (auto [C, V] : enumerate(Words))
      All = B.CreateInsertValue(All, V, unsigned(C));
    B.CreateRet(B.CreateInsertValue(All, B.getInt1(Done), State.chunks()));
  };
  B.SetInsertPoint(Access);
  if (IsLoad && State.chunkType()->getNumElements() >= 8) {
    Value *Size = B.CreateBinaryIntrinsic(Intrinsic::umin, W.Size,
                                          B.getInt64(uint64_t(1) << 31));
    const NearWords Near =
        findNear(B.CreateTrunc(Size, B.getInt32Ty()), Offsets);
    auto *Together = BasicBlock::Create(B.getContext(), "", &Helper),
         *Far = BasicBlock::Create(B.getContext(), "", &Helper);
    B.CreateCondBr(Near.AreAll, Together, Far);
    B.SetInsertPoint(Together);
    Return(loadNear(W.Data, Near), true);
    B.SetInsertPoint(Far);
  }
  Chunks Loaded;
  if (IsLoad)
    Loaded = gatherWords(W.Data, Offsets);
  else
    scatterWords(W.Data, Offsets, Data);
  Return(Loaded, true);
  B.SetInsertPoint(Refuse);
  Return({}, false);
  OnlyLanes = Lanes;
}

Function *MemoryLowering::farHelper(bool IsLoad, bool IsPair) {
  Function *&Helper = Helpers[IsLoad][IsPair][OnlyLanes != nullptr];
  if (Helper)
    return Helper;
  SmallVector<Type *, 32> Parameters = {B.getInt64Ty(), B.getInt64Ty(),
                                        B.getInt64Ty(), B.getPtrTy()};
  if (OnlyLanes)
    Parameters.push_back(B.getInt32Ty());
  const unsigned Rows = 1 + IsPair + !IsLoad;
  Parameters.append(Rows * State.chunks(), State.chunkType());
  Type *Result = B.getInt1Ty();
  if (IsLoad) {
    SmallVector<Type *, 16> Parts(State.chunks(), State.chunkType());
    Parts.push_back(Result);
    Result = StructType::get(B.getContext(), Parts);
  }
  Helper = makeRareFunction(F, FunctionType::get(Result, Parameters, false),
                            IsLoad ? "heddle_gather" : "heddle_scatter");
  buildFarHelper(*Helper, IsLoad, IsPair);
  return Helper;
}

void MemoryLowering::appendApart(const DecodedInst &I, const FarAddress &A,
                                 const FarWindowValues &W,
                                 ArrayRef<Value *> Data, Chunks &Loaded,
                                 BasicBlock *Else) {
  const bool IsLoad = Data.empty();
  SmallVector<Value *, 32> Arguments = {
      B.CreateSub(B.getInt64(uint64_t(int64_t(int32_t(I.Imm)))), W.Base),
      W.Base, W.Size, W.Data};
  if (OnlyLanes)
    Arguments.push_back(OnlyLanes);
  append_range(Arguments, A.Low);
  append_range(Arguments, A.High);
  append_range(Arguments, Data);
  Function *Helper = farHelper(IsLoad, !A.High.empty());
  assert(Helper->arg_size() == Arguments.size() && "made for other operands");
  CallInst *Call = B.CreateCall(Helper, Arguments);
  keepRegisters(*Call);
  branch(IsLoad ? B.CreateExtractValue(Call, State.chunks()) : Call, Else,
         true);
  if (IsLoad)
    for (unsigned C = 0; C != State.chunks(); ++C)
      Loaded.push_back(B.CreateExtractValue(Call, C));
}

} // namespace heddle::hosttranslate
