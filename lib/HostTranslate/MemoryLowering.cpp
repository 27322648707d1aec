//===- MemoryLowering.cpp - Accesses to memory in host code ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryLowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/MDBuilder.h"
#include <algorithm>
#include <cstddef>
#include <utility>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

MemoryLowering::MemoryLowering(StateVariables &Vars, IRBuilder<> &Builder,
                               Function &Kernel, Value *Of)
    : State(Vars), B(Builder), F(Kernel), Context(Of) {}

BasicBlock *MemoryLowering::newBlock(const char *Name) {
  return BasicBlock::Create(F.getContext(), Name, &F);
}

Value *MemoryLowering::field(IRBuilderBase &At, size_t Offset, Type *Ty,
                             bool IsInvariant) const {
  LoadInst *L = At.CreateLoad(
      Ty, At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), Context, Offset));
  if (IsInvariant)
    L->setMetadata(LLVMContext::MD_invariant_load,
                   MDNode::get(F.getContext(), {}));
  return L;
}

Value *MemoryLowering::splat(Value *Word) {
  return B.CreateVectorSplat(State.chunkType()->getNumElements(), Word);
}

Constant *MemoryLowering::wordOffsets(unsigned N) const {
  const unsigned Width = State.chunkType()->getNumElements();
  SmallVector<uint32_t, 16> Words;
  for (unsigned Lane = 0; Lane != Width; ++Lane)
    Words.push_back((N * Width + Lane) * 4);
  return ConstantDataVector::get(F.getContext(), Words);
}

MemoryLowering::Chunks MemoryLowering::readRow(unsigned Row, Effects &E) {
  Chunks Values;
  for (unsigned C = 0; C != State.chunks(); ++C) {
    const Variable V = State.rowChunk(Row, C);
    if (!is_contained(E.Kills, V))
      E.Reads.push_back(V);
    Values.push_back(B.CreateLoad(State.chunkType(), State.slot(V, F)));
  }
  return Values;
}

void MemoryLowering::writeRow(unsigned Row, ArrayRef<Value *> Values,
                              Effects &E) {
  for (unsigned C = 0; C != State.chunks(); ++C) {
    const Variable V = State.rowChunk(Row, C);
    Value *Now = Values[C];
    if (Keeps) {
      if (!is_contained(E.Kills, V))
        E.Reads.push_back(V);
      Now = B.CreateSelect(lanesOf(C), Now,
                           B.CreateLoad(State.chunkType(), State.slot(V, F)));
    }
    B.CreateStore(Now, State.slot(V, F));
    E.Kills.push_back(V);
  }
}

MemoryLowering::Chunks MemoryLowering::readAddress(unsigned Register,
                                                   Effects &E) {
  Chunks Values;
  for (unsigned C = 0; C != State.chunks(); ++C) {
    const Variable V = State.address(Register, C);
    E.Reads.push_back(V);
    Values.push_back(B.CreateLoad(State.chunkType(), State.slot(V, F)));
  }
  return Values;
}

Value *MemoryLowering::byteOf(Value *Data, Value *Offset) {
  if (!Offset->getType()->isVectorTy())
    Offset = B.CreateZExt(Offset, B.getInt64Ty());
  return B.CreateGEP(B.getInt8Ty(), Data, Offset);
}

Value *MemoryLowering::readScalar(Value *From, MemType T, unsigned N,
                                  bool IsConstant) {
  const bool Signed = T == MemType::S8 || T == MemType::S16;
  const unsigned Bytes = std::min(memBytes(T), 4u);
  LoadInst *L = B.CreateAlignedLoad(
      B.getIntNTy(Bytes * 8),
      B.CreateConstGEP1_64(B.getInt8Ty(), From, uint64_t(N) * 4), Align(Bytes));
  if (IsConstant)
    L->setMetadata(LLVMContext::MD_invariant_load,
                   MDNode::get(F.getContext(), {}));
  return Signed ? B.CreateSExt(L, B.getInt32Ty())
                : B.CreateZExt(L, B.getInt32Ty());
}

