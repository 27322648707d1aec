//===- HandlerInliner.cpp - Handlers become part of host code -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandlerInliner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include <cstddef>
#include <cstring>

using namespace llvm;
using heddle::sm::DecodedInst;
using heddle::sm::LaneContext;

namespace heddle::hosttranslate {

void Effects::add(const Effects &Later) {
  for (Variable V : Later.Reads)
    if (!is_contained(Kills, V))
      Reads.push_back(V);
  Kills.append(Later.Kills);
}

HandlerInliner::HandlerInliner(SemanticsModule &From, StateVariables &Vars,
                               const sm::Program &Prog, Function &Of,
                               Value *RealContext)
    : Semantics(From), State(Vars), P(Prog), Kernel(Of), Context(RealContext),
      DL(From.module().getDataLayout()) {
  Placeholder = new GlobalVariable(
      From.module(), Type::getInt8Ty(Of.getContext()), /*isConstant=*/false,
      GlobalValue::ExternalLinkage, nullptr, "heddle.context");
  Placeholder->setAlignment(Align(alignof(LaneContext)));
}

GlobalVariable *HandlerInliner::constantOf(const DecodedInst &I) {
  ArrayRef<uint8_t> Bytes(reinterpret_cast<const uint8_t *>(&I),
                          sizeof(DecodedInst));
  Constant *Image = ConstantDataArray::get(Kernel.getContext(), Bytes);
  auto *G = new GlobalVariable(Semantics.module(), Image->getType(),
                               /*isConstant=*/true, GlobalValue::PrivateLinkage,
                               Image, "heddle.inst");
  G->setAlignment(Align(alignof(DecodedInst)));
  return G;
}

/// The blocks from \p First to the function's last, which are a copy's.
static auto blocksFrom(BasicBlock &First) {
  return make_range(First.getIterator(), First.getParent()->end());
}

Place HandlerInliner::resolve(const Value *Pointer) {
  if (!Pointer->getType()->isPointerTy())
    return {};
  auto [At, IsNew] = Places.try_emplace(Pointer);
  if (!IsNew)
    return At->second;
  APInt Offset(64, 0);
  const Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  Place Found;
  if (Base == Placeholder) {
    Found = {Place::Context, Offset.getSExtValue()};
  } else if (const auto *L = dyn_cast<LoadInst>(Base)) {
    Place From = resolve(L->getPointerOperand());
    const int64_t Bases = offsetof(LaneContext, Base);
    if (From.Region == Place::Context &&
        From.Offset == Bases + 8 * sm::WarpRows)
      Found = {Place::Rows, Offset.getSExtValue()};
    else if (From.Region == Place::Context &&
             From.Offset == Bases + 8 * sm::ConstantRows)
      Found = {Place::Constants, Offset.getSExtValue()};
  }
  // The map may have grown meanwhile.
  Places[Pointer] = Found;
  return Found;
}

/// Whether the way from \p First to \p To has no branch.
static bool isUnconditional(const BasicBlock &First, const BasicBlock &To) {
  for (const BasicBlock *B = &First; B; B = B->getSingleSuccessor())
    if (B == &To)
      return true;
  return false;
}

/// The way that leads to \p Call goes to \p Leave in its place.
static void leaveInstead(CallInst &Call, BasicBlock &First, BasicBlock &Leave) {
  BasicBlock &Block = *Call.getParent();
  changeToUnreachable(&Call);
  Block.getTerminator()->eraseFromParent();
  BranchInst::Create(&Leave, &Block);
  // Remove the code that only followed the call.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock &B : make_early_inc_range(make_range(
             std::next(First.getIterator()), First.getParent()->end())))
      if (pred_empty(&B)) {
        DeleteDeadBlock(&B);
        Changed = true;
      }
  }
}

/// Whether \p I may be executed for operands that the handler keeps away from
/// it: it accesses nothing but variables.
static bool isHarmless(const Instruction &I) {
  if (const Value *At = getLoadStorePointerOperand(&I))
    return isa<AllocaInst>(At);
  return isa<ConstrainedFPIntrinsic>(I) || !I.mayReadOrWriteMemory();
}

