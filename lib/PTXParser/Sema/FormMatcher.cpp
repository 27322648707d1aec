//===- FormMatcher.cpp - An instruction's name against the table ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormMatcher.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include <cassert>

using namespace heddle;
using namespace heddle::ptx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

const DecodedName *FormMatcher::decode(StringRef Spelling, SMRange Range) {
  auto It = Decoded.find(Spelling);
  if (It != Decoded.end())
    return &It->second;

  // Several times the longest there is; what follows tries many combinations.
  constexpr size_t MaxLength = 512;
  if (Spelling.size() > MaxLength) {
    Diags.error(Range.Start,
                "instruction name of " + Twine(Spelling.size()) +
                    " characters is too long",
                Range);
    return nullptr;
  }
  SmallVector<Word, 8> Words;
  DecodedName Name;
  if (split(Spelling, Range, Name.Op, Words))
    return nullptr;
  match(Name, Words);
  if (Name.Forms.empty()) {
    reportMismatch(Name.Op, Words, Spelling, Range);
    return nullptr;
  }
  return &Decoded.try_emplace(Spelling, Name).first->second;
}

/// A mnemonic may contain dots: the longest one counts.
bool FormMatcher::split(StringRef Spelling, SMRange Range, Opcode &Op,
                        llvm::SmallVectorImpl<Word> &Words) {
  SmallVector<StringRef, 8> Parts;
  Spelling.split(Parts, '.');
  size_t Length = Spelling.size();
  for (size_t Used = Parts.size(); Used != 0; --Used) {
    if (auto Found = findOpcode(Spelling.take_front(Length))) {
      Op = *Found;
      Parts.erase(Parts.begin(), Parts.begin() + Used);
      break;
    }
    if (Used == 1) {
      reportUnknownOpcode(Parts[0], Range);
      return true;
    }
    Length -= Parts[Used - 1].size() + 1;
  }
  for (StringRef Text : Parts) {
    auto Mod = findModifier(Text);
    if (!Mod) {
      reportUnknownModifier(Op, Text, Range);
      return true;
    }
    Words.push_back({Text, *Mod});
  }
  return false;
}

/// Fills slots from \p Slot on with \p Words in order; \p Chosen gets the slot
/// of each word.
static bool fillInOrder(const SlotDesc *Slot, const SlotDesc *End,
                        ArrayRef<Modifier> Words,
                        SmallVectorImpl<const SlotDesc *> &Chosen) {
  if (Slot == End)
    return Words.empty();
  if (!Words.empty() && contains(*Slot, Words.front())) {
    Chosen.push_back(Slot);
    if (fillInOrder(Slot + 1, End, Words.drop_front(), Chosen))
      return true;
    Chosen.pop_back();
  }
  return Slot->Optional && fillInOrder(Slot + 1, End, Words, Chosen);
}

void heddle::ptx::fillInAnyOrder(const InstForm &Form, ArrayRef<Modifier> Words,
                                 SmallVectorImpl<const SlotDesc *> &Chosen,
                                 SmallVectorImpl<bool> &Free) {
  Free.assign(Form.Slots.size(), true);
  // For slots of one meaning, such as types, the matching goes on behind the
  // last one used.
  llvm::SmallDenseMap<unsigned, const SlotDesc *, 8> After;
  bool IsPositional = llvm::count_if(Words, isType) ==
                      llvm::count_if(Form.Slots, [](const SlotDesc &Slot) {
                        return Slot.Group == GrpType;
                      });
  for (Modifier Mod : Words) {
    const SlotDesc *Found = nullptr;
    for (const SlotDesc &Slot : Form.Slots) {
      bool &IsFree = Free[&Slot - Form.Slots.begin()];
      bool IsTypeSlot = Slot.Group == GrpType;
      // The destination space stands before the source space.
      const SlotDesc *&Next =
          After[Slot.Group == GrpSourceSpace ? GrpSpace : Slot.Group];
      if (!IsFree || (Next && &Slot < Next))
        continue;
      if (contains(Slot, Mod)) {
        IsFree = false;
        Found = &Slot;
        Next = Found + 1;
        break;
      }
      if (IsTypeSlot && isType(Mod) && IsPositional) {
        Next = &Slot + 1;
        break;
      }
    }
    Chosen.push_back(Found);
  }
}

const RuleDesc *heddle::ptx::brokenRule(const InstForm &Form,
                                        ArrayRef<Modifier> Mods) {
  for (const RuleDesc &Rule : Form.Rules) {
    if (Rule.When != ModNone && !llvm::is_contained(Mods, Rule.When))
      continue;
    bool Found = llvm::any_of(
        Rule.Mods, [&](Modifier M) { return llvm::is_contained(Mods, M); });
    if (Found == Rule.IsExclusion)
      return &Rule;
  }
  return nullptr;
}

/// How many elements a vector has that stands for \p Desc.
static unsigned elementCount(const OperandDesc &Desc,
                             ArrayRef<ModifierUse> Uses) {
  if (Desc.Group == GrpNone && Desc.Count != 0)
    return Desc.Count;
  assert(Desc.Divisor != 0 && "elements of a vector of none");
  ModGroup Group = Desc.Group == GrpNone ? GrpVector : Desc.Group;
  for (ModifierUse Use : Uses)
    if (Use.Group == Group)
      return modifierInfo(Use.Mod).Number * std::max<unsigned>(Desc.Count, 1) /
             Desc.Divisor;
  return 1;
}

