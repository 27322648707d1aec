//===- SymbolTable.cpp - Names and what they mean here --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolTable.h"
#include "NearestName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <cassert>
#include <cstring>

using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;

template <typename Word> static uint64_t wordAt(const char *P) {
  Word W;
  std::memcpy(&W, P, sizeof(W));
  return W;
}

NameKey::NameKey(StringRef Name) {
  const char *P = Name.data();
  size_t Size = Name.size();
  // The two words overlap as needed.
  if (Size > MaxExact) {
    A = llvm::xxh3_64bits(Name);
    B = 0;
  } else if (Size >= 8) {
    A = wordAt<uint64_t>(P);
    B = wordAt<uint64_t>(P + Size - 8);
  } else if (Size >= 4) {
    A = wordAt<uint32_t>(P);
    B = wordAt<uint32_t>(P + Size - 4);
  } else {
    A = Size == 0 ? 0 : static_cast<unsigned char>(P[0]);
    B = Size < 2 ? 0 : wordAt<uint16_t>(P + Size - 2);
  }
}

static uint32_t hashOf(const NameKey &Key) {
  uint64_t Hash = (Key.A ^ llvm::rotl(Key.B, 32)) * 0x9e3779b97f4a7c15;
  return (Hash ^ Key.B * 0xd6e8feb86659fd93) >> 32;
}

size_t SymbolTable::placeOf(llvm::ArrayRef<Slot> Slots, StringRef Name,
                            const NameKey &Key, uint32_t Hash) {
  assert(llvm::isPowerOf2_64(Slots.size()) && "places are taken by a mask");
  size_t Mask = Slots.size() - 1;
  for (size_t I = Hash & Mask;; I = (I + 1) & Mask) {
    const Slot &S = Slots[I];
    if (!S.Id)
      return I;
    if (S.Hash == Hash && S.Length == uint32_t(Name.size()) &&
        S.Id->Key.A == Key.A && S.Id->Key.B == Key.B &&
        (Name.size() <= NameKey::MaxExact || S.Id->Name == Name))
      return I;
  }
}

void SymbolTable::grow() {
  std::vector<Slot> Larger(2 * Slots.size());
  for (const Slot &S : Slots)
    if (S.Id)
      Larger[placeOf(Larger, S.Id->Name, S.Id->Key, S.Hash)] = S;
  Slots = std::move(Larger);
}

Identifier &SymbolTable::intern(StringRef Name) {
  assert(!Name.empty() && "a name without a character");
  if (llvm::isDigit(Name.back()))
    if (Identifier *Id = internNumbered(Name))
      return *Id;
  return internWhole(Name);
}

/// \p Name by its number among those of its stem; null if the stem is of no
/// range that is remembered, or the number is far from any other.
Identifier *SymbolTable::internNumbered(StringRef Name) {
  constexpr size_t MaxDigits = 9;
  size_t Size = Name.size() - 1;
  while (Size != 0 && llvm::isDigit(Name[Size - 1]))
    --Size;
  if (Size > NameKey::MaxExact || Name.size() - Size > MaxDigits ||
      (Name[Size] == '0' && Name.size() - Size > 1))
    return nullptr;
  NameKey Key(Name.take_front(Size));
  Identifier *Stem = RangeStems[hashOf(Key) % RangeStems.size()];
  if (!Stem || Stem->Key.A != Key.A || Stem->Key.B != Key.B ||
      Stem->Name.size() != Size)
    return nullptr;
  uint32_t Number = 0;
  for (char C : Name.drop_front(Size))
    Number = 10 * Number + (C - '0');
  ++Stem->NumUses;
  if (Number >= Stem->NumNumbered && !growNumbered(*Stem, Number))
    return nullptr;
  Identifier *&Known = Stem->Numbered[Number];
  if (!Known)
    Known = &internWhole(Name);
  return Known;
}

/// Fails for a number so large that the text does not warrant the memory.
bool SymbolTable::growNumbered(Identifier &Stem, uint32_t Number) {
  if (Number >= 64 + 16 * uint64_t(Stem.NumUses))
    return false;
  uint32_t Size = std::max<uint32_t>(64, llvm::NextPowerOf2(Number));
  auto **Larger = Allocator.Allocate<Identifier *>(Size);
  assert(Size > Number && Size >= Stem.NumNumbered && "the list shrinks");
  std::copy_n(Stem.Numbered, Stem.NumNumbered, Larger);
  std::fill(Larger + Stem.NumNumbered, Larger + Size, nullptr);
  Stem.Numbered = Larger;
  Stem.NumNumbered = Size;
  return true;
}