Value *HandlerInliner::straighten(BasicBlock &First, const BasicBlock &Leave) {
  auto *Branch = dyn_cast<BranchInst>(First.getTerminator());
  if (!Branch || !Branch->isConditional())
    return nullptr;
  auto Leaves = [&](const BasicBlock *B) {
    return B->getSingleSuccessor() == &Leave && B->size() == 1;
  };
  const bool IfTrue = Leaves(Branch->getSuccessor(0));
  BasicBlock *Rare = Branch->getSuccessor(IfTrue ? 0 : 1),
             *Usual = Branch->getSuccessor(IfTrue ? 1 : 0);
  if (!Leaves(Rare) || !Rare->getSinglePredecessor() ||
      !Usual->getSinglePredecessor())
    return nullptr;
  for (const BasicBlock &B : blocksFrom(First))
    if (!all_of(B, isHarmless))
      return nullptr;
  IRBuilder<> B(Branch);
  Value *IsRare = Branch->getCondition();
  if (!IfTrue)
    IsRare = B.CreateNot(IsRare);
  B.CreateBr(Usual);
  Branch->eraseFromParent();
  DeleteDeadBlock(Rare);
  MergeBlockIntoPredecessor(Usual);
  return IsRare;
}

bool HandlerInliner::resolveCalls(BasicBlock &First, CallT Call, Rarity &Rare) {
  while (true) {
    CallInst *Found = nullptr;
    for (BasicBlock &B : blocksFrom(First)) {
      for (Instruction &I : B)
        if (auto *C = dyn_cast<CallInst>(&I); C && !isa<IntrinsicInst>(C)) {
          const Function *Callee = C->getCalledFunction();
          if (!Callee)
            return false;
          // Others were put here.
          if (Semantics.has(*Callee))
            Found = C;
        }
    }
    if (!Found)
      return true;
    Function *F = Found->getCalledFunction();
    if (isUnconditional(First, *Found->getParent())) {
      Semantics.read(*F);
      InlineFunctionInfo Info;
      if (!InlineFunction(*Found, Info).isSuccess())
        return false;
      Places.clear();
      continue;
    }
    // All but the frame of a handler is as rare as it is large. It gets what
    // the handler got, of which LLVM may have dropped the mask.
    if (Found->arg_size() < 2 || Found->getArgOperand(1) != Placeholder)
      return false;
    if (Rare.Leave) {
      leaveInstead(*Found, First, *Rare.Leave);
      Places.clear();
      continue;
    }
    // Done a second time from the start, which only works if nothing has
    // changed.
    for (BasicBlock &B : blocksFrom(First))
      for (Instruction &I : B)
        if (auto *S = dyn_cast<StoreInst>(&I);
            S && State.covers(resolve(S->getPointerOperand())) &&
            isPotentiallyReachable(S, Found))
          return false;
    IRBuilder<> B(Found);
    Effects Done = Call(B);
    Reads.append(Done.Reads);
    auto &Here = Writes[Found->getParent()];
    Here.append(Done.Kills.begin(), Done.Kills.end());
    if (!Found->getType()->isVoidTy())
      Found->replaceAllUsesWith(ConstantInt::getTrue(Found->getType()));
    Found->eraseFromParent();
  }
}

Constant *HandlerInliner::constantAt(int64_t Offset, Type *Ty) const {
  const uint64_t Bytes = DL.getTypeStoreSize(Ty);
  const uint64_t All = P.Constants.size() * sizeof(sm::ConstantRow);
  if (Offset < 0 || uint64_t(Offset) + Bytes > All || Bytes % 4)
    return nullptr;
  const auto *At = reinterpret_cast<const uint8_t *>(P.Constants.data());
  SmallVector<uint32_t, 32> Words(Bytes / 4);
  std::memcpy(Words.data(), At + Offset, Bytes);
  Constant *C = ConstantDataVector::get(Kernel.getContext(), Words);
  if (Words.size() == 1)
    C = ConstantInt::get(Type::getInt32Ty(Kernel.getContext()), Words[0]);
  return ConstantFoldCastOperand(Instruction::BitCast, C, Ty, DL);
}

