//===- FormReport.cpp - Why an instruction's name fits no form ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectiveWords.h"
#include "ForeignWords.h"
#include "FormMatcher.h"
#include "NearestName.h"
#include "heddle/Support/Diagnostics.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SMFixIt;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

/// The place in the source of \p Text, a piece of a name that stands at
/// \p Range. With blanks between its pieces the name is a copy, and the whole
/// of it is shown.
static SMRange placeOf(StringRef Text, SMRange Range) {
  const char *Begin = Range.Start.getPointer();
  const char *End = Range.End.getPointer();
  if (std::less_equal<>()(Begin, Text.begin()) &&
      std::less_equal<>()(Text.end(), End))
    return {SMLoc::getFromPointer(Text.begin()),
            SMLoc::getFromPointer(Text.end())};
  return Range;
}

void FormMatcher::reportUnknownOpcode(StringRef Mnemonic, SMRange Range) {
  SMRange Place = placeOf(Mnemonic, Range);
  NearestName Near(Mnemonic);
  for (const OpcodeInfo &Info : opcodeTable())
    Near.consider(Info.Mnemonic);
  StringRef Best = Near.best();
  if (Mnemonic.starts_with("%"))
    Diags.error(Place.Start,
                "expected an instruction, found '" + Mnemonic + "'", Place);
  else if (isDirectiveWord(Mnemonic))
    Diags.error(Place.Start,
                "unknown instruction '" + Mnemonic +
                    "'; did you mean the directive '." + Mnemonic + "'?",
                Place, SMFixIt(Place.Start, "."));
  else if (Best.empty())
    Diags.error(Place.Start, "unknown instruction '" + Mnemonic + "'", Place);
  else
    Diags.error(Place.Start,
                "unknown instruction '" + Mnemonic + "'; did you mean '" +
                    Best + "'?",
                Place, SMFixIt(Place, Best));
}

/// The type, among those that \p Op takes, that a word of C or LLVM stands for:
/// `i32` is .s32, .u32 where signs matter only so, else .b32.
static std::string foreignTypeOf(Opcode Op, StringRef Word) {
  StringRef Type = foreignType(Word);
  if (Type.empty())
    return "";
  StringRef Width = Type.drop_front();
  SmallVector<std::string, 3> Wanted = {Type.str()};
  if (Type.starts_with("s"))
    Wanted.push_back(("u" + Width).str());
  Wanted.push_back(("b" + Width).str());
  for (const std::string &Candidate : Wanted)
    for (const InstForm &Form : formsOfOpcode(Op))
      for (const SlotDesc &Slot : Form.Slots)
        for (Modifier Mod : Slot.Mods)
          if (modifierName(Mod) == Candidate)
            return Candidate;
  return "";
}

void FormMatcher::reportUnknownModifier(Opcode Op, StringRef Text,
                                        SMRange Range) {
  SMRange Place = placeOf(Text, Range);
  NearestName Near(Text);
  for (const InstForm &Form : formsOfOpcode(Op))
    for (const SlotDesc &Slot : Form.Slots)
      for (Modifier Mod : Slot.Mods)
        Near.consider(modifierName(Mod));
  std::string Meant = foreignTypeOf(Op, Text);
  StringRef Best = Meant.empty() ? Near.best() : StringRef(Meant);
  if (Best.empty())
    Diags.error(Place.Start,
                "unknown modifier '." + Text + "' of '" + mnemonic(Op) + "'",
                Place);
  else
    Diags.error(Place.Start,
                "unknown modifier '." + Text + "' of '" + mnemonic(Op) +
                    "'; did you mean '." + Best + "'?",
                Place, SMFixIt(Place, Best));
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
  const InstForm *Form = nullptr;
};
} // namespace

static Distance distanceTo(const InstForm &Form, ArrayRef<Modifier> Words) {
  SmallVector<const SlotDesc *, 8> Chosen;
  SmallVector<bool, 16> Free;
  fillInAnyOrder(Form, Words, Chosen, Free);
  Distance D;
  D.Cost = 0;
  D.Form = &Form;
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

/// The untyped type in \p Allowed that is as wide as \p Mod.
static StringRef sameSize(Modifier Mod, ArrayRef<Modifier> Allowed) {
  for (Modifier Other : Allowed)
    if (isBits(modifierInfo(Other).Type) && isInteger(modifierInfo(Mod).Type) &&
        bitWidth(modifierInfo(Other).Type) == bitWidth(modifierInfo(Mod).Type))
      return modifierName(Other);
  return {};
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
    std::string Right = inOrder(Op, *Best.Form, Mods);
    Diags.error(Range.Start,
                "modifiers of '" + Spelling +
                    "' are in the wrong order; expected '" + Right + "'",
                Range, SMFixIt(Range, Right));
    return;
  }
  if (Best.Extra < 0 && Best.Missing) {
    StringRef What = Best.Missing->Group == GrpType ? "a type" : "a modifier";
    SmallVector<SMFixIt, 1> FixIts;
    if (Allowed.size() == 1) {
      SmallVector<Modifier, 8> All(Mods);
      All.push_back(Allowed.front());
      if (std::string Right = inOrder(Op, *Best.Form, All); !Right.empty())
        FixIts.emplace_back(Range, Right);
    }
    Diags.error(Range.Start,
                "'" + Spelling + "' needs " + What + ": " + listOf(Allowed),
                Range, FixIts);
    return;
  }
  StringRef Text = Best.Extra < 0 ? StringRef() : Words[Best.Extra].Text;
  SMRange Place = placeOf(Text, Range);
  StringRef What =
      Best.Extra >= 0 && modifierInfo(Mods[Best.Extra]).Type != ScalarType::None
          ? "type"
          : "modifier";
  SmallVector<SMFixIt, 1> FixIts;
  if (Best.Missing) {
    if (Best.Extra >= 0)
      if (StringRef Other = sameSize(Mods[Best.Extra], Allowed); !Other.empty())
        FixIts.emplace_back(Place, Other);
    Diags.error(Place.Start,
                What + " '." + Text + "' is not allowed in '" + Spelling +
                    "'; expected " + listOf(Allowed),
                Place, FixIts);
    return;
  }
  // The dot goes, too, unless the name is a copy.
  if (Place.Start != Range.Start)
    FixIts.emplace_back(
        SMRange(SMLoc::getFromPointer(Place.Start.getPointer() - 1), Place.End),
        "");
  Diags.error(Place.Start,
              What + " '." + Text + "' is not allowed in '" + Spelling + "'",
              Place, FixIts);
}