Identifier &SymbolTable::internWhole(StringRef Name) {
  NameKey Key(Name);
  uint32_t Hash = hashOf(Key);
  Slot *S = &Slots[placeOf(Slots, Name, Key, Hash)];
  if (S->Id)
    return *S->Id;
  if (2 * ++NumIdentifiers > Slots.size()) {
    grow();
    S = &Slots[placeOf(Slots, Name, Key, Hash)];
  }
  *S = {Hash, uint32_t(Name.size()),
        new (Allocator.Allocate<Identifier>()) Identifier(Key, Name)};
  return *S->Id;
}

Identifier *SymbolTable::find(StringRef Name) const {
  NameKey Key(Name);
  return Slots[placeOf(Slots, Name, Key, hashOf(Key))].Id;
}

void SymbolTable::leave() {
  assert(Scopes.size() > 1 && "the module's scope is never left");
  for (Binding *B : llvm::reverse(Scopes.back()))
    (B->IsRange ? B->Id->TopRange : B->Id->Top) = B->Outer;
  Scopes.pop_back();
}

void SymbolTable::bind(Identifier &Id, Decl *D, unsigned Depth) {
  assert(Depth < Scopes.size() && (!Id.Top || Id.Top->Depth <= Depth) &&
         "inner bindings hide outer ones");
  Binding *B = Id.Top ? new (Allocator) Binding : &Id.First;
  *B = {{D}, Id.Top, &Id, Depth, /*IsRange=*/false};
  Id.Top = B;
  Scopes[Depth].push_back(B);
}

void SymbolTable::declareAt(Identifier &Id, Decl *D, unsigned Depth) {
  assert(Depth < Scopes.size() && "a scope that is not open");
  Binding *Inner = Id.Top;
  if (!Inner || Inner->Depth <= Depth)
    return bind(Id, D, Depth);
  while (Inner->Outer && Inner->Outer->Depth > Depth)
    Inner = Inner->Outer;
  auto *B =
      new (Allocator) Binding{{D}, Inner->Outer, &Id, Depth, /*IsRange=*/false};
  Inner->Outer = B;
  Scopes[Depth].push_back(B);
}

void SymbolTable::declare(Identifier &Id, Decl *D) {
  if (llvm::isDigit(Id.Name.back())) {
    if (!Id.HasStem)
      splitName(Id);
    if (Id.Stem)
      Id.Stem->HasNumbered = true;
  }
  bind(Id, D, depth());
}

void SymbolTable::declareRange(Identifier &Stem, const RegisterRange &Regs) {
  auto *Copy = new (Allocator) RegisterRange(Regs);
  auto *B = new (Allocator)
      Binding{{}, Stem.TopRange, &Stem, depth(), /*IsRange=*/true};
  B->Regs = Copy;
  Stem.TopRange = B;
  Scopes.back().push_back(B);
  RangeStems[hashOf(Stem.Key) % RangeStems.size()] = &Stem;
  AnyStemWithDigit |= llvm::isDigit(Stem.Name.back());
}

void SymbolTable::redeclareNumbered(
    const Identifier &Stem, uint64_t Count,
    llvm::function_ref<Decl *(const Identifier &)> Make) {
  for (Binding *B : Scopes.back()) {
    if (B->IsRange)
      continue;
    if (!B->Id->HasStem)
      splitName(*B->Id);
    if (B->Id->Stem == &Stem && B->Id->Number < Count)
      B->D = Make(*B->Id);
  }
}

/// Splits `%r12` into `%r` and 12.
void SymbolTable::splitName(Identifier &Id) {
  Id.HasStem = true;
  StringRef Stem = Id.Name.rtrim("0123456789");
  StringRef Digits = Id.Name.drop_front(Stem.size());
  if (Stem.empty() || Digits.getAsInteger(10, Id.Number) ||
      (Digits.size() > 1 && Digits[0] == '0'))
    return;
  Id.Stem = &intern(Stem);
}

