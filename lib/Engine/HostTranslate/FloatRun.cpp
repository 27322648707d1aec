//===- FloatRun.cpp - Runs of f32 sums and products -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatRun.h"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/IeeeOps.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/MDBuilder.h"
#include <algorithm>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

FloatRun::FloatRun(StateVariables &Vars, IRBuilder<> &Builder, Function &Kernel,
                   const Program &Prog,
                   const SmallPtrSetImpl<const Value *> &StableLoads)
    : State(Vars), B(Builder), F(Kernel), P(Prog), Stable(StableLoads),
      Lowering(Builder, Kernel, Vars.chunkType()),
      Doubts(Builder, Vars.chunkType()),
      DoubtsInLoop(Builder, Vars.chunkType()) {}

void FloatRun::startBlock(ArrayRef<const DecodedInst *> Block) {
  assert(Waiting.empty() && "somebody waits");
  Lowering.startBlock(Block);
  Doubts.startBlock();
  Registers.clear();
  Passed.clear();
  Invariant.clear();
}

/// The last store to \p Slot that was written.
static const StoreInst *lastStore(const AllocaInst &Slot) {
  // New users come first.
  for (const User *U : Slot.users())
    if (const auto *S = dyn_cast<StoreInst>(U))
      return S;
  return nullptr;
}

/// \p V, or what a slot that it was loaded from holds, where that was stored
/// shortly before. LLVM finds that, too, but only when the code is complete.
static Value *forwarded(Value *V) {
  constexpr unsigned MostLooks = 32;
  const auto *L = dyn_cast<LoadInst>(V);
  if (!L || !isa<AllocaInst>(L->getPointerOperand()))
    return V;
  unsigned Looks = 0;
  for (const llvm::Instruction *I = L->getPrevNode(); I && Looks != MostLooks;
       I = I->getPrevNode(), ++Looks)
    if (const auto *S = dyn_cast<StoreInst>(I);
        S && S->getPointerOperand() == L->getPointerOperand())
      return S->getValueOperand()->getType() == V->getType()
                 ? forwarded(const_cast<Value *>(S->getValueOperand()))
                 : V;
  return V;
}

Value *FloatRun::readChunk(const Source &From, unsigned Chunk, Effects &E) {
  const unsigned Width = State.chunkType()->getNumElements();
  if (From.Base == ConstantRows)
    return ConstantDataVector::get(
        F.getContext(),
        ArrayRef(P.Constants[From.Row].Words).slice(Chunk * Width, Width));
  const Variable V = State.rowChunk(From.Row, Chunk);
  if (!is_contained(E.Kills, V))
    E.Reads.push_back(V);
  AllocaInst *Slot = State.slot(V, F);
  Known &Register = Registers[V];
  const StoreInst *Last = lastStore(*Slot);
  if (Last && (Last->getParent() == B.GetInsertBlock() ||
               Passed.contains(Last->getParent())))
    Register = {Last, forwarded(const_cast<Value *>(Last->getValueOperand()))};
  else if (!Register.Held || Register.Store != Last)
    Register = {Last, B.CreateLoad(State.chunkType(), Slot)};
  return Register.Held;
}

Value *FloatRun::firstOf(Value *Pointer) {
  const auto *L = dyn_cast<LoadInst>(Pointer);
  if (!L || !L->hasMetadata(LLVMContext::MD_invariant_load))
    return Pointer;
  APInt Distance(64, 0);
  const Value *From = L->getPointerOperand()->stripAndAccumulateConstantOffsets(
      F.getDataLayout(), Distance, /*AllowNonInbounds=*/true);
  return Invariant.try_emplace({From, Distance.getSExtValue()}, Pointer)
      .first->second;
}

void FloatRun::findBase(Input &Of) {
  const auto *L = dyn_cast_or_null<LoadInst>(Of.Word);
  if (!L || !Stable.contains(L))
    return;
  APInt Distance(64, 0);
  const Value *Base = L->getPointerOperand()->stripAndAccumulateConstantOffsets(
      F.getDataLayout(), Distance, /*AllowNonInbounds=*/true);
  Of.Base = firstOf(const_cast<Value *>(Base));
  Of.Distance = Distance.getSExtValue();
}

FloatRun::Operand FloatRun::operandOf(const Source &From, Effects &E) {
  if (From.Base == WarpRows)
    if (auto *Found = Results.find(From.Row); Found != Results.end())
      return {true, Found->second.Number};
  Input Now;
  for (unsigned C = 0; C != State.chunks(); ++C)
    Now.Values.push_back(readChunk(From, C, E));
  auto Same = find_if(
      Inputs, [&](const Input &Other) { return Other.Values == Now.Values; });
  if (Same != Inputs.end())
    return {false, unsigned(Same - Inputs.begin())};
  if (all_equal(Now.Values)) {
    Now.IsConstant = isa<Constant>(Now.Values.front());
    if (!Now.IsConstant)
      Now.Word = const_cast<Value *>(getSplatValue(Now.Values.front()));
    findBase(Now);
  }
  Inputs.push_back(std::move(Now));
  return {false, unsigned(Inputs.size() - 1)};
}

