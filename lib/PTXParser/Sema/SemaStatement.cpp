//===- SemaStatement.cpp - Labels, lists of targets and guards ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;

Label *Sema::actOnLabel(Identifier &Id, SMRange Range, bool &Refused) {
  auto &Labels = Names.declarations().Labels;
  auto *L = make<Label>(Id.Name, Range);
  L->Id = Labels.size();
  Refused = Names.declare(Id, L);
  if (!Refused)
    Labels.push_back(L);
  return L;
}

const Stmt *Sema::actOnTargets(const Label *Name, bool IsCall,
                               llvm::ArrayRef<ParsedTarget> Targets,
                               SMRange Range) {
  auto **Slots = M.Allocator.Allocate<const Decl *>(Targets.size());
  for (auto [I, Entry] : llvm::enumerate(Targets)) {
    Slots[I] = nullptr;
    Decl *D = lookup(*Entry.Id);
    if (!IsCall && !D) {
      Names.addPending(*Entry.Id, &Slots[I], Entry.Range);
      continue;
    }
    if (!D) {
      undeclared(*Entry.Id, Entry.Range, KFunction);
      return nullptr;
    }
    if (IsCall ? !llvm::isa<Function>(D) : !llvm::isa<Label>(D)) {
      error(Entry.Range, "'" + Entry.Id->Name + "' is no " +
                             (IsCall ? "function" : "label"));
      return nullptr;
    }
    Slots[I] = D;
  }
  auto *S = make<TargetsDirective>(Name, Range);
  S->IsCall = IsCall;
  S->Targets = llvm::ArrayRef(Slots, Targets.size());
  Names.setTable(*Name, S);
  return S;
}

void Sema::actOnPrototype(const PrototypeDirective &S) {
  Names.setTable(*S.Name, &S);
}

void Sema::actOnGuard(Instruction &I, Identifier &Id, SMRange Range) {
  Decl *D = lookup(Id);
  if (!D) {
    undeclared(Id, Range, KReg);
    return;
  }
  auto *Reg = llvm::dyn_cast<Register>(D);
  if (!Reg ||
      (Reg->Type != ScalarType::Pred && Reg->Type != ScalarType::None)) {
    error(Range, "guard '" + Id.Name + "' is no predicate" +
                     (Reg ? " but '." + typeName(Reg->Type) + "'" : ""));
    Diags.note(D->Range.Start, "declared here", D->Range);
    return;
  }
  I.Guard = Reg;
}
