//===- StateVariables.cpp - A warp's registers in host code ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateVariables.h"
#include "llvm/IR/DerivedTypes.h"
#include <cassert>
#include <cstddef>

using namespace llvm;
using heddle::sm::LaneContext;

namespace heddle::hosttranslate {

constexpr unsigned NumAddresses = 5;
constexpr int64_t RowBytes = sm::Lanes * 4;

StateVariables::StateVariables(LLVMContext &Context, unsigned RowCount,
                               unsigned VectorWidth)
    : NumRows(RowCount), Width(VectorWidth), Addresses(NumRows * chunks()),
      Shapes(Addresses + NumAddresses * chunks()),
      Conditions(Shapes + NumAddresses),
      ChunkTy(FixedVectorType::get(Type::getInt32Ty(Context), Width)),
      WordTy(Type::getInt32Ty(Context)), ByteTy(Type::getInt8Ty(Context)),
      Slots(size()) {}

Type *StateVariables::typeOf(Variable V) const {
  assert(V < size() && "no variable of the warp");
  return V < Shapes ? ChunkTy : V < Conditions ? ByteTy : WordTy;
}

Place StateVariables::placeOf(Variable V) const {
  if (V < Addresses)
    return {Place::Rows, int64_t(V) * chunkBytes()};
  if (V < Shapes)
    return {Place::Context, int64_t(offsetof(LaneContext, AddressRegs)) +
                                int64_t(V - Addresses) * chunkBytes()};
  if (V < Conditions)
    return {Place::Context,
            int64_t(offsetof(LaneContext, Shapes)) + (V - Shapes)};
  return {Place::Context, int64_t(offsetof(LaneContext, Condition)) +
                              int64_t(V - Conditions) * 4};
}

bool StateVariables::covers(Place P) const {
  if (P.Region == Place::Rows)
    return P.Offset >= 0 && P.Offset < NumRows * RowBytes;
  if (P.Region != Place::Context || P.Offset < 0)
    return false;
  const size_t At = size_t(P.Offset);
  return (At >= offsetof(LaneContext, AddressRegs) &&
          At < offsetof(LaneContext, AddressRegs) + NumAddresses * RowBytes) ||
         (At >= offsetof(LaneContext, Shapes) &&
          At < offsetof(LaneContext, Shapes) + NumAddresses) ||
         (At >= offsetof(LaneContext, Condition) &&
          At < offsetof(LaneContext, Condition) + 16 * 4);
}

Variable StateVariables::find(Place P, unsigned &Inside) const {
  assert(covers(P) && "no variable's place");
  const unsigned At = unsigned(P.Offset);
  if (P.Region == Place::Rows) {
    Inside = At % chunkBytes();
    return At / chunkBytes();
  }
  if (At >= offsetof(LaneContext, Condition)) {
    unsigned Bytes = At - unsigned(offsetof(LaneContext, Condition));
    Inside = Bytes % 4;
    return Conditions + Bytes / 4;
  }
  if (At >= offsetof(LaneContext, Shapes)) {
    Inside = 0;
    return Shapes + (At - unsigned(offsetof(LaneContext, Shapes)));
  }
  unsigned Bytes = At - unsigned(offsetof(LaneContext, AddressRegs));
  Inside = Bytes % chunkBytes();
  return Addresses + Bytes / chunkBytes();
}

AllocaInst *StateVariables::slot(Variable V, Function &F) {
  assert(V < Slots.size() && "no variable of the warp");
  if (!Slots[V]) {
    BasicBlock &Entry = F.getEntryBlock();
    IRBuilder<> B(&Entry, Entry.begin());
    Slots[V] = B.CreateAlloca(typeOf(V));
    BySlot[Slots[V]] = V;
  }
  return Slots[V];
}

std::optional<Variable> StateVariables::variableAt(const Value *Slot) const {
  auto At = BySlot.find(Slot);
  return At == BySlot.end() ? std::nullopt : std::optional(At->second);
}

/// How many words of 32 bits \p Ty is; 0: it is not made of whole ones.
static unsigned wordsOf(const DataLayout &DL, Type *Ty) {
  if (Ty->isPointerTy() || Ty->isAggregateType())
    return 0;
  uint64_t Bits = DL.getTypeSizeInBits(Ty);
  return Bits % 32 ? 0 : unsigned(Bits / 32);
}

Value *StateVariables::read(IRBuilderBase &B, Place P, Type *Ty,
                            SmallVectorImpl<Variable> &Touched) {
  Function &F = *B.GetInsertBlock()->getParent();
  const DataLayout &DL = F.getDataLayout();
  unsigned Inside;
  if (!covers(P))
    return nullptr;
  Variable V = find(P, Inside);
  auto Load = [&](Variable N) {
    Touched.push_back(N);
    return B.CreateLoad(typeOf(N), slot(N, F));
  };
  if (typeOf(V) == ByteTy)
    return Ty == ByteTy ? Load(V) : nullptr;
  const unsigned Words = wordsOf(DL, Ty);
  if (!Words || Inside % 4)
    return nullptr;
  if (typeOf(V) == WordTy && Words == 1)
    return B.CreateBitCast(Load(V), Ty);
  if (typeOf(V) == ChunkTy && Words == Width && !Inside)
    return B.CreateBitCast(Load(V), Ty);
  if (typeOf(V) == ChunkTy && Words == 1)
    return B.CreateBitCast(B.CreateExtractElement(Load(V), Inside / 4), Ty);
  // Several variables, or a part of one.
  Value *All = PoisonValue::get(FixedVectorType::get(WordTy, Words));
  for (unsigned N = 0; N != Words; ++N) {
    Place At{P.Region, P.Offset + 4 * int64_t(N)};
    if (!covers(At))
      return nullptr;
    V = find(At, Inside);
    Value *Word = Load(V);
    if (typeOf(V) == ChunkTy)
      Word = B.CreateExtractElement(Word, Inside / 4);
    else if (typeOf(V) != WordTy)
      return nullptr;
    All = B.CreateInsertElement(All, Word, N);
  }
  return B.CreateBitCast(All, Ty);
}

bool StateVariables::write(IRBuilderBase &B, Place P, Value *Given,
                           SmallVectorImpl<Variable> &Read,
                           SmallVectorImpl<Variable> &Written) {
  Function &F = *B.GetInsertBlock()->getParent();
  const DataLayout &DL = F.getDataLayout();
  unsigned Inside;
  if (!covers(P))
    return false;
  Type *Ty = Given->getType();
  Variable V = find(P, Inside);
  auto Store = [&](Variable N, Value *What) {
    Written.push_back(N);
    B.CreateStore(What, slot(N, F));
  };
  if (typeOf(V) == ByteTy) {
    if (Ty != ByteTy)
      return false;
    Store(V, Given);
    return true;
  }
  const unsigned Words = wordsOf(DL, Ty);
  if (!Words || Inside % 4)
    return false;
  if (typeOf(V) == ChunkTy && Words == Width && !Inside) {
    Store(V, B.CreateBitCast(Given, ChunkTy));
    return true;
  }
  Value *All = B.CreateBitCast(Given, FixedVectorType::get(WordTy, Words));
  for (unsigned N = 0; N != Words; ++N) {
    Place At{P.Region, P.Offset + 4 * int64_t(N)};
    if (!covers(At))
      return false;
    V = find(At, Inside);
    Value *Word = B.CreateExtractElement(All, N);
    if (typeOf(V) == ByteTy)
      return false;
    if (typeOf(V) == ChunkTy) {
      Read.push_back(V);
      Word = B.CreateInsertElement(B.CreateLoad(ChunkTy, slot(V, F)), Word,
                                   Inside / 4);
    }
    Store(V, Word);
  }
  return true;
}

} // namespace heddle::hosttranslate
