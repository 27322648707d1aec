//===- SymbolTable.cpp - Names and what they mean here --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;

Identifier &SymbolTable::intern(StringRef Name) {
  Identifier *&Entry = Identifiers[Name];
  if (!Entry)
    Entry = new (Allocator) Identifier{Name};
  return *Entry;
}

void SymbolTable::leave() {
  for (Binding *B : llvm::reverse(Scopes.back()))
    (B->Regs ? B->Id->TopRange : B->Id->Top) = B->Outer;
  Scopes.pop_back();
}

void SymbolTable::bind(Identifier &Id, Decl *D, unsigned Depth) {
  Id.Top = new (Allocator) Binding{D, nullptr, Depth, &Id, Id.Top};
  Scopes[Depth].push_back(Id.Top);
}

void SymbolTable::declareRange(Identifier &Stem, const RegisterRange &Regs) {
  auto *Copy = new (Allocator) RegisterRange(Regs);
  Stem.TopRange =
      new (Allocator) Binding{nullptr, Copy, depth(), &Stem, Stem.TopRange};
  Scopes.back().push_back(Stem.TopRange);
}

/// Splits `%r12` into `%r` and 12. A stem may itself end in digits: `%r1<9>`
/// declares %r10 to %r18, so every split is tried, the longest stem last.
Binding *SymbolTable::findRange(Identifier &Id, uint64_t &Number) {
  StringRef Name = Id.Name;
  Binding *Best = nullptr;
  for (size_t Stem = Name.size() - 1; Stem > 0 && llvm::isDigit(Name[Stem]);
       --Stem) {
    StringRef Digits = Name.drop_front(Stem);
    if (Digits.size() > 1 && Digits[0] == '0')
      continue;
    auto It = Identifiers.find(Name.take_front(Stem));
    if (It == Identifiers.end() || !It->second->TopRange)
      continue;
    uint64_t N;
    if (Digits.getAsInteger(10, N))
      continue;
    for (Binding *B = It->second->TopRange; B; B = B->Outer)
      if (N < B->Regs->Count) {
        if (!Best || B->Depth > Best->Depth) {
          Best = B;
          Number = N;
        }
        break;
      }
  }
  return Best;
}

Decl *SymbolTable::lookup(Identifier &Id, bool &Made) {
  Made = false;
  // Only a scope inside the one that declares Id can hide it with a range.
  if (Id.Top && Id.Top->Depth == depth())
    return Id.Top->D;
  if (!Id.Top || llvm::isDigit(Id.Name.back())) {
    uint64_t Number;
    Binding *R = findRange(Id, Number);
    if (R && (!Id.Top || R->Depth > Id.Top->Depth)) {
      Made = true;
      auto *Reg = new (Allocator) Register(Id.Name, R->Regs->Range,
                                           R->Regs->Type, R->Regs->VectorWidth);
      bind(Id, Reg, R->Depth);
      return Reg;
    }
  }
  return Id.Top ? Id.Top->D : nullptr;
}

std::optional<SMRange> SymbolTable::declaredHere(Identifier &Id) {
  if (Id.Top && Id.Top->Depth == depth())
    return Id.Top->D->Range;
  uint64_t Number;
  if (Binding *R = findRange(Id, Number))
    if (R->Depth == depth())
      return R->Regs->Range;
  return std::nullopt;
}

std::optional<SMRange> SymbolTable::declaredHereInRange(Identifier &Stem,
                                                        uint64_t Count) {
  if (Stem.TopRange && Stem.TopRange->Depth == depth())
    return Stem.TopRange->Regs->Range;
  for (Binding *B : Scopes.back()) {
    StringRef Digits = B->Id->Name;
    uint64_t N;
    if (B->D && Digits.consume_front(Stem.Name) &&
        !Digits.getAsInteger(10, N) && N < Count)
      return B->D->Range;
  }
  return std::nullopt;
}

StringRef
SymbolTable::nearest(StringRef Name,
                     llvm::function_ref<bool(const Decl &)> Accept) const {
  unsigned Limit = Name.size() < 4 ? 1 : 2;
  unsigned BestDistance = Limit + 1;
  StringRef Best;
  for (const auto &Entry : Identifiers) {
    const Identifier &Id = *Entry.second;
    if (!Id.Top || !Accept(*Id.Top->D))
      continue;
    unsigned Distance = Name.edit_distance(Id.Name, true, Limit);
    // The table has no order of its own; ties go by name.
    if (Distance < BestDistance ||
        (Distance == BestDistance && Distance <= Limit && Id.Name < Best)) {
      Best = Id.Name;
      BestDistance = Distance;
    }
  }
  return Best;
}

const RegisterRange *SymbolTable::rangeOf(StringRef Name) {
  auto It = Identifiers.find(Name.rtrim("0123456789"));
  if (It == Identifiers.end() || !It->second->TopRange)
    return nullptr;
  return It->second->TopRange->Regs;
}
