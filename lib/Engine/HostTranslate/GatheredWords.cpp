//===- GatheredWords.cpp - Words that lanes read apart in host code -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads of a word a lane inside a buffer. Words that lie close to each other,
// as where a CTA sorts or transposes, are loaded as vectors whose lanes change
// places. Others are gathered; with AVX2 that is a load for each lane, as
// Vector.h has it, too, since the instruction takes three times as long there.
//
//===----------------------------------------------------------------------===//

#include "HostState.h"
#include "MemoryLowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsX86.h"
#include <cassert>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

MemoryLowering::NearWords MemoryLowering::findNear(Value *Size,
                                                   ArrayRef<Value *> Offsets) {
  const uint32_t Bytes = 2 * State.chunkBytes();
  assert(Offsets.size() == State.chunks() && "an offset for each lane");
  NearWords Near;
  Value *Good = B.CreateICmpUGE(Size, B.getInt32(Bytes));
  Value *Last = B.CreateSub(Size, B.getInt32(Bytes));
  SmallVector<Value *, 8> Far;
  for (auto [C, Offset] : enumerate(Offsets)) {
    Value *Start = B.CreateExtractElement(Offset, uint64_t(0));
    // The start may be any number where the first lane does not count.
    Good = B.CreateAnd(Good, B.CreateICmpULE(Start, Last));
    if (OnlyLanes)
      Good =
          B.CreateAnd(Good, B.CreateIsNull(B.CreateAnd(Start, B.getInt32(3))));
    Near.Starts.push_back(Start);
    Near.Distances.push_back(B.CreateSub(Offset, splat(Start)));
    Far.push_back(
        ofLanes(unsigned(C), B.CreateICmpUGE(Near.Distances.back(),
                                             splat(B.getInt32(Bytes)))));
  }
  Near.AreAll = B.CreateAnd(Good, B.CreateNot(anyOf(Far)));
  return Near;
}

MemoryLowering::Chunks MemoryLowering::loadNear(Value *Data,
                                                const NearWords &Near) {
  assert(State.chunkType()->getNumElements() >= 8 &&
         "shorter vectors have no permutation by variable numbers");
  const bool IsAVX512 = State.chunkType()->getNumElements() == 16;
  Chunks Values;
  for (auto [Start, Distance] : zip_equal(Near.Starts, Near.Distances)) {
    Value *At = byteOf(Data, Start);
    auto Load = [&](unsigned Byte) {
      return B.CreateAlignedLoad(State.chunkType(),
                                 B.CreateConstGEP1_64(B.getInt8Ty(), At, Byte),
                                 Align(4));
    };
    Value *Low = Load(0), *High = Load(State.chunkBytes());
    Value *Number = B.CreateLShr(Distance, 2);
    if (IsAVX512) {
      Values.push_back(B.CreateIntrinsic(State.chunkType(),
                                         Intrinsic::x86_avx512_vpermi2var_d_512,
                                         {Low, Number, High}));
      continue;
    }
    // The permutation looks at three bits of each number.
    auto Permuted = [&](Value *Of) {
      return B.CreateIntrinsic(State.chunkType(), Intrinsic::x86_avx2_permd,
                               {Of, Number});
    };
    Values.push_back(B.CreateSelect(
        B.CreateICmpULT(Distance, splat(B.getInt32(State.chunkBytes()))),
        Permuted(Low), Permuted(High)));
  }
  return Values;
}

MemoryLowering::Chunks MemoryLowering::loadEach(Value *Data,
                                                ArrayRef<Value *> Offsets) {
  // Two offsets come out of a vector at once, which is the slow part.
  const unsigned Width = State.chunkType()->getNumElements();
  assert(Width % 2 == 0 && "half a pair");
  auto *Pairs = FixedVectorType::get(B.getInt64Ty(), Width / 2);
  Chunks Values;
  for (Value *Offset : Offsets) {
    Value *From = B.CreateBitCast(Offset, Pairs);
    Value *Words = PoisonValue::get(State.chunkType());
    auto Take = [&](unsigned Lane, Value *Byte) {
      // Volatile, as all loads of g[] are.
      Value *Word = B.CreateAlignedLoad(
          B.getInt32Ty(), B.CreateGEP(B.getInt8Ty(), Data, Byte), Align(4),
          /*isVolatile=*/true);
      Words = B.CreateInsertElement(Words, Word, uint64_t(Lane));
    };
    for (unsigned Lane = 0; Lane != Width; Lane += 2) {
      Value *Pair = B.CreateExtractElement(From, uint64_t(Lane / 2));
      Take(Lane, B.CreateAnd(Pair, B.getInt64(UINT32_MAX)));
      Take(Lane + 1, B.CreateLShr(Pair, 32));
    }
    Values.push_back(Words);
  }
  return Values;
}

MemoryLowering::Chunks MemoryLowering::callGather(Value *Data,
                                                  ArrayRef<Value *> Offsets) {
  SmallVector<Value *, 8> Arguments = {Data};
  append_range(Arguments, Offsets);
  if (!GatherHelper) {
    SmallVector<Type *, 8> Parameters;
    for (Value *V : Arguments)
      Parameters.push_back(V->getType());
    auto *Result = StructType::get(
        B.getContext(),
        SmallVector<Type *, 8>(Offsets.size(), State.chunkType()));
    GatherHelper = makeRareFunction(
        F, FunctionType::get(Result, Parameters, false), "heddle_words");
    IRBuilderBase::InsertPointGuard Guard(B);
    B.SetInsertPoint(BasicBlock::Create(B.getContext(), "", GatherHelper));
    B.SetCurrentDebugLocation({});
    Chunks Row;
    for (Argument &A : drop_begin(GatherHelper->args()))
      Row.push_back(&A);
    Value *All = PoisonValue::get(Result);
    for (auto [C, V] : enumerate(loadEach(GatherHelper->getArg(0), Row)))
      All = B.CreateInsertValue(All, V, unsigned(C));
    B.CreateRet(All);
  }
  CallInst *Call = B.CreateCall(GatherHelper, Arguments);
  keepRegisters(*Call);
  Chunks Values;
  for (unsigned C = 0; C != Offsets.size(); ++C)
    Values.push_back(B.CreateExtractValue(Call, C));
  return Values;
}

MemoryLowering::Chunks MemoryLowering::gatherWords(Value *Data,
                                                   ArrayRef<Value *> Offsets) {
  assert(Offsets.size() == State.chunks() && "an offset for each lane");
  const bool IsAVX2 = State.chunkType()->getNumElements() == 8;
  // Lanes that do not count may have any offset.
  if (IsAVX2 && !OnlyLanes)
    return B.GetInsertBlock()->getParent() == &F ? callGather(Data, Offsets)
                                                 : loadEach(Data, Offsets);
  Chunks Values;
  for (auto [C, Offset] : enumerate(Offsets))
    if (IsAVX2)
      // LLVM would take it apart lane by lane, with a branch for each.
      Values.push_back(B.CreateIntrinsic(
          State.chunkType(), Intrinsic::x86_avx2_gather_d_d_256,
          {ConstantAggregateZero::get(State.chunkType()), Data, Offset,
           B.CreateSExt(lanesOf(unsigned(C)), State.chunkType()),
           B.getInt8(1)}));
    else
      Values.push_back(B.CreateMaskedGather(
          State.chunkType(), byteOf(Data, Offset), Align(4),
          OnlyLanes ? lanesOf(unsigned(C)) : nullptr,
          OnlyLanes ? ConstantAggregateZero::get(State.chunkType()) : nullptr));
  return Values;
}

} // namespace heddle::hosttranslate