MemoryLowering::Chunks MemoryLowering::readWords(Value *From) {
  Chunks Values;
  for (unsigned C = 0; C != State.chunks(); ++C)
    Values.push_back(B.CreateAlignedLoad(
        State.chunkType(),
        B.CreateConstGEP1_64(B.getInt8Ty(), From,
                             uint64_t(C) * State.chunkBytes()),
        Align(4)));
  return Values;
}

MemoryLowering::Chunks MemoryLowering::gatherWords(Value *Data,
                                                   ArrayRef<Value *> Offsets) {
  Chunks Values;
  for (auto [C, Offset] : enumerate(Offsets))
    Values.push_back(B.CreateMaskedGather(
        State.chunkType(), byteOf(Data, Offset), Align(4),
        OnlyLanes ? lanesOf(unsigned(C)) : nullptr,
        OnlyLanes ? ConstantAggregateZero::get(State.chunkType()) : nullptr));
  return Values;
}

void MemoryLowering::storeWords(Value *To, ArrayRef<Value *> Data) {
  for (auto [C, Words] : enumerate(Data)) {
    Value *At = B.CreateConstGEP1_64(B.getInt8Ty(), To,
                                     uint64_t(C) * State.chunkBytes());
    if (OnlyLanes)
      B.CreateMaskedStore(Words, At, Align(4), lanesOf(unsigned(C)));
    else
      B.CreateAlignedStore(Words, At, Align(4));
  }
}

void MemoryLowering::scatterWords(Value *To, ArrayRef<Value *> Offsets,
                                  ArrayRef<Value *> Data) {
  // Of lanes that store to the same word the last has its way.
  for (auto [C, Words] : enumerate(Data))
    B.CreateMaskedScatter(Words, byteOf(To, Offsets[C]), Align(4),
                          OnlyLanes ? lanesOf(unsigned(C)) : nullptr);
}

Value *MemoryLowering::lanesOf(unsigned C) {
  const unsigned Width = State.chunkType()->getNumElements();
  Value *Bits = B.CreateTrunc(B.CreateLShr(OnlyLanes, uint64_t(C) * Width),
                              B.getIntNTy(Width));
  return B.CreateBitCast(Bits, FixedVectorType::get(B.getInt1Ty(), Width));
}

Value *MemoryLowering::ofLanes(unsigned C, Value *Bits) {
  return OnlyLanes ? B.CreateAnd(Bits, lanesOf(C)) : Bits;
}

Value *MemoryLowering::anyOf(ArrayRef<Value *> Bits) {
  Value *All = Bits.front();
  for (Value *V : Bits.drop_front())
    All = B.CreateOr(All, V);
  Value *Mask =
      B.CreateBitCast(All, B.getIntNTy(State.chunkType()->getNumElements()));
  return B.CreateIsNotNull(Mask);
}

Value *MemoryLowering::allInside(ArrayRef<Value *> Offsets, Value *Size) {
  // Sizes below a word were refused; gathers take offsets for signed.
  Value *Last = splat(B.CreateSub(Size, B.getInt32(4)));
  SmallVector<Value *, 8> Outside;
  for (auto [C, Offset] : enumerate(Offsets)) {
    Value *Bad = B.CreateOr(
        B.CreateICmpUGT(Offset, Last),
        B.CreateIsNotNull(B.CreateAnd(Offset, splat(B.getInt32(3)))));
    Outside.push_back(ofLanes(unsigned(C), Bad));
  }
  constexpr uint32_t Largest = uint32_t(1) << 31;
  Value *Usual = B.CreateICmpULT(B.CreateSub(Size, B.getInt32(4)),
                                 B.getInt32(Largest - 4));
  return B.CreateAnd(Usual, B.CreateNot(anyOf(Outside)));
}

BasicBlock *MemoryLowering::branch(Value *Good, BasicBlock *Else,
                                   bool IsLikely) {
  BasicBlock *Then = newBlock("");
  MDNode *Weights =
      IsLikely ? MDBuilder(F.getContext()).createBranchWeights(1 << 20, 1)
               : nullptr;
  B.CreateCondBr(Good, Then, Else, Weights);
  B.SetInsertPoint(Then);
  return Then;
}

