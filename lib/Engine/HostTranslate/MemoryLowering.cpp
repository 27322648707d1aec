//===- MemoryLowering.cpp - Accesses to memory in host code ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryLowering.h"
#include "HostState.h"
#include "heddle/ABI/MemoryOps.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/MDBuilder.h"
#include <algorithm>
#include <cassert>
#include <cstddef>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

MemoryLowering::MemoryLowering(StateVariables &Vars, IRBuilder<> &Builder,
                               Function &Kernel, Value *Of, const Program &Prog)
    : State(Vars), B(Builder), F(Kernel), Context(Of), P(Prog) {}

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
  assert(Values.size() == State.chunks() && "a row has a word for each lane");
  assert((!Keeps || OnlyLanes) && "lanes that keep what they have");
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
                                  bool IsConstant, bool IsVolatile) {
  const bool Signed = T == MemType::S8 || T == MemType::S16;
  const unsigned Bytes = std::min(memBytes(T), 4u);
  LoadInst *L = B.CreateAlignedLoad(
      B.getIntNTy(Bytes * 8),
      B.CreateConstGEP1_64(B.getInt8Ty(), From, uint64_t(N) * 4), Align(Bytes),
      IsVolatile);
  if (IsConstant)
    L->setMetadata(LLVMContext::MD_invariant_load,
                   MDNode::get(F.getContext(), {}));
  if (!IsVolatile)
    StableLoads.insert(L);
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

void MemoryLowering::storeWords(Value *To, ArrayRef<Value *> Data) {
  assert(Data.size() == State.chunks() && "a row has a word for each lane");
  for (auto [C, Words] : enumerate(Data)) {
    Value *At = B.CreateConstGEP1_64(B.getInt8Ty(), To,
                                     uint64_t(C) * State.chunkBytes());
    if (OnlyLanes)
      B.CreateMaskedStore(Words, At, Align(4), lanesOf(unsigned(C)));
    else
      B.CreateAlignedStore(Words, At, Align(4));
  }
}

Value *MemoryLowering::lanesOf(unsigned C) {
  assert(OnlyLanes && C < State.chunks() && "all lanes are active");
  return lanesOfChunk(B, OnlyLanes, C, State.chunkType()->getNumElements());
}

Value *MemoryLowering::ofLanes(unsigned C, Value *Bits) {
  return OnlyLanes ? B.CreateAnd(Bits, lanesOf(C)) : Bits;
}

Value *MemoryLowering::anyOf(ArrayRef<Value *> Bits) {
  assert(!Bits.empty() && "any of nothing");
  Value *All = Bits.front();
  for (Value *V : Bits.drop_front())
    All = B.CreateOr(All, V);
  return isAnySet(B, All);
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
  assert(N < NeedsBank.size() && "no bank of constants");
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

Value *MemoryLowering::preconditions(IRBuilderBase &At, Value *Of) const {
  auto Load = [&](Value *From, size_t Offset, Type *Ty) {
    return At.CreateLoad(
        Ty, At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), From, Offset));
  };
  Value *Good = At.CreateICmpUGE(
      Load(Of, offsetof(LaneContext, SharedBytes), At.getInt32Ty()),
      At.getInt32(NeedsShared));
  Value *Banks = Load(Of, offsetof(LaneContext, Banks), At.getPtrTy());
  for (unsigned N = 0; N != NeedsBank.size(); ++N)
    if (NeedsBank[N])
      Good = At.CreateAnd(
          Good, At.CreateICmpUGE(
                    Load(Banks, N * sizeof(Window) + offsetof(Window, Size),
                         At.getInt32Ty()),
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

bool MemoryLowering::canFetch(const MemoryOperand &M) {
  const uint32_t Bytes = memBytes(M.Type);
  return Bytes <= 4 && (M.AddressReg != 0 || !(M.Offset & (Bytes - 1)));
}

Value *MemoryLowering::appendTest(const AccessGroup &G, Effects &E) {
  assert(G.End && isPowerOf2_32(G.Alignment) && "a group without an access");
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
  assert(M.Space != MemoryOperand::None && canFetch(M) &&
         "the caller takes the handler then");
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

/// Adds a step to the addresses, which leaves their shape as it is.
void MemoryLowering::appendStep(const MemoryOperand &M, Effects &E) {
  Value *Step = splat(B.getInt32(uint32_t(int32_t(M.Step))));
  Chunks Now = readAddress(M.AddressReg, E);
  for (auto [C, A] : enumerate(Now)) {
    const Variable V = State.address(M.AddressReg, unsigned(C));
    B.CreateStore(B.CreateAdd(A, Step), State.slot(V, F));
    E.Kills.push_back(V);
  }
}

bool MemoryLowering::appendAccess(const DecodedInst &I, const AccessGroup *G,
                                  Value *Stride, Effects &E, SlowT Slow) {
  Keeps = OnlyLanes != nullptr;
  if (isFarAccess(I))
    return appendFar(I, Stride, E, Slow);
  if (I.unit() != Unit::Memory)
    return false;
  switch (MemoryOp(numberOf(I.Op))) {
  case MemoryOp::LoadGlobal:
  case MemoryOp::StoreGlobal:
    return appendGlobal(I, E, Slow);
  case MemoryOp::StoreShared:
    return appendSharedStore(I, E, Slow);
  case MemoryOp::LoadShared:
  case MemoryOp::LoadConst: {
    const bool IsShared = I.is(MemoryOp::LoadShared);
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