unsigned FloatRun::numSources(const DecodedInst &I) const {
  return I.is(FloatOp::Mad) || I.is(IeeeOp::Fma) ? 3 : 2;
}

void FloatRun::add(const DecodedInst &I, Effects &E) {
  Instruction Now{&I, B.getCurrentDebugLocation(), {}, 1};
  for (unsigned N = 0; N != numSources(I); ++N) {
    const Operand From = Now.Sources[N] = operandOf(I.Src[N], E);
    if (From.IsResult)
      Now.Depth = std::max(Now.Depth, Waiting[From.Number].Depth + 1);
    else
      Inputs[From.Number].IsFactor |= N != 2 && I.is(FloatOp::Mad);
  }
  Results[I.DstRow] = {unsigned(Waiting.size()), 0};
  for (unsigned C = 0; C != State.chunks(); ++C)
    E.Kills.push_back(State.rowChunk(I.DstRow, C));
  Waiting.push_back(std::move(Now));
}

bool FloatRun::isAwaited(ArrayRef<Variable> Asked) const {
  return any_of(Asked, [&](Variable V) {
    return any_of(Results, [&](const auto &Of) {
      return V - State.rowChunk(Of.first, 0) < State.chunks();
    });
  });
}

bool FloatRun::isWorthALoop() const {
  // A vector is only begun when the one before has gone through, about, so
  // chains in one have to make up for those that lie beside it.
  constexpr unsigned MinVectors = 96, MinChains = 6;
  unsigned Depth = 0;
  for (const Instruction &Now : Waiting)
    Depth = std::max(Depth, Now.Depth);
  return size() * State.chunks() >= MinVectors && size() >= MinChains * Depth;
}

void FloatRun::append(LeaveT Leave) {
  if (Waiting.empty())
    return;
  const DebugLoc Line = B.getCurrentDebugLocation();
  if (isWorthALoop())
    appendLoop(*Leave());
  else
    appendStraight();
  B.SetCurrentDebugLocation(Line);
  Waiting.clear();
  Inputs.clear();
  Results.clear();
}

void FloatRun::write(unsigned Row, unsigned Chunk, Value *V) {
  const Variable To = State.rowChunk(Row, Chunk);
  Registers[To] = {B.CreateStore(V, State.slot(To, F)), V};
}

void FloatRun::appendStraight() {
  std::vector<Chunks> Done;
  for (const Instruction &Now : Waiting) {
    B.SetCurrentDebugLocation(Now.Line);
    Chunks Mine;
    for (unsigned C = 0; C != State.chunks(); ++C) {
      SmallVector<Value *, 3> Sources;
      for (unsigned N = 0; N != numSources(*Now.I); ++N) {
        const Operand From = Now.Sources[N];
        Sources.push_back(From.IsResult ? Done[From.Number][C]
                                        : Inputs[From.Number].Values[C]);
      }
      Mine.push_back(Lowering.append(*Now.I, Sources, Doubts));
    }
    Done.push_back(std::move(Mine));
  }
  for (const auto &[Row, Of] : Results)
    for (unsigned C = 0; C != State.chunks(); ++C)
      write(Row, C, Done[Of.Number][C]);
}

void FloatRun::layOut() {
  const unsigned RowBytes = State.chunks() * State.chunkBytes();
  unsigned Next = 0;
  for (Input &From : Inputs) {
    // Factors of the chip's are looked at together.
    if (From.IsFactor)
      From.Base = nullptr;
    if (!From.Word && !From.IsConstant) {
      From.Place = Next;
      Next += RowBytes;
    }
  }
  for (auto &[Row, Of] : Results) {
    Of.Place = Next;
    Next += RowBytes;
  }
  // Those come first that have to be looked at.
  FirstWord = Next;
  NumWords = 0;
  for (const bool Factors : {true, false}) {
    for (Input &From : Inputs)
      if (From.Word && !From.Base && From.IsFactor == Factors) {
        CopiesWords = true;
        From.Place = Next;
        Next += 4;
        NumWords += Factors;
      }
    if (Factors)
      Next = alignTo(Next, State.chunkBytes());
  }
  Bytes = std::max(Bytes, Next);
  if (!Places) {
    BasicBlock &Entry = F.getEntryBlock();
    IRBuilder<> Start(&Entry, Entry.begin());
    Places = Start.CreateAlloca(B.getInt8Ty(), B.getInt32(Bytes), "run");
    Places->setAlignment(Align(64));
  }
  Places->setOperand(0, B.getInt32(Bytes));
}