MemoryLowering::View MemoryLowering::shared() {
  return {field(B, offsetof(LaneContext, Shared), B.getPtrTy(), true),
          field(B, offsetof(LaneContext, SharedBytes), B.getInt32Ty(), true),
          false};
}

MemoryLowering::View MemoryLowering::bank(unsigned N) {
  Value *Banks = field(B, offsetof(LaneContext, Banks), B.getPtrTy(), true);
  auto Part = [&](size_t Offset, Type *Ty) {
    LoadInst *L = B.CreateLoad(
        Ty, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Banks,
                                         N * sizeof(Window) + Offset));
    L->setMetadata(LLVMContext::MD_invariant_load,
                   MDNode::get(F.getContext(), {}));
    return L;
  };
  return {Part(offsetof(Window, Data), B.getPtrTy()),
          Part(offsetof(Window, Size), B.getInt32Ty()), true};
}

Value *MemoryLowering::preconditions(IRBuilderBase &At) const {
  Value *Good = At.CreateICmpUGE(
      field(At, offsetof(LaneContext, SharedBytes), At.getInt32Ty(), true),
      At.getInt32(NeedsShared));
  Value *Banks = field(At, offsetof(LaneContext, Banks), At.getPtrTy(), true);
  for (unsigned N = 0; N != NeedsBank.size(); ++N)
    if (NeedsBank[N])
      Good = At.CreateAnd(
          Good, At.CreateICmpUGE(At.CreateLoad(At.getInt32Ty(),
                                               At.CreateConstInBoundsGEP1_64(
                                                   At.getInt8Ty(), Banks,
                                                   N * sizeof(Window) +
                                                       offsetof(Window, Size))),
                                 At.getInt32(NeedsBank[N])));
  return Good;
}

void MemoryLowering::appendFixedLoad(const View &From, MemType T,
                                     uint32_t Offset, unsigned Row,
                                     Effects &E) {
  Value *At = byteOf(From.Data, B.getInt32(Offset));
  for (unsigned Word = 0; Word < std::max(memBytes(T) / 4, 1u); ++Word)
    writeRow(
        Row + Word,
        Chunks(State.chunks(), splat(readScalar(At, T, Word, From.IsConstant))),
        E);
}

void MemoryLowering::appendSlow(SlowT Slow, BasicBlock *End) {
  if (Slow())
    B.CreateBr(End);
  B.SetInsertPoint(End);
}

void MemoryLowering::appendNearLoad(const View &From, ArrayRef<Value *> Offsets,
                                    unsigned Row, BasicBlock *End) {
#if defined(__x86_64__)
  constexpr unsigned Width = 16, Bytes = 2 * Width * 4;
  if (State.chunkType()->getNumElements() != Width)
    return;
  Value *Good = B.CreateICmpUGE(From.Size, B.getInt32(Bytes));
  Value *Last = B.CreateSub(From.Size, B.getInt32(Bytes));
  SmallVector<Value *, 2> Starts, Distances, Far;
  for (auto [C, Offset] : enumerate(Offsets)) {
    Value *Start = B.CreateExtractElement(Offset, uint64_t(0));
    // That of a lane which does not count may be anything.
    Good = B.CreateAnd(Good, B.CreateICmpULE(Start, Last));
    if (OnlyLanes)
      Good =
          B.CreateAnd(Good, B.CreateIsNull(B.CreateAnd(Start, B.getInt32(3))));
    Starts.push_back(Start);
    Distances.push_back(B.CreateSub(Offset, splat(Start)));
    Far.push_back(
        ofLanes(unsigned(C),
                B.CreateICmpUGE(Distances.back(), splat(B.getInt32(Bytes)))));
  }
  BasicBlock *IsFar = newBlock("far");
  branch(B.CreateAnd(Good, B.CreateNot(anyOf(Far))), IsFar, false);
  Chunks Values;
  for (auto [Start, Distance] : zip_equal(Starts, Distances)) {
    Value *At = byteOf(From.Data, Start);
    auto Load = [&](unsigned Byte) {
      return B.CreateAlignedLoad(State.chunkType(),
                                 B.CreateConstGEP1_64(B.getInt8Ty(), At, Byte),
                                 Align(4));
    };
    Value *Low = Load(0), *High = Load(Width * 4);
    Values.push_back(B.CreateIntrinsic(State.chunkType(),
                                       Intrinsic::x86_avx512_vpermi2var_d_512,
                                       {Low, B.CreateLShr(Distance, 2), High}));
  }
  Effects Ignored;
  writeRow(Row, Values, Ignored);
  B.CreateBr(End);
  B.SetInsertPoint(IsFar);
#endif
}