bool HandlerInliner::rewriteLoad(LoadInst &L, Place At) {
  IRBuilder<> B(&L);
  Value *V = nullptr;
  if (At.Region == Place::Constants) {
    V = constantAt(At.Offset, L.getType());
  } else if (State.covers(At)) {
    V = State.read(B, At, L.getType(), Reads);
  } else if (At.Region == Place::Context) {
    if (At.Offset == int64_t(offsetof(LaneContext, Active))) {
      V = Active;
    } else if (At.Offset == int64_t(offsetof(LaneContext, Base)) ||
               At.Offset == int64_t(offsetof(LaneContext, Base)) + 8) {
      // Whatever reads by it was resolved.
      V = PoisonValue::get(L.getType());
    } else {
      LoadInst *Real =
          B.CreateAlignedLoad(L.getType(),
                              B.CreateConstInBoundsGEP1_64(
                                  B.getInt8Ty(), Context, uint64_t(At.Offset)),
                              L.getAlign());
      // Only the clock changes while a warp runs, and nobody reads it here.
      Real->setMetadata(LLVMContext::MD_invariant_load,
                        MDNode::get(B.getContext(), {}));
      V = Real;
    }
  }
  if (!V)
    return false;
  L.replaceAllUsesWith(V);
  L.eraseFromParent();
  return true;
}

bool HandlerInliner::rewriteStore(StoreInst &S, Place At) {
  IRBuilder<> B(&S);
  SmallVector<Variable> Written;
  if (!State.write(B, At, S.getValueOperand(), Reads, Written))
    return false;
  Writes[S.getParent()].append(Written.begin(), Written.end());
  S.eraseFromParent();
  return true;
}

bool HandlerInliner::rewrite(BasicBlock &First) {
  SmallVector<Instruction *> Accesses;
  SmallVector<LoadInst *> Pointers;
  for (BasicBlock &B : blocksFrom(First))
    for (Instruction &I : make_early_inc_range(B)) {
      if (isInstructionTriviallyDead(&I)) {
        I.eraseFromParent();
        continue;
      }
      I.setMetadata(LLVMContext::MD_noalias, nullptr);
      I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
      if (isa<NoAliasScopeDeclInst>(I)) {
        I.eraseFromParent();
        continue;
      }
      const Value *At = getLoadStorePointerOperand(&I);
      if (At && resolve(At).Region != Place::Elsewhere) {
        if (I.getType()->isPointerTy())
          Pointers.push_back(cast<LoadInst>(&I));
        else
          Accesses.push_back(&I);
      }
      // A pointer may only be computed with constants, and accessed.
      const bool Computes =
          isa<GetElementPtrInst>(I) && resolve(&I).Region != Place::Elsewhere;
      for (Use &U : I.operands())
        if (U->getType()->isPointerTy() && !Computes &&
            resolve(U).Region != Place::Elsewhere && At != U.get())
          return false;
    }
  for (Instruction *I : Accesses) {
    Place At = resolve(getLoadStorePointerOperand(I));
    auto *L = dyn_cast<LoadInst>(I);
    if (!(L ? rewriteLoad(*L, At) : rewriteStore(cast<StoreInst>(*I), At)))
      return false;
  }
  // The loads of pointers come last: other accesses were resolved by them.
  for (LoadInst *L : Pointers)
    if (!rewriteLoad(*L, resolve(L->getPointerOperand())))
      return false;
  for (BasicBlock &B : blocksFrom(First))
    for (Instruction &I : make_early_inc_range(reverse(B)))
      if (isInstructionTriviallyDead(&I))
        I.eraseFromParent();
  return true;
}

void HandlerInliner::findKills(BasicBlock &First, Effects &E) const {
  SmallVector<Variable> Candidates;
  for (const auto &[Block, List] : Writes)
    Candidates.append(List.begin(), List.end());
  llvm::sort(Candidates);
  Candidates.erase(llvm::unique(Candidates), Candidates.end());
  for (Variable V : Candidates) {
    // Looks for a way to the end without a write.
    SmallVector<const BasicBlock *> Todo = {&First};
    SmallPtrSet<const BasicBlock *, 8> Seen;
    bool Missed = false;
    while (!Todo.empty() && !Missed) {
      const BasicBlock *B = Todo.pop_back_val();
      if (!Seen.insert(B).second)
        continue;
      auto At = Writes.find(B);
      if (At != Writes.end() && is_contained(At->second, V))
        continue;
      // Outside of the copy, where it leaves, nobody asks.
      Missed = succ_empty(B) && B->getTerminator();
      append_range(Todo, successors(B));
    }
    if (!Missed)
      E.Kills.push_back(V);
  }
}