void FloatRun::appendInputs() {
  auto At = [&](unsigned Place) {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Places, Place);
  };
  for (const Input &From : Inputs)
    if (From.Base)
      continue;
    else if (From.Word)
      B.CreateAlignedStore(From.Word, At(From.Place), Align(4));
    else if (!From.IsConstant)
      for (unsigned C = 0; C != State.chunks(); ++C)
        B.CreateAlignedStore(From.Values[C],
                             At(From.Place + C * State.chunkBytes()),
                             Align(State.chunkBytes()));
  const unsigned Width = State.chunkType()->getNumElements();
  for (unsigned N = NumWords; N % Width; ++N)
    B.CreateAlignedStore(B.getInt32(0), At(FirstWord + N * 4), Align(4));
  for (unsigned N = 0; N < NumWords; N += Width)
    Doubts.expectMiddle(B.CreateAlignedLoad(
        State.chunkType(), At(FirstWord + N * 4), Align(State.chunkBytes())));
}

Value *FloatRun::byteOf(Value *Array, Value *Offset, unsigned Place) {
  return B.CreateInBoundsGEP(B.getInt8Ty(), Array,
                             B.CreateAdd(Offset, B.getInt64(Place)));
}

Value *FloatRun::hide(Value *Pointer, Value *Offset) {
  Value *&Found = Hidden[Pointer];
  if (Found)
    return Found;
  // Otherwise all that is the same for each vector would be loaded in front of
  // the loop, and wait for it in memory.
  auto *Type = FunctionType::get(B.getPtrTy(), {B.getPtrTy(), B.getInt64Ty()},
                                 /*isVarArg=*/false);
  // What is said to access memory gets an fwait of LLVM in front of it, for the
  // x87. Only the slots of the run are not seen elsewhere.
  const char *Constraints = Pointer == Places ? "=r,0,r,~{memory}" : "=r,0,r";
  return Found = B.CreateCall(
             Type,
             InlineAsm::get(Type, "", Constraints, /*hasSideEffects=*/true),
             {Pointer, Offset});
}

Value *FloatRun::loadInput(const Input &From, Value *Array, Value *Offset) {
  if (From.IsConstant)
    return From.Values.front();
  if (!From.Word)
    return B.CreateAlignedLoad(State.chunkType(),
                               byteOf(Array, Offset, From.Place),
                               Align(State.chunkBytes()));
  Value *At = From.Base
                  ? B.CreateConstGEP1_64(B.getInt8Ty(), hide(From.Base, Offset),
                                         uint64_t(From.Distance))
                  : byteOf(Array, B.getInt64(0), From.Place);
  Value *Word = B.CreateAlignedLoad(B.getInt32Ty(), At, Align(4));
  Value *All = B.CreateVectorSplat(State.chunkType()->getNumElements(), Word);
  if (From.IsFactor)
    DoubtsInLoop.assumeMiddle(All);
  return All;
}

void FloatRun::appendBody(Value *Array, Value *Offset) {
  DoubtsInLoop.startBlock();
  std::vector<Value *> Loaded(Inputs.size());
  std::vector<Value *> Done;
  for (const Instruction &Now : Waiting) {
    B.SetCurrentDebugLocation(Now.Line);
    SmallVector<Value *, 3> Sources;
    for (unsigned N = 0; N != numSources(*Now.I); ++N) {
      const Operand From = Now.Sources[N];
      if (!From.IsResult && !Loaded[From.Number])
        Loaded[From.Number] = loadInput(Inputs[From.Number], Array, Offset);
      Sources.push_back(From.IsResult ? Done[From.Number]
                                      : Loaded[From.Number]);
    }
    Done.push_back(Lowering.append(*Now.I, Sources, DoubtsInLoop));
  }
  for (const auto &[Row, Of] : Results)
    B.CreateAlignedStore(Done[Of.Number], byteOf(Array, Offset, Of.Place),
                         Align(State.chunkBytes()));
}

void FloatRun::appendLoop(BasicBlock &Leave) {
  LLVMContext &Context = F.getContext();
  layOut();
  appendInputs();
  BasicBlock *Before = B.GetInsertBlock(),
             *Loop = BasicBlock::Create(Context, "run", &F),
             *Next = BasicBlock::Create(Context, "", &F),
             *After = BasicBlock::Create(Context, "", &F);
  B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  PHINode *Offset = B.CreatePHI(B.getInt64Ty(), 2);
  Offset->addIncoming(B.getInt64(0), Before);
  Hidden.clear();
  appendBody(hide(Places, Offset), Offset);
  MDNode *Rarely = MDBuilder(Context).createBranchWeights(1, 1 << 20);
  if (Value *IsRare = DoubtsInLoop.appendTest())
    B.CreateCondBr(IsRare, &Leave, Next, Rarely);
  else
    B.CreateBr(Next);
  B.SetInsertPoint(Next);
  Value *Then = B.CreateAdd(Offset, B.getInt64(State.chunkBytes()));
  Offset->addIncoming(Then, Next);
  B.CreateCondBr(
      B.CreateICmpEQ(Then, B.getInt64(State.chunks() * State.chunkBytes())),
      After, Loop);
  B.SetInsertPoint(After);
  for (const auto &[Row, Of] : Results)
    for (unsigned C = 0; C != State.chunks(); ++C)
      write(Row, C,
            B.CreateAlignedLoad(
                State.chunkType(),
                B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Places,
                                             Of.Place + C * State.chunkBytes()),
                Align(State.chunkBytes())));
}

} // namespace heddle::hosttranslate
