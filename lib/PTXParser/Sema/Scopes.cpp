//===- Scopes.cpp - What names mean where the parser stands ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scopes.h"
#include "ForeignWords.h"
#include "FormTable.h"
#include "SourceText.h"
#include <cassert>

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

void Scopes::enter() {
  Symbols.enter();
  PendingStart.push_back(Pending.size());
}

void Scopes::leave() {
  assert(!PendingStart.empty() && "a scope that was never entered");
  PendingStart.pop_back();
  // The scope of the parameters is the last one of a function.
  if (Symbols.depth() == 1) {
    for (const PendingLabel &P : Pending)
      if (P.Id) {
        P.Id->LastPending = 0;
        undeclared(*P.Id, P.Range, KLabel);
      }
    Pending.clear();
  }
  Symbols.leave();
}

void Scopes::addPending(Identifier &Id, const Decl **Slot, SMRange Range) {
  assert(Slot && "a use without a place for its declaration");
  Pending.push_back({&Id, Slot, Range, Id.LastPending});
  Id.LastPending = Pending.size();
}

/// \p D is declared in the innermost scope: this settles the uses in it and in
/// those within it, but not the uses before it was opened.
void Scopes::settlePending(Identifier &Id, const Decl &D) {
  while (Id.LastPending > PendingStart.back()) {
    PendingLabel &P = Pending[Id.LastPending - 1];
    assert(Id.LastPending <= Pending.size() && P.Id == &Id &&
           P.Previous < Id.LastPending && "uses of a label are a list");
    Id.LastPending = P.Previous;
    P.Id = nullptr;
    if (llvm::isa<Label>(D)) {
      *P.Slot = &D;
      continue;
    }
    error(P.Range, "'" + Id.Name + "' is no label");
    Diags.note(D.Range.Start, "declared here", D.Range);
  }
}

Decl *Scopes::lookup(Identifier &Id) {
  bool Made;
  Decl *D = Symbols.lookup(Id, Made);
  if (Made && !llvm::cast<Register>(D)->IsModuleScope) {
    D->Id = Decls.Registers.size();
    Decls.Registers.push_back(llvm::cast<Register>(D));
  }
  return D;
}

Binding *Scopes::lookupAtModule(const Identifier &Id) {
  Binding *B = Id.Top;
  while (B && B->Depth != 0)
    B = B->Outer;
  return B;
}

bool Scopes::duplicate(SMRange Range, StringRef Name, SMRange Previous) const {
  error(Range, "'" + Name + "' is declared already in this scope");
  Diags.note(Previous.Start, "the first declaration is here", Previous);
  return true;
}

/// Whether \p D was added by undeclared(), so that a name is reported once.
static bool isPoison(const Decl &D) {
  const auto *Reg = llvm::dyn_cast<Register>(&D);
  return Reg && Reg->Type == ScalarType::None;
}

bool Scopes::declare(Identifier &Id, Decl *D) {
  if (Id.Name == "WARP_SZ")
    return error(D->Range, "'WARP_SZ' is a reserved word");
  auto Previous = Symbols.declaredHere(Id);
  bool IsPoison = Previous && Id.Top && isPoison(*Id.Top->D);
  if (Previous && !IsPoison)
    duplicate(D->Range, Id.Name, *Previous);
  // After a mistake the later declaration counts, lest its uses be mistakes.
  const auto *Before = Id.Top ? llvm::dyn_cast<Register>(Id.Top->D) : nullptr;
  const auto *After = llvm::dyn_cast<Register>(D);
  if (Previous && Before && After && Before->Type != After->Type)
    Symbols.declare(Id, D);
  else if (!Previous || !Id.Top || Id.Top->D->DeclKind != D->DeclKind ||
           IsPoison)
    Symbols.declare(Id, D);
  if (CurrentFunction && Id.LastPending != 0)
    settlePending(Id, *D);
  return Previous && !IsPoison;
}

bool Scopes::poison(Identifier &Id, SMRange Range) {
  if (!Symbols.declaredHere(Id))
    Symbols.declare(Id, new (Allocator)
                            Register(Id.Name, Range, ScalarType::None, 1));
  return true;
}

void Scopes::poisonRange(Identifier &Stem, SMRange Range) {
  if (!Symbols.declaredHereInRange(Stem, INT32_MAX))
    Symbols.declareRange(Stem, {ScalarType::None, 1, INT32_MAX, Range});
}