void MemoryLowering::appendFlatLoad(const View &From, MemType T,
                                    unsigned Register, uint32_t Offset,
                                    unsigned Row, Effects &E, SlowT Slow) {
  const uint32_t Bytes = memBytes(T);
  const unsigned Words = std::max(Bytes / 4, 1u);
  E.Reads.push_back(State.shape(Register));
  Chunks Address = readAddress(Register, E);
  Value *Cut =
      field(B, offsetof(LaneContext, AddressCut), B.getInt32Ty(), true);
  auto Kept = [&](Value *A) {
    Value *Mask = B.CreateNot(Cut);
    Value *By = B.getInt32(Offset);
    return A->getType()->isVectorTy()
               ? B.CreateAnd(B.CreateAdd(A, splat(By)), splat(Mask))
               : B.CreateAnd(B.CreateAdd(A, By), Mask);
  };
  Value *Shape =
      B.CreateLoad(B.getInt8Ty(), State.slot(State.shape(Register), F));
  Value *Start = Kept(B.CreateExtractElement(Address[0], uint64_t(0)));
  auto IsShape = [&](AddressShape S) {
    return B.CreateICmpEQ(Shape, B.getInt8(uint8_t(S)));
  };
  auto Fits = [&](uint32_t Size, uint32_t Alignment) {
    Value *Inside = B.CreateAnd(
        B.CreateICmpUGE(From.Size, B.getInt32(Size)),
        B.CreateICmpULE(Start, B.CreateSub(From.Size, B.getInt32(Size))));
    Value *Aligned =
        B.CreateIsNull(B.CreateAnd(Start, B.getInt32(Alignment - 1)));
    return B.CreateAnd(Inside, Aligned);
  };
  BasicBlock *End = newBlock("loaded"), *NotUniform = newBlock("apart");
  Effects Ignored;
  branch(B.CreateAnd(IsShape(AddressShape::Uniform), Fits(Bytes, Bytes)),
         NotUniform, false);
  Value *At = byteOf(From.Data, Start);
  for (unsigned Word = 0; Word != Words; ++Word)
    writeRow(
        Row + Word,
        Chunks(State.chunks(), splat(readScalar(At, T, Word, From.IsConstant))),
        E);
  B.CreateBr(End);
  B.SetInsertPoint(NotUniform);
  if (T == MemType::B32) {
    BasicBlock *NotWords = newBlock("apart");
    branch(B.CreateAnd(IsShape(AddressShape::Words), Fits(Lanes * 4, 4)),
           NotWords, false);
    writeRow(Row, readWords(byteOf(From.Data, Start)), Ignored);
    B.CreateBr(End);
    B.SetInsertPoint(NotWords);
    BasicBlock *NotInside = newBlock("apart");
    Chunks Offsets;
    for (Value *A : Address)
      Offsets.push_back(Kept(A));
    branch(allInside(Offsets, From.Size), NotInside, true);
    appendNearLoad(From, Offsets, Row, End);
    writeRow(Row, gatherWords(From.Data, Offsets), Ignored);
    B.CreateBr(End);
    B.SetInsertPoint(NotInside);
  }
  appendSlow(Slow, End);
}

bool MemoryLowering::canFetch(const MemoryOperand &M) {
  const uint32_t Bytes = memBytes(M.Type);
  return Bytes <= 4 && (M.AddressReg != 0 || !(M.Offset & (Bytes - 1)));
}

