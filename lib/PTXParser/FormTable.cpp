//===- FormTable.cpp - The rows generated from PTX.td ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormTable.h"
#include "NearestName.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/iterator_range.h"
#include <algorithm>
#include <array>
#include <cassert>

using namespace heddle::ptx;
using llvm::ArrayRef;
using llvm::StringRef;

namespace heddle::ptx {
#define GET_FormTable_DECL
#define GET_FormTable_IMPL
#define GET_ModifierTable_IMPL
#define GET_OpcodeTable_IMPL
#define GET_SpecialRegisterTable_IMPL
#define GET_TargetTable_IMPL
#include "heddle/PTXParser/PTXTables.inc"
} // namespace heddle::ptx

/// TableGen sorts rows by their fields; the enumerators are sorted by name.
template <typename Row, size_t N>
static std::array<Row, N> byEnumerator(const Row (&Table)[N]) {
  std::array<Row, N> Sorted;
  for (const Row &R : Table) {
    assert(unsigned(R.Id) < N && "a row for each enumerator");
    Sorted[R.Id] = R;
  }
  return Sorted;
}

ArrayRef<OpcodeInfo> heddle::ptx::opcodeTable() {
  static const auto Table = byEnumerator(OpcodeTable);
  return Table;
}
ArrayRef<ModifierInfo> heddle::ptx::modifierTable() {
  static const auto Table = byEnumerator(ModifierTable);
  return Table;
}
ArrayRef<SpecialRegisterInfo> heddle::ptx::specialRegisterTable() {
  static const auto Table = byEnumerator(SpecialRegisterTable);
  return Table;
}

ArrayRef<InstForm> heddle::ptx::formsOfOpcode(Opcode Op) {
  auto Range = formsOf(Op);
  return {Range.begin(), Range.end()};
}

/// Hash from spelling to row number. Never destroyed: a program may compile
/// from its own destructors.
template <typename Row>
static const llvm::StringMap<unsigned> &indexByName(ArrayRef<Row> Table,
                                                    const char *Row::*Name) {
  auto &Index = *new llvm::StringMap<unsigned>(Table.size());
  for (unsigned I = 0; I != Table.size(); ++I)
    Index[Table[I].*Name] = I;
  assert(Index.size() == Table.size() && "two rows of one spelling");
  return Index;
}

template <typename Enum>
static std::optional<Enum> find(const llvm::StringMap<unsigned> &Index,
                                StringRef Name) {
  auto It = Index.find(Name);
  if (It == Index.end())
    return std::nullopt;
  return Enum(It->second);
}

std::optional<Opcode> heddle::ptx::findOpcode(StringRef Mnemonic) {
  static const auto &Index = indexByName(opcodeTable(), &OpcodeInfo::Mnemonic);
  return find<Opcode>(Index, Mnemonic);
}

std::optional<Modifier> heddle::ptx::findModifier(StringRef Text) {
  static const auto &Index = indexByName(modifierTable(), &ModifierInfo::Text);
  return find<Modifier>(Index, Text);
}

std::optional<SpecialRegisterRef>
heddle::ptx::findSpecialRegister(StringRef Name) {
  static const auto &Index =
      indexByName(specialRegisterTable(), &SpecialRegisterInfo::Name);
  if (auto Exact = find<SpecialRegister>(Index, Name))
    if (sregInfo(*Exact).Count == 0)
      return SpecialRegisterRef{*Exact, 0};
  StringRef Stem = Name.rtrim("0123456789");
  StringRef Digits = Name.drop_front(Stem.size());
  unsigned Number;
  if (Digits.getAsInteger(10, Number) ||
      (Digits.size() > 1 && Digits[0] == '0'))
    return std::nullopt;
  auto Family = find<SpecialRegister>(Index, Stem);
  if (!Family || Number >= sregInfo(*Family).Count)
    return std::nullopt;
  return SpecialRegisterRef{*Family, Number};
}

StringRef heddle::ptx::mnemonic(Opcode Op) {
  assert(Op < opcodeTable().size() && "no instruction of PTX");
  return opcodeTable()[Op].Mnemonic;
}
StringRef heddle::ptx::modifierName(Modifier Mod) {
  assert(Mod < modifierTable().size() && "no modifier of PTX");
  return modifierTable()[Mod].Text;
}
StringRef heddle::ptx::specialRegisterName(SpecialRegister Register) {
  assert(Register < specialRegisterTable().size() &&
         "no special register of PTX");
  return specialRegisterTable()[Register].Name;
}

bool heddle::ptx::isNumbered(SpecialRegister Register) {
  return sregInfo(Register).Count != 0;
}

std::string heddle::ptx::nearestSpecialRegister(StringRef Name) {
  NearestName Near(Name);
  for (const SpecialRegisterInfo &Info : specialRegisterTable())
    Near.consider(Info.Name);
  return Near.best().empty() ? "" : "%" + Near.best().str();
}

const TargetInfo *heddle::ptx::findTarget(StringRef Number) {
  StringRef Suffix = Number.ltrim("0123456789");
  unsigned N;
  if (Suffix.size() > 1 || Number.starts_with("0") ||
      Number.drop_back(Suffix.size()).getAsInteger(10, N))
    return nullptr;
  for (const TargetInfo &Target : TargetTable)
    if (Target.Number == N)
      return StringRef(Target.Suffixes).contains(Suffix) ? &Target : nullptr;
  return nullptr;
}