static Binding *covering(Binding *Range, uint64_t Number) {
  while (Range && Number >= Range->Regs->Count)
    Range = Range->Outer;
  return Range;
}

Binding *SymbolTable::findRange(Identifier &Id, uint64_t &Number) {
  if (AnyStemWithDigit)
    return findRangeOfAnyStem(Id, Number);
  if (!Id.HasStem)
    splitName(Id);
  Number = Id.Number;
  return Id.Stem ? covering(Id.Stem->TopRange, Number) : nullptr;
}

/// Finds the range that covers \p Id. A stem may itself end in digits: `%r1<9>`
/// declares %r10 to %r18, so every split is tried. In one scope the shortest
/// stem counts.
Binding *SymbolTable::findRangeOfAnyStem(Identifier &Id, uint64_t &Number) {
  StringRef Name = Id.Name;
  Binding *Best = nullptr;
  for (size_t Stem = Name.size() - 1; Stem > 0 && llvm::isDigit(Name[Stem]);
       --Stem) {
    StringRef Digits = Name.drop_front(Stem);
    uint64_t N;
    if ((Digits.size() > 1 && Digits[0] == '0') || Digits.getAsInteger(10, N))
      continue;
    Identifier *StemId = find(Name.take_front(Stem));
    Binding *B = StemId ? covering(StemId->TopRange, N) : nullptr;
    if (B && (!Best || B->Depth >= Best->Depth)) {
      Best = B;
      Number = N;
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
      Reg->IsModuleScope = R->Depth == 0;
      bind(Id, Reg, R->Depth);
      return Reg;
    }
  }
  return Id.Top ? Id.Top->D : nullptr;
}

/// Only the range whose stem has no digits at its end counts: `%x10` is one
/// name of `%x1<9>`, but it may have a declaration of its own beside that.
std::optional<SMRange> SymbolTable::declaredHere(Identifier &Id) {
  if (Id.Top && Id.Top->Depth == depth())
    return Id.Top->D->Range;
  if (!Id.HasStem)
    splitName(Id);
  Binding *R = Id.Stem ? covering(Id.Stem->TopRange, Id.Number) : nullptr;
  if (R && R->Depth == depth())
    return R->Regs->Range;
  return std::nullopt;
}

std::optional<SMRange> SymbolTable::declaredHereInRange(const Identifier &Stem,
                                                        uint64_t Count) const {
  if (Stem.TopRange && Stem.TopRange->Depth == depth())
    return Stem.TopRange->Regs->Range;
  std::optional<SMRange> Found;
  if (Stem.HasNumbered)
    for (const Binding *B : Scopes.back()) {
      if (B->IsRange || B->Id->Stem != &Stem || B->Id->Number >= Count)
        continue;
      if (B->Id->Number == 0)
        return std::nullopt;
      Found = B->D->Range;
    }
  return Found;
}

/// `%q` for `%p`: of a letter and its sigil nothing is left to tell them by.
static bool areOtherLetters(StringRef Stem, StringRef Other) {
  return Stem.size() == Other.size() && Stem.size() <= 2 &&
         !Stem.equals_insensitive(Other);
}

std::string SymbolTable::nearest(StringRef Name,
                                 llvm::function_ref<bool(const Decl &)> Accept,
                                 bool WantsRegister) const {
  NearestName Near(Name);
  StringRef Stem = Name.rtrim("0123456789");
  StringRef Digits = Name.drop_front(Stem.size());
  uint64_t Number;
  bool IsNumbered = WantsRegister && !Digits.getAsInteger(10, Number);
  for (const Slot &S : Slots) {
    if (!S.Id)
      continue;
    const Identifier &Id = *S.Id;
    if (areOtherLetters(Stem, Id.Name.rtrim("0123456789")))
      continue;
    if (Id.Top && Accept(*Id.Top->D))
      Near.consider(Id.Name);
    if (IsNumbered && Id.TopRange && Number < Id.TopRange->Regs->Count)
      Near.considerAs((Id.Name + Digits).str(), Id.Name, Stem);
  }
  return Near.best().str();
}

const RegisterRange *SymbolTable::rangeOf(StringRef Name) {
  Identifier *Stem = find(Name.rtrim("0123456789"));
  return Stem && Stem->TopRange ? Stem->TopRange->Regs : nullptr;
}
