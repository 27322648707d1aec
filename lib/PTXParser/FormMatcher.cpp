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

using namespace heddle;
using namespace heddle::ptx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

static bool contains(const SlotDesc &Slot, Modifier Mod) {
  return llvm::is_contained(Slot.Mods, Mod);
}

/// Where \p Text, a piece of a name that stands at \p Range, is in the source.
/// With blanks between its pieces the name is a copy, and the whole of it is
/// shown.
static SMRange placeOf(StringRef Text, SMRange Range) {
  const char *Begin = Range.Start.getPointer();
  const char *End = Range.End.getPointer();
  if (std::less_equal<>()(Begin, Text.begin()) &&
      std::less_equal<>()(Text.end(), End))
    return {SMLoc::getFromPointer(Text.begin()),
            SMLoc::getFromPointer(Text.end())};
  return Range;
}

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

static bool isType(Modifier Mod) {
  return modifierInfo(Mod).Type != ScalarType::None;
}

/// Gives each word the first free slot that takes it; types keep their order,
/// and where a form has as many of them each has its place. Words that find
/// none get null; \p Free says which slots are left.
static void fillInAnyOrder(const InstForm &Form, ArrayRef<Modifier> Words,
                           SmallVectorImpl<const SlotDesc *> &Chosen,
                           SmallVectorImpl<bool> &Free) {
  Free.assign(Form.Slots.size(), true);
  // Of the slots of one meaning, as of types, those behind the last one used.
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
      // Where to comes before where from.
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

/// The rule that \p Mods break, if any.
static const RuleDesc *brokenRule(const InstForm &Form,
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
  ModGroup Group = Desc.Group == GrpNone ? GrpVector : Desc.Group;
  for (ModifierUse Use : Uses)
    if (Use.Group == Group)
      return modifierInfo(Use.Mod).Number * std::max<unsigned>(Desc.Count, 1) /
             Desc.Divisor;
  return 1;
}

/// Of a few slots even lenient readers want that they come first.
static bool isFixedFirst(const InstForm &Form) {
  if (Form.Slots.size() == 0)
    return false;
  const SlotDesc &First = *Form.Slots.begin();
  return First.Group == GrpMulMode || First.Group == GrpShiftDirection ||
         (First.Group == GrpApprox && contains(First, ModFull));
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
    if (llvm::is_contained(Chosen, nullptr))
      return false;
    for (const SlotDesc &Slot : Form.Slots)
      if (!Slot.Optional && Free[&Slot - Form.Slots.begin()])
        return false;
  } else if (!fillInOrder(Form.Slots.begin(), Form.Slots.end(), Mods, Chosen)) {
    return false;
  }

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
  for (bool AnyOrder : {false, true}) {
    for (const InstForm &Form : formsOfOpcode(Name.Op)) {
      MatchedForm Match;
      if (matchForm(Form, Words, AnyOrder, Match))
        Found.push_back(Match);
    }
    if (!Found.empty()) {
      Name.IsReordered = AnyOrder;
      break;
    }
  }
  Name.Forms = ArrayRef(Found).copy(Allocator);
}

void FormMatcher::reportUnknownOpcode(StringRef Mnemonic, SMRange Range) {
  SMRange Place = placeOf(Mnemonic, Range);
  StringRef Best;
  unsigned BestDistance = Mnemonic.size() < 4 ? 2 : 3;
  for (const OpcodeInfo &Info : opcodeTable()) {
    unsigned Distance =
        Mnemonic.edit_distance(Info.Mnemonic, true, BestDistance);
    if (Distance < BestDistance) {
      BestDistance = Distance;
      Best = Info.Mnemonic;
    }
  }
  if (Best.empty())
    Diags.error(Place.Start, "unknown instruction '" + Mnemonic + "'", Place);
  else
    Diags.error(Place.Start,
                "unknown instruction '" + Mnemonic + "'; did you mean '" +
                    Best + "'?",
                Place, llvm::SMFixIt(Place, Best));
}

void FormMatcher::reportUnknownModifier(Opcode Op, StringRef Text,
                                        SMRange Range) {
  SMRange Place = placeOf(Text, Range);
  StringRef Best;
  unsigned BestDistance = Text.size() < 4 ? 2 : 3;
  for (const InstForm &Form : formsOfOpcode(Op))
    for (const SlotDesc &Slot : Form.Slots)
      for (Modifier Mod : Slot.Mods) {
        StringRef Name = modifierName(Mod);
        unsigned Distance = Text.edit_distance(Name, true, BestDistance);
        if (Distance < BestDistance) {
          BestDistance = Distance;
          Best = Name;
        }
      }
  if (Best.empty())
    Diags.error(Place.Start,
                "unknown modifier '." + Text + "' of '" + mnemonic(Op) + "'",
                Place);
  else
    Diags.error(Place.Start,
                "unknown modifier '." + Text + "' of '" + mnemonic(Op) +
                    "'; did you mean '." + Best + "'?",
                Place, llvm::SMFixIt(Place, Best));
}

namespace {
/// How far a form is from what was written.
struct Distance {
  unsigned Cost = ~0u;
  /// A word that has no place; index, or -1.
  int Extra = -1;
  /// A slot that has no word.
  const SlotDesc *Missing = nullptr;
  /// Modifiers that do not go together.
  const RuleDesc *Broken = nullptr;
  /// The word in the first slot.
  Modifier First = ModNone;
};
} // namespace