/// Even lenient readers want a few slots to come first.
static bool isFixedFirst(const InstForm &Form) {
  if (Form.Slots.size() == 0)
    return false;
  const SlotDesc &First = *Form.Slots.begin();
  return First.Group == GrpMulMode || First.Group == GrpShiftDirection ||
         (First.Group == GrpApprox && contains(First, ModFull));
}

std::string heddle::ptx::inOrder(Opcode Op, const InstForm &Form,
                                 ArrayRef<Modifier> Mods) {
  SmallVector<const SlotDesc *, 8> Chosen;
  SmallVector<bool, 16> Free;
  fillInAnyOrder(Form, Mods, Chosen, Free);
  if (llvm::is_contained(Chosen, nullptr))
    return {};
  assert(Chosen.size() == Mods.size() && "a slot for each modifier");
  std::string Text = mnemonic(Op).str();
  for (const SlotDesc &Slot : Form.Slots)
    for (auto [Mod, At] : llvm::zip_equal(Mods, Chosen))
      if (At == &Slot)
        Text += ("." + modifierName(Mod)).str();
  return Text;
}

/// Whether even lenient readers take \p Group for a part of the mnemonic, like
/// `red` of bar.red: it stands where the form has it, whatever the order of the
/// rest.
static bool isNamePart(ModGroup Group) {
  static constexpr ModGroup Parts[] = {
      GrpMipMode, GrpBarrierOp,   GrpTo,       GrpArriveMode,
      GrpParity,  GrpSurfaceMode, GrpFragment, GrpPolicy};
  return llvm::is_contained(Parts, Group);
}

static bool areNamePartsInPlace(ArrayRef<const SlotDesc *> Chosen) {
  for (size_t I = 0; I != Chosen.size(); ++I)
    for (size_t J = I + 1; J != Chosen.size(); ++J)
      if (Chosen[J] < Chosen[I] &&
          (isNamePart(Chosen[I]->Group) || isNamePart(Chosen[J]->Group)))
        return false;
  return true;
}

bool FormMatcher::matchForm(const InstForm &Form, ArrayRef<Word> Words,
                            bool AnyOrder, MatchedForm &Out) {
  SmallVector<Modifier, 8> Mods(
      llvm::map_range(Words, [](const Word &W) { return W.Mod; }));
  SmallVector<const SlotDesc *, 8> Chosen;
  if (AnyOrder) {
    if (isFixedFirst(Form) &&
        (Mods.empty() || !contains(*Form.Slots.begin(), Mods.front())))
      return false;
    SmallVector<bool, 16> Free;
    fillInAnyOrder(Form, Mods, Chosen, Free);
    if (llvm::is_contained(Chosen, nullptr) || !areNamePartsInPlace(Chosen))
      return false;
    for (const SlotDesc &Slot : Form.Slots)
      if (!Slot.Optional && Free[&Slot - Form.Slots.begin()])
        return false;
  } else if (!fillInOrder(Form.Slots.begin(), Form.Slots.end(), Mods, Chosen)) {
    return false;
  }

  assert(Chosen.size() == Mods.size() && "a slot for each modifier");
  if (brokenRule(Form, Mods))
    return false;
  Out = makeMatch(Form, Mods, Chosen);
  return true;
}

MatchedForm FormMatcher::makeMatch(const InstForm &Form,
                                   ArrayRef<Modifier> Mods,
                                   ArrayRef<const SlotDesc *> Chosen) {
  SmallVector<ModifierUse, 8> Uses;
  SmallVector<ScalarType, 4> Types;
  for (auto [Mod, Slot] : llvm::zip_equal(Mods, Chosen)) {
    if (Slot->Group == GrpType)
      Types.push_back(modifierInfo(Mod).Type);
    else
      Uses.push_back({Slot->Group, Mod});
  }
  SmallVector<OperandDesc, 8> Operands;
  for (OperandDesc Desc : Form.Operands) {
    if (Desc.If != ModNone && !llvm::is_contained(Mods, Desc.If))
      continue;
    if (Desc.Kinds & KVector)
      Desc.Count = elementCount(Desc, Uses);
    Operands.push_back(Desc);
  }
  return {&Form, ArrayRef(Uses).copy(Allocator),
          ArrayRef(Types).copy(Allocator), ArrayRef(Operands).copy(Allocator)};
}

void FormMatcher::match(DecodedName &Name, ArrayRef<Word> Words) {
  SmallVector<MatchedForm, 4> Found;
  SmallVector<Modifier, 8> Mods(
      llvm::map_range(Words, [](const Word &W) { return W.Mod; }));
  for (bool AnyOrder : {false, true}) {
    for (const InstForm &Form : formsOfOpcode(Name.Op)) {
      MatchedForm Match;
      if (matchForm(Form, Words, AnyOrder, Match))
        Found.push_back(Match);
    }
    if (!Found.empty()) {
      if (AnyOrder)
        Name.InOrder = StringRef(inOrder(Name.Op, *Found.front().Form, Mods))
                           .copy(Allocator);
      break;
    }
  }
  Name.Forms = ArrayRef(Found).copy(Allocator);
}
