//===- LiftIndirectCall.cpp - Calls through a register --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A module is all there is, so the functions that a pointer can mean are
/// known: those whose address is taken, and of these the ones with the call's
/// prototype. The call chooses among direct calls of them; lanes with different
/// targets take turns and meet behind it.
///
//===----------------------------------------------------------------------===//

#include "LiftCall.h"
#include "heddle/ABI/FunctionAddress.h"
#include "heddle/ABI/HostServices.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace heddle {

using ptx::Instruction;
using ptx::Operand;

//===----------------------------------------------------------------------===//
// Functions with an address
//===----------------------------------------------------------------------===//

static const ptx::Function &definitionOf(const ptx::Function &F) {
  return F.Definition ? *F.Definition : F;
}

uint64_t ModuleLifter::functionAddress(const ptx::Function &F, SMRange Where) {
  const ptx::Function &Definition = definitionOf(F);
  if (!Definition.Body && !mayBeElsewhere(Definition))
    reportUndefined(F, Where);
  return abi::functionAddress(Definition.Id);
}

namespace {

/// Collects the functions whose addresses a module takes.
class AddressedFunctions {
public:
  void add(const ptx::Module &M) {
    for (const ptx::Variable *Var : M.Variables)
      addVariable(*Var);
    for (const ptx::Function *F : M.Functions) {
      for (const ptx::Variable *Var : F->Variables)
        addVariable(*Var);
      if (F->Body)
        ptx::forEachStmt(*F->Body, [&](const ptx::Stmt &S) {
          if (auto *I = dyn_cast<Instruction>(&S))
            addInstruction(*I);
        });
    }
  }

  std::vector<const ptx::Function *> take() { return Found.takeVector(); }

private:
  void addDecl(const ptx::Decl *D) {
    if (auto *F = dyn_cast_or_null<ptx::Function>(D))
      if (const ptx::Function &Definition = definitionOf(*F);
          Definition.Body && !Definition.IsEntry)
        Found.insert(&Definition);
  }
  /// Initial values nest as deep as arrays have dimensions.
  void addInit(const ptx::Init &Value) {
    addDecl(Value.Symbol);
    for (const ptx::Init &Element : Value.Elements)
      addInit(Element);
  }
  void addVariable(const ptx::Variable &Var) {
    if (Var.Initializer)
      addInit(*Var.Initializer);
  }
  void addInstruction(const Instruction &I) {
    for (auto [N, Op] : enumerate(I.Operands)) {
      // The function that a call names.
      if (I.opcode() == ptx::OpCall && N == 1)
        continue;
      addDecl(Op.Base);
      for (const Operand &Element : Op.Elements)
        addDecl(Element.Base);
    }
  }

  SetVector<const ptx::Function *, std::vector<const ptx::Function *>> Found;
};

} // namespace

