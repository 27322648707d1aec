//===- Completion.cpp - Words that may come next --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/PTXParser/Completion.h"
#include "DirectiveWords.h"
#include "FormTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

using namespace heddle;
using namespace heddle::ptx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

/// Walks the slots of one form.
class SlotWalk {
public:
  SlotWalk(const InstForm &Form, ArrayRef<Modifier> Words,
           std::map<Modifier, NextModifier> &Found)
      : Form(Form), Words(Words), Found(Found) {}

  /// Fills slots from \p Slot on with the words from number \p Word on; where
  /// none is left, what the next slots take can follow.
  void walk(const SlotDesc *Slot, size_t Word) {
    if (Slot == Form.Slots.end())
      return;
    if (Word == Words.size()) {
      for (Modifier Mod : Slot->Mods)
        add(Mod);
    } else if (llvm::is_contained(Slot->Mods, Words[Word])) {
      walk(Slot + 1, Word + 1);
    }
    if (Slot->Optional)
      walk(Slot + 1, Word);
  }

private:
  /// Whether a rule forbids \p Mod beside what is written.
  bool isExcluded(Modifier Mod) const {
    auto Has = [&](Modifier M) {
      return M == Mod || llvm::is_contained(Words, M);
    };
    return llvm::any_of(Form.Rules, [&](const RuleDesc &Rule) {
      return Rule.IsExclusion && (Rule.When == ModNone || Has(Rule.When)) &&
             llvm::any_of(Rule.Mods, Has);
    });
  }
  void add(Modifier Mod) {
    if (isExcluded(Mod))
      return;
    NextModifier Next{modifierName(Mod), Form.MinVersion, Form.MinTarget};
    for (const RaiseDesc &Raise : Form.Raises)
      if (Raise.Mod == Mod) {
        Next.MinVersion = std::max(Next.MinVersion, Raise.Version);
        Next.MinTarget = std::max(Next.MinTarget, Raise.Target);
      }
    auto [It, IsNew] = Found.try_emplace(Mod, Next);
    if (!IsNew && Next.MinVersion < It->second.MinVersion)
      It->second = Next;
  }

  const InstForm &Form;
  ArrayRef<Modifier> Words;
  std::map<Modifier, NextModifier> &Found;
};

} // namespace

std::vector<NextModifier> heddle::ptx::nextModifiers(StringRef Spelling) {
  // A mnemonic may contain dots: the longest one counts.
  StringRef Mnemonic = Spelling;
  std::optional<Opcode> Op = findOpcode(Mnemonic);
  while (!Op && Mnemonic.contains('.')) {
    Mnemonic = Mnemonic.rsplit('.').first;
    Op = findOpcode(Mnemonic);
  }
  if (!Op)
    return {};
  SmallVector<StringRef, 8> Parts;
  Spelling.drop_front(Mnemonic.size()).split(Parts, '.', -1, false);
  SmallVector<Modifier, 8> Words;
  for (StringRef Part : Parts) {
    std::optional<Modifier> Mod = findModifier(Part);
    if (!Mod)
      return {};
    Words.push_back(*Mod);
  }
  std::map<Modifier, NextModifier> Found;
  for (const InstForm &Form : formsOfOpcode(*Op))
    SlotWalk(Form, Words, Found).walk(Form.Slots.begin(), 0);
  std::vector<NextModifier> Result;
  Result.reserve(Found.size());
  for (const auto &[Mod, Next] : Found)
    Result.push_back(Next);
  return Result;
}

std::vector<StringRef> heddle::ptx::mnemonics() {
  std::vector<StringRef> Result;
  Result.reserve(opcodeTable().size());
  for (const OpcodeInfo &Info : opcodeTable())
    Result.push_back(Info.Mnemonic);
  return Result;
}

std::vector<std::string> heddle::ptx::specialRegisters() {
  std::vector<std::string> Result;
  for (const SpecialRegisterInfo &Info : specialRegisterTable()) {
    std::string Name = std::string("%") + Info.Name;
    for (unsigned N = 0; N != Info.Count; ++N)
      Result.push_back(Name + std::to_string(N));
    if (Info.Count == 0)
      Result.push_back(Name);
  }
  return Result;
}

bool heddle::ptx::isSpecialRegister(StringRef Name) {
  return Name.consume_front("%") && findSpecialRegister(Name);
}

std::vector<StringRef> heddle::ptx::directives() {
  return directiveWords().vec();
}
