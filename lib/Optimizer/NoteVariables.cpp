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
/// code has numbers only. An address is made of one variable, plus numbers that
/// are made of none:
///
///   %a = add i32 ptrtoint (ptr addrspace(3) @tile to i32), %offset
///   %p = inttoptr i32 %a to ptr addrspace(3)
///   load float, ptr addrspace(3) %p, !dbg !7    =>
///   !heddle.variables = !{..., !{i32 9, i32 3, !"tile", i32 4}}
///
/// For functions that are called with pointers to variables, the pass notes
/// which. Only functions that checkers look at (sanitize_thread) are searched.
///
//===----------------------------------------------------------------------===//

#include "heddle/ABI/AddressSpace.h"
#include "heddle/Intrinsics/VariableAttributes.h"
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
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "note-variables"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumNoted, "Accesses noted");

namespace heddle {
namespace {

/// The variables that an integer or a pointer is computed from.
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
  /// A variable, a parameter that lies in memory, or a pointer to either that
  /// a function is called with.
  const Value *Variable = nullptr;

  bool operator==(const Base &) const = default;
};

/// The base of a value that is one of the two.
Base either(Base A, Base B) {
  if (A.Kind == Base::Open)
    return B;
  if (B.Kind == Base::Open || A == B)
    return A;
  return {Base::Many};
}

/// The base of their sum, or of a value with bits of both.
Base together(Base A, Base B) {
  if (A.Kind == Base::None)
    return B;
  if (B.Kind == Base::None)
    return A;
  if (A.Kind == Base::Open || B.Kind == Base::Open)
    return {Base::Open};
  return {Base::Many};
}

/// Finds the bases of all instructions of a function: goes over them until
/// nothing changes.
class BaseSearch {
public:
  explicit BaseSearch(const Function &F);
  Base of(const Value *V);

private:
  Base compute(const Value *V);
  Base ofOperator(const Operator &Op);

  /// The bases of instructions and constant expressions.
  DenseMap<const Value *, Base> Known;
};

/// The name of a variable in reports of checkers: its own, KERNEL/NAME for a
/// parameter of a kernel, LocalVariable for one of a function. Empty where \p V
/// is no variable.
std::string variableName(const Value *V) {
  if (const auto *G = dyn_cast<GlobalVariable>(V))
    return G->getAddressSpace() == abi::Shared ||
                   G->getAddressSpace() == abi::Constant
               ? G->getName().str()
               : "";
  if (const auto *Slot = dyn_cast<AllocaInst>(V)) {
    const MDNode *Path = Slot->getMetadata(LocalVariable);
    return Path ? cast<MDString>(Path->getOperand(0))->getString().str() : "";
  }
  const auto *A = dyn_cast<Argument>(V);
  if (!A)
    return "";
  const Function &F = *A->getParent();
  if (F.getCallingConv() == CallingConv::PTX_Kernel)
    return A->hasByValAttr() ? (F.getName() + "/" + A->getName()).str() : "";
  return F.getAttributes()
      .getParamAttr(A->getArgNo(), LocalVariable)
      .getValueAsString()
      .str();
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
  default: // No other instruction makes an address.
    for (const Use &U : Op.operands())
      if (Base B = of(U); B.Kind == Base::One || B.Kind == Base::Many)
        return {Base::Many};
    return {};
  }
}

Base BaseSearch::compute(const Value *V) {
  if (!variableName(V).empty())
    return {Base::One, V};
  // A variable that passes have changed.
  if (isa<AllocaInst>(V))
    return {Base::Many};
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

/// Adds to the named metadata of a module.
class Notes {
public:
  explicit Notes(Module &M) : M(M) {}

  void access(const DILocation &Place, StringRef Variable, unsigned Bytes) {
    LLVM_DEBUG(
        dbgs() << DEBUG_TYPE ": " << Place.getLine() << ':' << Place.getColumn()
               << " accesses " << Bytes << " bytes of "
               << (Variable.empty() ? "what nobody knows" : Variable) << '\n');
    add(VariablesMetadata, {number(Place.getLine()), number(Place.getColumn()),
                            text(Variable), number(Bytes)});
    ++NumNoted;
  }
  void passed(StringRef Parameter, StringRef Variable) {
    add(PassedMetadata, {text(Parameter), text(Variable)});
  }

private:
  Metadata *number(unsigned N) {
    return ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt32Ty(M.getContext()), N));
  }
  Metadata *text(StringRef Text) { return MDString::get(M.getContext(), Text); }
  void add(StringRef List, ArrayRef<Metadata *> Operands) {
    M.getOrInsertNamedMetadata(List)->addOperand(
        MDNode::get(M.getContext(), Operands));
  }

  Module &M;
};

std::string nameIn(Base B) {
  return B.Kind == Base::One ? variableName(B.Variable) : "";
}

/// The address that an instruction accesses; null: it accesses no memory.
const Value *pointerOf(const Instruction &I) {
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return RMW->getPointerOperand();
  if (const auto *CAS = dyn_cast<AtomicCmpXchgInst>(&I))
    return CAS->getPointerOperand();
  return getLoadStorePointerOperand(&I);
}

/// The number of bytes that \p I accesses.
unsigned bytesOf(const Instruction &I) {
  // The value of a load, or of an atomic, has the type in memory.
  const Value *Accessed = &I;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    Accessed = Store->getValueOperand();
  else if (const auto *CAS = dyn_cast<AtomicCmpXchgInst>(&I))
    Accessed = CAS->getNewValOperand();
  return unsigned(I.getDataLayout().getTypeStoreSize(Accessed->getType()));
}

/// Notes the variables that are passed to functions.
void notePassed(const CallBase &Call, BaseSearch &Search, Notes &To) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Callee->isDeclaration())
    return;
  for (const Argument &Formal : Callee->args())
    if (std::string Name = variableName(&Formal); !Name.empty())
      To.passed(Name, nameIn(Search.of(Call.getArgOperand(Formal.getArgNo()))));
}

} // namespace

PreservedAnalyses NoteVariablesPass::run(Module &M, ModuleAnalysisManager &) {
  Notes To(M);
  for (const Function &F : M) {
    if (!F.hasFnAttribute(Attribute::SanitizeThread))
      continue;
    // Its callers, and so its arguments, are not known.
    if (F.hasAddressTaken())
      for (const Argument &Formal : F.args())
        To.passed(variableName(&Formal), "");
    BaseSearch Search(F);
    for (const Instruction &I : instructions(F)) {
      if (const auto *Call = dyn_cast<CallBase>(&I))
        notePassed(*Call, Search, To);
      const Value *Pointer = pointerOf(I);
      const DILocation *Place = I.getDebugLoc();
      if (Pointer && Place && Place->getLine())
        To.access(*Place, nameIn(Search.of(Pointer)), bytesOf(I));
    }
  }
  return PreservedAnalyses::all();
}

} // namespace heddle