ArrayRef<const ptx::Function *> ModuleLifter::addressedFunctions() {
  if (Addressed)
    return *Addressed;
  AddressedFunctions Found;
  for (const ptx::Module *Source : Sources)
    Found.add(*Source);
  return Addressed.emplace(Found.take());
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// Whether what is passed for \p A can be passed for \p B.
static bool isPassedAlike(const ptx::Decl &A, const ptx::Decl &B) {
  std::optional<ptx::ScalarType> ValueA = valueType(A), ValueB = valueType(B);
  if (ValueA.has_value() != ValueB.has_value())
    return false;
  if (!ValueA)
    return cast<ptx::Variable>(A).byteSize() ==
           cast<ptx::Variable>(B).byteSize();
  auto Width = [](const ptx::Decl &D) {
    auto *R = dyn_cast<ptx::Register>(&D);
    return R ? R->VectorWidth : 1;
  };
  return ptx::bitWidth(*ValueA) == ptx::bitWidth(*ValueB) &&
         Width(A) == Width(B);
}

static bool arePassedAlike(ArrayRef<ptx::Decl *> A, ArrayRef<ptx::Decl *> B) {
  return A.size() == B.size() && all_of(zip(A, B), [](const auto &Pair) {
           return isPassedAlike(*std::get<0>(Pair), *std::get<1>(Pair));
         });
}

namespace {
/// The possible targets of a call, as its last operand names them.
struct CallTargets {
  /// The prototype that the call names; null: that of the targets.
  const ptx::PrototypeDirective *Prototype = nullptr;
  SmallVector<const ptx::Function *, 8> Functions;
};
} // namespace

/// The functions that the initial value of a table names.
static void addTable(const ptx::Init &Value, CallTargets &Targets) {
  if (auto *F = dyn_cast_or_null<ptx::Function>(Value.Symbol))
    Targets.Functions.push_back(&definitionOf(*F));
  for (const ptx::Init &Element : Value.Elements)
    addTable(Element, Targets);
}

static CallTargets targetsOf(LiftContext &C, const Operand &Said) {
  CallTargets Targets;
  if (const ptx::Variable *Table = Said.baseVariable()) {
    if (Table->Initializer)
      addTable(*Table->Initializer, Targets);
    return Targets;
  }
  ptx::forEachStmt(*C.Source.Body, [&](const ptx::Stmt &S) {
    if (auto *P = dyn_cast<ptx::PrototypeDirective>(&S);
        P && P->Name == Said.Base)
      Targets.Prototype = P;
    if (auto *List = dyn_cast<ptx::TargetsDirective>(&S);
        List && List->Name == Said.Base)
      for (const ptx::Decl *D : List->Targets)
        if (auto *F = dyn_cast<ptx::Function>(D))
          Targets.Functions.push_back(&definitionOf(*F));
  });
  if (Targets.Prototype)
    append_range(Targets.Functions, C.Parent.addressedFunctions());
  return Targets;
}

void liftIndirectCall(LiftContext &C, const Instruction &I) {
  if (!C.Parent.Chip.has(abi::Feature::HostCalls))
    return C.error(I.NameRange, "an indirect call is not supported on " +
                                    Twine(C.Parent.Chip.Name));
  if (I.Operands.size() < 4)
    return C.unsupported(I, ": only with a prototype or a list of targets");
  CallTargets Targets = targetsOf(C, I.Operands[3]);
  if (!Targets.Prototype && Targets.Functions.empty())
    return C.unsupported(I, ": only with a prototype or a list of targets");
  CallFormals Formals;
  if (Targets.Prototype)
    Formals = {Targets.Prototype->Returns, Targets.Prototype->Params};
  else
    Formals = {Targets.Functions.front()->Returns,
               Targets.Functions.front()->Params};
  if (!CallSite::fits(C, I, Formals))
    return;

  Value *Pointer = C.read(I.Operands[1], ptx::ScalarType::U64);
  CallSite Site(C, I, Formals);
  BasicBlock *Bad = C.newBlock("nofunction");
  BasicBlock *Behind = BasicBlock::Create(C.Context, "called");
  SwitchInst *Switch = C.Builder.CreateSwitch(Pointer, Bad);
  SmallPtrSet<const ptx::Function *, 8> Seen;
  for (const ptx::Function *Target : Targets.Functions) {
    if (!Seen.insert(Target).second ||
        !arePassedAlike(Formals.Params, Target->Params) ||
        !arePassedAlike(Formals.Returns, Target->Returns))
      continue;
    llvm::Function *F = C.Parent.calleeFor(*Target, I.Operands[1].Range);
    if (!F)
      continue;
    C.Parent.noteCall(C.Source, *Target, I.NameRange);
    BasicBlock *Block = C.newBlock("call." + Target->Name);
    Switch->addCase(C.Builder.getInt64(abi::functionAddress(Target->Id)),
                    Block);
    C.Builder.SetInsertPoint(Block);
    Site.takeResults(*Site.call(*F));
    C.Builder.CreateBr(Behind);
  }
  // As for a trap, LLVM is not told that this service does not return.
  C.Builder.SetInsertPoint(Bad);
  callHost(C, abi::HostService::BadCall, Pointer, C.Builder.getInt64(0));
  C.startBlock(Behind);
}

} // namespace heddle
