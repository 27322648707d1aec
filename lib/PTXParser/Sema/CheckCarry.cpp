//===- CheckCarry.cpp - Where the carry flag comes from -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// addc, subc and madc add the carry flag, which an instruction with .cc must
/// have set on the way. Calls do not keep it (PTX ISA, "Extended-Precision
/// Integer Arithmetic Instructions").
///
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "llvm/ADT/DenseMap.h"

using namespace heddle;
using namespace heddle::ptx;

namespace {

/// The known state of the flag at a place; a further path can only raise it.
enum class Carry : uint8_t { Unreached, Unset, MayBeSet };

/// Goes over a body until no label learns of a further way to it.
class CarryFlow {
public:
  explicit CarryFlow(const Block &Of) : Body(Of) {}

  /// Calls \p Fn with each instruction that adds a flag that nothing has set.
  void forUnset(llvm::function_ref<void(const Instruction &)> Fn) {
    while (walk(nullptr))
      ;
    walk(Fn);
  }

private:
  /// Whether a label has learned of something.
  bool walk(llvm::function_ref<void(const Instruction &)> Fn);
  void pass(const Instruction &I);
  void goTo(const Decl *Target) {
    Carry &There = Labels[Target];
    Changed |= There < State;
    There = std::max(There, State);
  }

  const Block &Body;
  /// The state of the flag on the ways to a label that were seen so far.
  llvm::DenseMap<const Decl *, Carry> Labels;
  /// By the name of .branchtargets, which stands in front of its branches.
  llvm::DenseMap<const Decl *, const TargetsDirective *> Lists;
  Carry State = Carry::Unset;
  bool Changed = false;
};

} // namespace

void CarryFlow::pass(const Instruction &I) {
  if (I.has(ModCc))
    State = Carry::MayBeSet;
  switch (I.opcode()) {
  case OpCall:
    if (!I.Guard)
      State = std::min(State, Carry::Unset);
    return;
  case OpBra:
    goTo(I.Operands[0].Base);
    break;
  case OpBrxIdx:
    if (const TargetsDirective *List = Lists.lookup(I.Operands[1].Base))
      for (const Decl *Target : List->Targets)
        goTo(Target);
    break;
  case OpExit:
  case OpRet:
  case OpTrap:
    break;
  default:
    return;
  }
  if (!I.Guard)
    State = Carry::Unreached;
}

bool CarryFlow::walk(llvm::function_ref<void(const Instruction &)> Fn) {
  State = Carry::Unset;
  Changed = false;
  forEachStmt(Body, [&](const Stmt &S) {
    if (const auto *L = llvm::dyn_cast<LabelStatement>(&S)) {
      goTo(L->L);
      State = Labels[L->L];
    } else if (const auto *T = llvm::dyn_cast<TargetsDirective>(&S)) {
      Lists[T->Name] = T;
    } else if (const auto *I = llvm::dyn_cast<Instruction>(&S)) {
      if (Fn && takesCarry(*I) && State == Carry::Unset)
        Fn(*I);
      pass(*I);
    }
  });
  return Changed;
}

void Sema::checkCarry(const Block &Body) const {
  bool IsTaken = false;
  forEachStmt(Body, [&](const Stmt &S) {
    const auto *I = llvm::dyn_cast<Instruction>(&S);
    IsTaken |= I && takesCarry(*I);
  });
  if (!IsTaken)
    return;
  CarryFlow(Body).forUnset([&](const Instruction &I) {
    Diags.warning("carry-unset", I.NameRange.Start,
                  "'" + I.spelling() +
                      "' adds a carry flag that no '.cc' on the way to it sets",
                  I.NameRange);
  });
}
