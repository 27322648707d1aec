//===- KernelWarps.cpp - From one warp of a CTA to the next ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warps of a CTA run one after another up to a barrier, and behind it again
// from the first on. What goes from one to the next is in KernelState, so that
// the caller can go on at any place: it deals with warps that come elsewhere.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include <cassert>
#include <cstddef>

using namespace llvm;
using heddle::sm::LaneContext;

namespace heddle::hosttranslate {

void KernelBuilder::startWarp() {
  Type *Ptr = B.getPtrTy();
  if (InCalls) {
    Context = F->getArg(0);
    Budget = F->getArg(2);
    Start = F->getArg(3);
  } else {
    WarpStart = newBlock("warp");
    B.SetInsertPoint(WarpStart);
    Context = B.CreatePHI(Ptr, 2, "warp.context");
    Budget = B.CreatePHI(B.getInt64Ty(), 2, "warp.budget");
    Start = B.CreatePHI(B.getInt32Ty(), 2, "warp.start");
  }
  B.CreateStore(Budget, Left);
  Rows = B.CreateAlignedLoad(
      Ptr,
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Context,
                                   offsetof(LaneContext, Base)),
      Align(8), "rows");
}

std::optional<uint32_t> KernelBuilder::blockBehind(const KernelExit &X) const {
  if (G.Nodes[X.Node].IsMasked || X.Faulted)
    return std::nullopt;
  return G.blockBehindBarrier(X.Node);
}

void KernelBuilder::goToWarp(Value *Turn, Value *Block) {
  assert(WarpStart && !InCalls && "code that calls runs one warp");
  Value *Warp = B.CreateGEP(
      ArrayType::get(B.getInt8Ty(), sizeof(KernelWarp)),
      B.CreateLoad(B.getPtrTy(), stateField(offsetof(KernelState, Warps))),
      B.CreateZExt(Turn, B.getInt64Ty()));
  auto Field = [&](size_t Offset, Type *Ty) {
    return B.CreateLoad(
        Ty, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Warp, Offset));
  };
  B.CreateStore(Turn, stateField(offsetof(KernelState, Turn)));
  Value *Its = Field(offsetof(KernelWarp, Context), B.getPtrTy());
  Value *Has = B.CreateSub(
      Field(offsetof(KernelWarp, Left), B.getInt64Ty()),
      B.CreateLoad(B.getInt64Ty(), stateField(offsetof(KernelState, Charge))));
  for (auto [Of, Now] :
       {std::pair(Context, Its), {Budget, Has}, {Start, Block}})
    cast<PHINode>(Of)->addIncoming(Now, B.GetInsertBlock());
  B.CreateBr(WarpStart);
}

void KernelBuilder::appendNextWarp(uint32_t Behind) {
  assert(Behind < G.Blocks.size() && G.Blocks[Behind].IsEntry &&
         "warps go on where the interpreter could enter");
  Type *Word = B.getInt32Ty(), *Long = B.getInt64Ty();
  auto Field = [&](size_t Offset, Type *Ty) {
    return B.CreateLoad(Ty, stateField(Offset));
  };
  auto Set = [&](size_t Offset, Value *To) {
    B.CreateStore(To, stateField(Offset));
  };
  Constant *Exit = B.getInt32(uint32_t(Exits.size())),
           *NoExit = B.getInt32(KernelState::NoExit);
  Value *Turn = Field(offsetof(KernelState, Turn), Word),
        *Met = Field(offsetof(KernelState, Met), Word),
        *Now = B.CreateLoad(Long, Left);
  Value *Next = B.CreateAdd(Turn, B.getInt32(1));
  Value *HasNext =
      B.CreateICmpULT(Next, Field(offsetof(KernelState, End), Word));
  Value *Least = B.CreateBinaryIntrinsic(
      Intrinsic::umin, Field(offsetof(KernelState, Least), Long), Now);
  Value *Opens = B.CreateLoad(
      B.getInt8Ty(),
      B.CreateConstInBoundsGEP1_64(
          B.getInt8Ty(), Field(offsetof(KernelState, Opens), B.getPtrTy()),
          Exits.size()));
  // The barrier itself is an instruction, too.
  Value *IsOpen =
      B.CreateAnd(B.CreateIsNotNull(Opens), B.CreateIsNotNull(Least));
  Value *IsSame =
      B.CreateOr(B.CreateICmpEQ(Met, NoExit), B.CreateICmpEQ(Met, Exit));
  BasicBlock *Stay = newBlock("stay"), *Later = newBlock("later");
  branchIf(B.CreateAnd(IsSame, B.CreateOr(HasNext, IsOpen)), Stay);

  Set(offsetof(KernelState, Issued),
      B.CreateAdd(Field(offsetof(KernelState, Issued), Long),
                  B.CreateSub(Budget, Now)));
  Value *Warp = B.CreateGEP(ArrayType::get(B.getInt8Ty(), sizeof(KernelWarp)),
                            Field(offsetof(KernelState, Warps), B.getPtrTy()),
                            B.CreateZExt(Turn, Long));
  B.CreateStore(Now, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Warp,
                                                  offsetof(KernelWarp, Left)));
  branchIf(HasNext, Later);
  Set(offsetof(KernelState, Met), Exit);
  Set(offsetof(KernelState, Least), Least);
  goToWarp(Next, Start);

  B.SetInsertPoint(Later);
  Set(offsetof(KernelState, Met), NoExit);
  Set(offsetof(KernelState, Least), B.getInt64(~uint64_t(0)));
  Set(offsetof(KernelState, Charge), B.getInt64(1));
  Set(offsetof(KernelState, Passed), Exit);
  Set(offsetof(KernelState, Passes),
      B.CreateAdd(Field(offsetof(KernelState, Passes), Long), B.getInt64(1)));
  goToWarp(B.getInt32(0), B.getInt32(Behind));
  B.SetInsertPoint(Stay);
}

} // namespace heddle::hosttranslate
