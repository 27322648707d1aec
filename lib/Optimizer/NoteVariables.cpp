//===- NoteVariables.cpp - note-variables ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checkers have to know which variable an access is meant for, and the machine
/// code has numbers only. An address is made of one variable, plus what is
/// made of none:
///
///   %a = add i32 ptrtoint (ptr addrspace(3) @tile to i32), %offset
///   %p = inttoptr i32 %a to ptr addrspace(3)
///   load float, ptr addrspace(3) %p, !dbg !7    =>
///   !heddle.variables = !{..., !{i32 9, i32 3, !"tile"}}
///
/// Only functions that checkers look at (sanitize_thread) are searched.
///
//===----------------------------------------------------------------------===//

#include "heddle/ABI/AddressSpace.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#define DEBUG_TYPE "note-variables"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumNoted, "Accesses noted");

namespace heddle {
namespace {

/// What an integer or a pointer is made of.
struct Base {
  enum KindType : uint8_t {
    /// Nothing was found out so far: in a cycle.
    Open,
    /// No variable.
    None,
    One,
    Many,
  };
  KindType Kind = None;
  /// A variable, or a parameter that lies in memory.
  const Value *Variable = nullptr;

  bool operator==(const Base &) const = default;
};

/// Either of the two.
Base either(Base A, Base B) {
  if (A.Kind == Base::Open)
    return B;
  if (B.Kind == Base::Open || A == B)
    return A;
  return {Base::Many};
}

/// Their sum, or what has bits of both.
Base together(Base A, Base B) {
  if (A.Kind == Base::None)
    return B;
  if (B.Kind == Base::None)
    return A;
  if (A.Kind == Base::Open || B.Kind == Base::Open)
    return {Base::Open};
  return {Base::Many};
}

/// Of all instructions of a function: goes over them until nothing changes.
class BaseSearch {
public:
  explicit BaseSearch(const Function &F);
  Base of(const Value *V);

private:
  Base compute(const Value *V);
  Base ofOperator(const Operator &Op);

  /// Of instructions and constant expressions.
  DenseMap<const Value *, Base> Known;
};

bool isVariable(const Value *V) {
  if (const auto *G = dyn_cast<GlobalVariable>(V))
    return G->getAddressSpace() == abi::Shared ||
           G->getAddressSpace() == abi::Constant;
  const auto *A = dyn_cast<Argument>(V);
  return A && A->hasByValAttr() &&
         A->getParent()->getCallingConv() == CallingConv::PTX_Kernel;
}

Base BaseSearch::ofOperator(const Operator &Op) {
  auto At = [&](unsigned N) { return of(Op.getOperand(N)); };
  switch (Op.getOpcode()) {
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
  case Instruction::Freeze:
    return At(0);
  case Instruction::GetElementPtr:
  case Instruction::Add:
  case Instruction::Or:
  case Instruction::And: {
    Base Sum;
    for (const Use &U : Op.operands())
      Sum = together(Sum, of(U));
    return Sum;
  }
  case Instruction::Sub: {
    Base From = At(0), What = At(1);
    if (What.Kind == Base::None)
      return From;
    // A distance within a variable.
    return From == What && From.Kind == Base::One ? Base() : Base{Base::Many};
  }
  case Instruction::Select:
    return either(At(1), At(2));
  case Instruction::Load:
  case Instruction::Call:
    return {};
  default: // Of the other instructions none makes an address.
    for (const Use &U : Op.operands())
      if (Base B = of(U); B.Kind == Base::One || B.Kind == Base::Many)
        return {Base::Many};
    return {};
  }
}

Base BaseSearch::compute(const Value *V) {
  if (isVariable(V))
    return {Base::One, V};
  if (const auto *Phi = dyn_cast<PHINode>(V)) {
    Base All = {Base::Open};
    for (const Use &U : Phi->incoming_values())
      All = either(All, of(U));
    return All;
  }
  if (const auto *Op = dyn_cast<Operator>(V))
    return ofOperator(*Op);
  return {};
}

Base BaseSearch::of(const Value *V) {
  auto It = Known.find(V);
  if (It != Known.end())
    return It->second;
  if (isa<Instruction>(V))
    return {Base::Open};
  Base Found = compute(V);
  if (isa<ConstantExpr>(V))
    Known[V] = Found;
  return Found;
}

BaseSearch::BaseSearch(const Function &F) {
  ReversePostOrderTraversal<const Function *> Order(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *Block : Order)
      for (const Instruction &I : *Block) {
        Base Found = compute(&I);
        Changed |= !(Found == of(&I));
        Known[&I] = Found;
      }
  }
}

} // namespace

PreservedAnalyses NoteVariablesPass::run(Module &M, ModuleAnalysisManager &) {
  LLVMContext &Context = M.getContext();
  Type *I32 = Type::getInt32Ty(Context);
  auto Number = [&](unsigned N) {
    return ConstantAsMetadata::get(ConstantInt::get(I32, N));
  };
  NamedMDNode *Notes = nullptr;
  for (const Function &F : M) {
    if (!F.hasFnAttribute(Attribute::SanitizeThread))
      continue;
    BaseSearch Search(F);
    for (const Instruction &I : instructions(F)) {
      const Value *Pointer = getLoadStorePointerOperand(&I);
      if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
        Pointer = RMW->getPointerOperand();
      else if (const auto *CAS = dyn_cast<AtomicCmpXchgInst>(&I))
        Pointer = CAS->getPointerOperand();
      const DILocation *Place = I.getDebugLoc();
      if (!Pointer || !Place || !Place->getLine())
        continue;
      Base B = Search.of(Pointer);
      StringRef Name = B.Kind == Base::One ? B.Variable->getName() : "";
      if (!Notes)
        Notes = M.getOrInsertNamedMetadata(VariablesMetadata);
      Notes->addOperand(MDNode::get(Context, {Number(Place->getLine()),
                                              Number(Place->getColumn()),
                                              MDString::get(Context, Name)}));
      ++NumNoted;
    }
  }
  return PreservedAnalyses::all();
}

} // namespace heddle