Value *MemoryLowering::appendTest(const AccessGroup &G, Effects &E) {
  View To = G.IsShared ? shared() : bank(G.Bank);
  Value *Start =
      B.CreateExtractElement(readAddress(G.Register, E)[0], uint64_t(0));
  // Whether addresses are cut does not matter below this.
  Value *Size =
      B.CreateBinaryIntrinsic(Intrinsic::umin, To.Size, B.getInt32(0x10000));
  Value *Inside =
      B.CreateAnd(B.CreateICmpUGE(Size, B.getInt32(G.End)),
                  B.CreateICmpULE(Start, B.CreateSub(Size, B.getInt32(G.End))));
  return B.CreateAnd(
      Inside, B.CreateIsNull(B.CreateAnd(Start, B.getInt32(G.Alignment - 1))));
}

void MemoryLowering::appendTestedLoad(const AccessGroup &G, MemType T,
                                      uint32_t Offset, unsigned Row,
                                      Effects &E) {
  View From = G.IsShared ? shared() : bank(G.Bank);
  // The interpreter may come to the access, and asks for it.
  E.Reads.push_back(State.shape(G.Register));
  Value *Start =
      B.CreateExtractElement(readAddress(G.Register, E)[0], uint64_t(0));
  Value *At =
      B.CreateConstGEP1_64(B.getInt8Ty(), byteOf(From.Data, Start), Offset);
  for (unsigned Word = 0; Word < std::max(memBytes(T) / 4, 1u); ++Word)
    writeRow(
        Row + Word,
        Chunks(State.chunks(), splat(readScalar(At, T, Word, From.IsConstant))),
        E);
}

void MemoryLowering::appendFetch(const MemoryOperand &M, const AccessGroup *G,
                                 Effects &E, SlowT Slow) {
  Keeps = false;
  if (G) {
    appendTestedLoad(*G, M.Type, M.Offset, M.Row, E);
    return;
  }
  const bool IsShared = M.Space == MemoryOperand::Shared;
  const uint32_t Bytes = memBytes(M.Type);
  View From = IsShared ? shared() : bank(M.Bank);
  if (M.AddressReg == 0) {
    uint32_t &Needs = IsShared ? NeedsShared : NeedsBank[M.Bank];
    Needs = std::max(Needs, M.Offset + Bytes);
    appendFixedLoad(From, M.Type, M.Offset, M.Row, E);
    return;
  }
  appendFlatLoad(From, M.Type, M.AddressReg, M.Offset, M.Row, E, Slow);
}

/// What lanes have in common they keep.
void MemoryLowering::appendStep(const MemoryOperand &M, Effects &E) {
  Value *Step = splat(B.getInt32(uint32_t(int32_t(M.Step))));
  Chunks Now = readAddress(M.AddressReg, E);
  for (auto [C, A] : enumerate(Now)) {
    const Variable V = State.address(M.AddressReg, unsigned(C));
    B.CreateStore(B.CreateAdd(A, Step), State.slot(V, F));
    E.Kills.push_back(V);
  }
}