void Scopes::declareRange(Identifier &Stem, const RegisterRange &Regs) {
  Symbols.declareRange(Stem, Regs);
  if (!Stem.HasNumbered)
    return;
  Symbols.redeclareNumbered(Stem, Regs.Count, [&](const Identifier &Id) {
    auto *Reg = new (Allocator)
        Register(Id.Name, Regs.Range, Regs.Type, Regs.VectorWidth);
    Reg->IsModuleScope = !CurrentFunction;
    Reg->Id = Decls.Registers.size();
    if (CurrentFunction)
      Decls.Registers.push_back(Reg);
    return Reg;
  });
}

void Scopes::poisonDuplicates(Identifier &Stem, SMRange Range) {
  Symbols.redeclareNumbered(Stem, INT32_MAX, [&](const Identifier &Id) {
    return new (Allocator) Register(Id.Name, Range, ScalarType::None, 1);
  });
  Symbols.declareRange(Stem, {ScalarType::None, 1, INT32_MAX, Range});
}

namespace {
/// The kinds of names that an unknown name may have been meant for.
struct Wanted {
  bool IsLabel, IsFunction, MayBeRegister, MayBeVariable;

  Wanted(StringRef Name, uint16_t Kinds)
      : IsLabel(Kinds & (KLabel | KTargets)), IsFunction(Kinds & KFunction),
        MayBeRegister(Name.starts_with("%") || (Kinds & KReg)),
        MayBeVariable(!Name.starts_with("%") &&
                      (Kinds & KSymbol || !MayBeRegister)) {}

  const char *text() const {
    if (IsLabel)
      return "label";
    if (IsFunction)
      return "function";
    if (MayBeRegister && MayBeVariable)
      return "name";
    return MayBeRegister ? "register" : "variable";
  }
  bool takes(const Decl &D) const {
    if (IsLabel)
      return llvm::isa<Label>(D);
    if (IsFunction)
      return llvm::isa<Function>(D);
    // A name that was reported before is no help.
    return (MayBeRegister && llvm::isa<Register>(D) && !isPoison(D)) ||
           (MayBeVariable && llvm::isa<Variable>(D));
  }
};
} // namespace

/// The name that was probably meant; empty if nothing is near.
std::string Scopes::nearestName(const Identifier &Id,
                                uint16_t WantedKinds) const {
  // A file with very many errors needs no advice on each of them.
  static constexpr unsigned MaxAdvice = 100;
  Wanted W(Id.Name, WantedKinds);
  std::string Near;
  if (W.MayBeRegister && findSpecialRegister(Id.Name).has_value())
    Near = ("%" + Id.Name).str();
  else if (Diags.numErrors() < MaxAdvice)
    Near = Symbols.nearest(
        Id.Name, [&](const Decl &D) { return W.takes(D); },
        W.MayBeRegister && !W.IsLabel && !W.IsFunction);
  if (Near.empty() && Id.Name.starts_with("%") && !W.IsLabel)
    Near = nearestSpecialRegister(Id.Name.drop_front());
  return Near;
}

/// The place of \p Name in \p Range: a sign or a component may belong to the
/// operand, too.
static SMRange placeOfName(StringRef Name, SMRange Range) {
  size_t At = textOf(Range).find(Name);
  if (At == StringRef::npos)
    return Range;
  const char *Start = Range.Start.getPointer() + At;
  return {SMLoc::getFromPointer(Start),
          SMLoc::getFromPointer(Start + Name.size())};
}

bool Scopes::undeclared(Identifier &Id, SMRange Range, uint16_t WantedKinds) {
  Wanted W(Id.Name, WantedKinds);
  std::string Message =
      ("use of undeclared " + Twine(W.text()) + " '" + Id.Name + "'").str();
  const RegisterRange *Regs = Symbols.rangeOf(Id.Name);
  if (Regs && !W.IsLabel) {
    error(Range, Message);
    StringRef Stem = Id.Name.rtrim("0123456789");
    Diags.note(Regs->Range.Start,
               "'" + Stem + "<" + Twine(Regs->Count) + ">' declares '" + Stem +
                   "0' to '" + Stem + Twine(Regs->Count - 1) + "'",
               Regs->Range);
  } else if (std::string Hint = foreignHint(Id.Name);
             !Hint.empty() && !W.IsLabel) {
    error(Range.Start, Message + Hint, Range,
          foreignFixIt(Id.Name, placeOfName(Id.Name, Range)));
  } else if (std::string Near = nearestName(Id, WantedKinds); !Near.empty()) {
    error(Range.Start, Message + "; did you mean '" + Near + "'?", Range,
          llvm::SMFixIt(placeOfName(Id.Name, Range), Near));
  } else {
    error(Range, Message);
  }
  if (CurrentFunction && !W.IsLabel && !Id.Top) {
    auto *Poison =
        new (Allocator) Register(Id.Name, Range, ScalarType::None, 1);
    Symbols.declareAt(Id, Poison, Symbols.depth());
  }
  return true;
}