static Distance distanceTo(const InstForm &Form, ArrayRef<Modifier> Words) {
  SmallVector<const SlotDesc *, 8> Chosen;
  SmallVector<bool, 16> Free;
  fillInAnyOrder(Form, Words, Chosen, Free);
  Distance D;
  D.Cost = 0;
  for (size_t I = 0; I != Words.size(); ++I)
    if (Chosen[I] == Form.Slots.begin())
      D.First = Words[I];
  for (size_t I = Words.size(); I-- != 0;)
    if (!Chosen[I]) {
      D.Extra = I;
      // A wrong type says more about the intent than a wrong modifier.
      D.Cost += isType(Words[I]) ? 5 : 4;
    }
  for (const SlotDesc &Slot : Form.Slots)
    if (!Slot.Optional && Free[&Slot - Form.Slots.begin()]) {
      // One word in the place of another is one mistake.
      D.Cost += D.Extra >= 0 ? 1 : 4;
      if (!D.Missing)
        D.Missing = &Slot;
    }
  if (D.Cost == 0) {
    D.Broken = brokenRule(Form, Words);
    D.Cost = D.Broken ? 3 : 0;
  }
  return D;
}

/// ".b16, .b32 or .b64"
static std::string listOf(ArrayRef<Modifier> Mods) {
  std::string Text;
  for (size_t I = 0; I != Mods.size(); ++I) {
    if (I != 0)
      Text += I + 1 == Mods.size() ? " or " : ", ";
    Text += ("." + modifierName(Mods[I])).str();
  }
  return Text;
}

void FormMatcher::reportRule(const RuleDesc &Rule, ArrayRef<Modifier> Mods,
                             StringRef Spelling, SMRange Range) {
  std::string Subject = Rule.When == ModNone
                            ? ("'" + Spelling + "'").str()
                            : ("'." + modifierName(Rule.When) + "'").str();
  if (!Rule.IsExclusion) {
    Diags.error(Range.Start,
                Subject + " needs " + listOf(Rule.Mods) + " in '" + Spelling +
                    "'",
                Range);
    return;
  }
  for (Modifier Mod : Rule.Mods)
    if (llvm::is_contained(Mods, Mod)) {
      if (Rule.When == ModNone) {
        Diags.error(Range.Start,
                    "'." + modifierName(Mod) + "' is not allowed in '" +
                        Spelling + "'",
                    Range);
        return;
      }
      Diags.error(Range.Start,
                  Subject + " and '." + modifierName(Mod) +
                      "' do not go together in '" + Spelling + "'",
                  Range);
      return;
    }
}

void FormMatcher::reportMismatch(Opcode Op, ArrayRef<Word> Words,
                                 StringRef Spelling, SMRange Range) {
  SmallVector<Modifier, 8> Mods(
      llvm::map_range(Words, [](const Word &W) { return W.Mod; }));
  Distance Best;
  SmallVector<Modifier, 16> Allowed;
  for (const InstForm &Form : formsOfOpcode(Op)) {
    if (Form.IsBeyondManual)
      continue;
    Distance D = distanceTo(Form, Mods);
    if (D.Cost > Best.Cost)
      continue;
    if (D.Cost < Best.Cost) {
      Best = D;
      Allowed.clear();
    }
    if (D.Missing && Best.Missing && D.Extra == Best.Extra)
      for (Modifier Mod : D.Missing->Mods)
        if (!llvm::is_contained(Allowed, Mod))
          Allowed.push_back(Mod);
  }

  if (Best.Broken) {
    reportRule(*Best.Broken, Mods, Spelling, Range);
    return;
  }
  if (Best.Missing && Best.Extra >= 0 &&
      contains(*Best.Missing, Mods[Best.Extra])) {
    SMRange Place = placeOf(Words[Best.Extra].Text, Range);
    Diags.error(Place.Start,
                "'." + Words[Best.Extra].Text +
                    "' stands in the wrong place in '" + Spelling + "'",
                Place);
    return;
  }
  if (Best.Cost == 0) {
    Diags.error(Range.Start,
                "modifiers of '" + Spelling +
                    "' are in the wrong order; expected '." +
                    modifierName(Best.First) + "' first",
                Range);
    return;
  }
  if (Best.Extra < 0 && Best.Missing) {
    StringRef What = Best.Missing->Group == GrpType ? "a type" : "a modifier";
    Diags.error(Range.Start,
                "'" + Spelling + "' needs " + What + ": " + listOf(Allowed),
                Range);
    return;
  }
  StringRef Text = Best.Extra < 0 ? StringRef() : Words[Best.Extra].Text;
  SMRange Place = placeOf(Text, Range);
  StringRef What =
      Best.Extra >= 0 && modifierInfo(Mods[Best.Extra]).Type != ScalarType::None
          ? "type"
          : "modifier";
  if (Best.Missing)
    Diags.error(Place.Start,
                What + " '." + Text + "' is not allowed in '" + Spelling +
                    "'; expected " + listOf(Allowed),
                Place);
  else
    Diags.error(Place.Start,
                What + " '." + Text + "' is not allowed in '" + Spelling + "'",
                Place);
}