bool MemoryLowering::appendSharedStore(const DecodedInst &I, Effects &E,
                                       SlowT Slow) {
  if (I.memType() != MemType::B32 || I.Src[1].Base != WarpRows ||
      I.Src[1].Shift)
    return false;
  View To = shared();
  Value *Low = field(B, offsetof(LaneContext, SharedLow), B.getInt32Ty(), true);
  Value *Cut =
      field(B, offsetof(LaneContext, AddressCut), B.getInt32Ty(), true);
  const unsigned Register = I.Sub[0];
  E.Reads.push_back(State.shape(Register));
  Chunks Address = readAddress(Register, E);
  Chunks Data = readRow(I.Src[1].Row, E);
  Value *Shape =
      B.CreateLoad(B.getInt8Ty(), State.slot(State.shape(Register), F));
  Value *Start =
      B.CreateAnd(B.CreateAdd(B.CreateExtractElement(Address[0], uint64_t(0)),
                              B.getInt32(I.Imm)),
                  B.CreateNot(Cut));
  Value *Good = B.CreateICmpEQ(Shape, B.getInt8(uint8_t(AddressShape::Words)));
  auto And = [&](Value *V) { Good = B.CreateAnd(Good, V); };
  And(B.CreateICmpUGE(To.Size, B.getInt32(Lanes * 4)));
  And(B.CreateICmpULE(Start, B.CreateSub(To.Size, B.getInt32(Lanes * 4))));
  And(B.CreateICmpUGE(Start, Low));
  And(B.CreateIsNull(B.CreateAnd(Start, B.getInt32(3))));
  BasicBlock *End = newBlock("stored"), *Apart = newBlock("apart");
  branch(Good, Apart, false);
  storeWords(byteOf(To.Data, Start), Data);
  B.CreateBr(End);
  B.SetInsertPoint(Apart);
  if (canScatter()) {
    BasicBlock *NotInside = newBlock("apart");
    Chunks Offsets;
    SmallVector<Value *, 8> Below;
    for (auto [C, A] : enumerate(Address)) {
      Offsets.push_back(B.CreateAnd(B.CreateAdd(A, splat(B.getInt32(I.Imm))),
                                    splat(B.CreateNot(Cut))));
      Below.push_back(
          ofLanes(unsigned(C), B.CreateICmpULT(Offsets.back(), splat(Low))));
    }
    branch(B.CreateAnd(allInside(Offsets, To.Size), B.CreateNot(anyOf(Below))),
           NotInside, true);
    scatterWords(To.Data, Offsets, Data);
    B.CreateBr(End);
    B.SetInsertPoint(NotInside);
  }
  appendSlow(Slow, End);
  return true;
}

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
  Value *Next = B.CreateAdd(Offset, B.CreateMul(Step, B.getInt32(Ahead)));
  Value *IsInside =
      B.CreateICmpULE(Next, B.CreateSub(Size, B.getInt32(Lanes * 4)));
  Value *At = byteOf(Data, B.CreateSelect(IsInside, Next, Offset));
  for (uint32_t Byte = 0; Byte != Lanes * 4; Byte += Line)
    B.CreateIntrinsic(Intrinsic::prefetch, {B.getPtrTy()},
                      {B.CreateConstGEP1_64(B.getInt8Ty(), At, Byte),
                       B.getInt32(0), B.getInt32(3), B.getInt32(1)});
}

bool MemoryLowering::appendGlobal(const DecodedInst &I, Effects &E,
                                  SlowT Slow) {
  const bool IsLoad = I.Op == Operation::MemoryLoadGlobal;
  if (I.memType() != MemType::B32 || I.Src[0].Base != WarpRows ||
      I.Src[0].Shift || I.has(HalfDst) ||
      (!IsLoad && (I.Src[1].Base != WarpRows || I.Src[1].Shift)))
    return false;
  const size_t Slot =
      offsetof(LaneContext, Global) + globalSlot(I.Address) * sizeof(Window);
  Chunks Address = readRow(I.Src[0].Row, E);
  Chunks Data;
  if (!IsLoad)
    Data = readRow(I.Src[1].Row, E);
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
  return true;
}

bool MemoryLowering::appendAccess(const DecodedInst &I, const AccessGroup *G,
                                  Effects &E, SlowT Slow) {
  Keeps = OnlyLanes != nullptr;
  switch (I.Op) {
  case Operation::MemoryLoadGlobal:
  case Operation::MemoryStoreGlobal:
    return appendGlobal(I, E, Slow);
  case Operation::MemoryStoreShared:
    return appendSharedStore(I, E, Slow);
  case Operation::MemoryLoadShared:
  case Operation::MemoryLoadConst: {
    const bool IsShared = I.Op == Operation::MemoryLoadShared;
    const uint32_t Bytes = memBytes(I.memType());
    if (I.has(HalfDst) || I.Imm > 0xffff)
      return false;
    if (G) {
      appendTestedLoad(*G, I.memType(), I.Imm, I.DstRow, E);
      return true;
    }
    View From = IsShared ? shared() : bank(I.Sub[2]);
    if (I.Sub[0] != 0) {
      appendFlatLoad(From, I.memType(), I.Sub[0], I.Imm, I.DstRow, E, Slow);
      return true;
    }
    if (I.Imm & (Bytes - 1))
      return false;
    uint32_t &Needs = IsShared ? NeedsShared : NeedsBank[I.Sub[2]];
    Needs = std::max(Needs, I.Imm + Bytes);
    appendFixedLoad(From, I.memType(), I.Imm, I.DstRow, E);
    return true;
  }
  default: // The handlers' business.
    return false;
  }
}

} // namespace heddle::hosttranslate
