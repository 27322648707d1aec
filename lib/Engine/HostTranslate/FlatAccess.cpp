//===- FlatAccess.cpp - Accesses by $a in host code -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads of s[] and c[] and stores to s[] at addresses that $a has: by the shape
// of that, from one load for all lanes to a gather.
//
//===----------------------------------------------------------------------===//

#include "MemoryLowering.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstddef>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

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
    // With other hosts the code would be longer than its use is worth.
    if (State.chunkType()->getNumElements() == 16) {
      const NearWords Near = findNear(From.Size, Offsets);
      BasicBlock *Far = newBlock("far");
      branch(Near.AreAll, Far, false);
      writeRow(Row, loadNear(From.Data, Near), Ignored);
      B.CreateBr(End);
      B.SetInsertPoint(Far);
    }
    writeRow(Row, gatherWords(From.Data, Offsets), Ignored);
    B.CreateBr(End);
    B.SetInsertPoint(NotInside);
  }
  appendSlow(Slow, End);
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

} // namespace heddle::hosttranslate