void HandlerInliner::discard(BasicBlock &First) {
  SmallVector<BasicBlock *> Copy;
  for (BasicBlock &B : blocksFrom(First)) {
    Copy.push_back(&B);
    B.dropAllReferences();
  }
  for (BasicBlock *B : Copy)
    B->eraseFromParent();
}

Value *HandlerInliner::appendBody(IRBuilderBase &B, Function &Body,
                                  Constant *Inst, Value *Mask, Effects &E,
                                  CallT Call, Rarity &Rare) {
  Semantics.read(Body);
  ValueToValueMapTy VMap;
  VMap[Body.getArg(0)] = Inst;
  VMap[Body.getArg(1)] = Placeholder;
  if (Body.arg_size() > 2)
    VMap[Body.getArg(2)] = Mask;
  SmallVector<ReturnInst *> Returns;
  BasicBlock &Last = Kernel.back();
  CloneAndPruneFunctionInto(&Kernel, &Body, VMap, /*ModuleLevelChanges=*/false,
                            Returns);
  BasicBlock &First = *Last.getNextNode();
  Places.clear();
  Reads.clear();
  Writes.clear();
  if (!resolveCalls(First, Call, Rare) || !rewrite(First)) {
    discard(First);
    return nullptr;
  }
  if (Rare.Leave)
    Rare.IsRare = straighten(First, *Rare.Leave);
  // PTX lines, where they are wanted.
  if (DebugLoc Line = B.getCurrentDebugLocation())
    for (BasicBlock &Copy : blocksFrom(First))
      for (Instruction &In : Copy)
        In.setDebugLoc(Line);
  Effects Mine;
  Mine.Reads = std::move(Reads);
  findKills(First, Mine);
  E.add(Mine);
  // Allocas of the copy belong to the kernel's entry.
  for (Instruction &In : make_early_inc_range(First))
    if (isa<AllocaInst>(In))
      In.moveBefore(Kernel.getEntryBlock(), Kernel.getEntryBlock().begin());
  // Some may have left instead.
  Returns.clear();
  for (BasicBlock &Copy : blocksFrom(First))
    if (auto *R = dyn_cast<ReturnInst>(Copy.getTerminator()))
      Returns.push_back(R);
  BasicBlock *Current = B.GetInsertBlock();
  if (First.getTerminator() == Returns.front() && Returns.size() == 1) {
    Value *Result = Returns.front()->getReturnValue();
    Returns.front()->eraseFromParent();
    Current->splice(Current->end(), &First);
    First.eraseFromParent();
    B.SetInsertPoint(Current);
    return Result;
  }
  B.CreateBr(&First);
  auto *After = BasicBlock::Create(Kernel.getContext(), "", &Kernel);
  B.SetInsertPoint(After);
  PHINode *Result = B.CreatePHI(Body.getReturnType(), unsigned(Returns.size()));
  for (ReturnInst *R : Returns) {
    Result->addIncoming(R->getReturnValue(), R->getParent());
    IRBuilder<>(R).CreateBr(After);
    R->eraseFromParent();
  }
  return Result;
}

Value *HandlerInliner::appendFolded(IRBuilderBase &B, Function &Body,
                                    const DecodedInst &I, Value *Mask,
                                    Effects &E, CallT Call, Rarity &Rare) {
  GlobalVariable *Inst = constantOf(I);
  Value *Result = appendBody(B, Body, Inst, Mask, E, Call, Rare);
  Inst->removeDeadConstantUsers();
  if (Inst->use_empty())
    Inst->eraseFromParent();
  return Result;
}

bool HandlerInliner::append(IRBuilderBase &B, Function &Body,
                            const DecodedInst &I, Value *Mask, Effects &E,
                            CallT Call, Rarity &Rare) {
  return appendFolded(B, Body, I, Mask, E, Call, Rare) != nullptr;
}

Value *HandlerInliner::appendPredicate(IRBuilderBase &B, const DecodedInst &I,
                                       Effects &E) {
  Rarity None;
  Value *Lanes = appendFolded(
      B, *Semantics.predicate(), I, nullptr, E,
      [](IRBuilderBase &) -> Effects { llvm_unreachable("calls nothing"); },
      None);
  assert(Lanes && "of planes only");
  return Lanes;
}

} // namespace heddle::hosttranslate
