//===- SemaModule.cpp - The header of a module and its end ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormTable.h"
#include "NearestName.h"
#include "Sema.h"
#include "SourceText.h"
#include "heddle/Support/NearestWord.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

bool Sema::actOnVersion(unsigned Version, SMRange Range) {
  constexpr unsigned Newest = 90;
  M.PTXVersion = std::min(Version, Newest);
  if (Version < 10)
    return error(Range, "PTX version " + textOf(Range) +
                            " is not known; 1.0 to 9.0 are");
  if (Version > Newest)
    Diags.warning("ptx-version", Range.Start,
                  "PTX version " + textOf(Range) +
                      " is not known and is read as " + versionText(Newest),
                  Range);
  return false;
}

static constexpr StringRef TargetOptionWords[] = {
    "debug", "map_f64_to_f32", "texmode_independent", "texmode_unified"};

/// Reports a word of .target, with the target or option that was probably
/// meant.
bool Sema::unknownTarget(SMRange Range) const {
  StringRef Word = textOf(Range);
  NearestName Near(Word);
  for (StringRef Option : TargetOptionWords)
    Near.consider(Option);
  // Another number would be another chip, not another spelling.
  StringRef Number = Word.drop_while([](char C) { return !llvm::isDigit(C); });
  std::string Digits;
  for (StringRef Stem : {"sm_", "compute_"})
    if (Word.starts_with_insensitive(Stem)) {
      Digits = digitsForLetters(Word.drop_front(Stem.size()));
      Number = Digits;
    }
  if (!findTarget(Number))
    Number = Number.rtrim("abcdefghijklmnopqrstuvwxyz");
  if (findTarget(Number))
    for (StringRef Stem : {"sm_", "compute_"})
      Near.consider((Stem + Number).str());
  std::string Message = ("unknown target '" + Word + "'").str();
  if (Near.best().empty())
    return error(Range, Message);
  return error(Range.Start, Message + "; did you mean '" + Near.best() + "'?",
               Range, llvm::SMFixIt(Range, Near.best()));
}

/// `sm_10`, or its virtual twin `compute_10`: what the one has the other has.
bool Sema::actOnTarget(SMRange Word) {
  StringRef Text = textOf(Word), Number = Text;
  if (!Number.consume_front("sm_") && !Number.consume_front("compute_"))
    return actOnTargetOption(Word);
  const TargetInfo *Target = findTarget(Number);
  if (!Target)
    return unknownTarget(Word);
  if (M.PTXVersion < Target->MinVersion)
    return error(Word, "target '" + Text + "' needs PTX version " +
                           versionText(Target->MinVersion) +
                           " or higher; this is " + versionText(M.PTXVersion));
  if (M.Target != 0)
    return error(Word, "a second target; the first is '" + M.TargetName + "'");
  M.Target = Target->Number;
  M.TargetName = Text;
  return false;
}

bool Sema::actOnTargetOption(SMRange Word) {
  StringRef Text = textOf(Word);
  TargetOptions.push_back(Text);
  if (Text == "map_f64_to_f32") {
    if (M.Target >= 13)
      return error(Word, "'map_f64_to_f32' is for targets below sm_13");
    M.MapF64ToF32 = true;
    return false;
  }
  if (Text == "debug") {
    DebugOption = Word;
    return needs(Word, Feature::DebugTarget);
  }
  if (Text == "texmode_unified" || Text == "texmode_independent") {
    if (TextureMode.isValid() && textOf(TextureMode) != Text)
      return error(Word,
                   "'" + Text + "' contradicts '" + textOf(TextureMode) + "'");
    TextureMode = Word;
    return needs(Word, Feature::TextureMode);
  }
  return unknownTarget(Word);
}

bool Sema::actOnTargetEnd(SMLoc Start) {
  if (M.Target == 0)
    return error(Start, "'.target' names no chip like sm_10");
  M.TargetOptions = copy(TargetOptions);
  return false;
}

bool Sema::actOnAddressSize(unsigned Bits, SMLoc Start) {
  if (M.PTXVersion < 23)
    return error(Start, "'.address_size' needs PTX version 2.3 or higher; "
                        "this is " +
                            versionText(M.PTXVersion));
  M.AddressSize = Bits;
  return false;
}

bool Sema::actOnLinkage(Linkage Link, SMRange Word) const {
  if (Link == Linkage::Weak)
    return needs(Word, Feature::Weak);
  return Link == Linkage::Common && needs(Word, Feature::Common);
}

const Stmt *Sema::actOnFile(FileDirective *File, SMRange NumberRange) {
  auto [First, IsNew] = FileNumbers.try_emplace(File->Number, NumberRange);
  if (IsNew)
    return File;
  error(NumberRange, "file number " + Twine(File->Number) + " is in use");
  Diags.note(First->second.Start, "the first file with it is here",
             First->second);
  return nullptr;
}

const Stmt *Sema::actOnDebugData(StringRef Text, SMRange Range) {
  auto *Section = make<SectionDirective>(Range);
  Section->Text = Text;
  HasDebugData = true;
  return Section;
}

bool Sema::actOnInlined(const InlinedLocation &Inlined, const Identifier &Label,
                        SMRange Name, SMRange Caller) {
  NamedLabels.insert({&Label, Name});
  if (Places.count({Inlined.File, Inlined.Line, Inlined.Column}))
    return false;
  return error(Caller, "no '.loc' before this one has the place '" +
                           textOf(Caller) + "' of 'inlined_at'");
}

void Sema::checkSectionLabels() const {
  for (auto [Label, Range] : NamedLabels)
    if (!SectionLabels.contains(Label))
      error(Range, "no section has the label '" + Label->Name + "'");
}

namespace {
/// A pragma that is known; one with a number has it behind a blank.
struct PragmaInfo {
  StringRef Word;
  bool HasNumber;
  bool BodyOnly;
  unsigned Version;
  unsigned Target;
};
} // namespace

static constexpr PragmaInfo KnownPragmas[] = {
    {"nounroll", false, false, 20, 10},
    {"used_bytes_mask", true, false, 83, 50},
    {"enable_smem_spilling", false, true, 87, 75},
    {"frequency", true, true, 90, 10}};

/// The string \p Text of a pragma that stands at \p Range.
bool Sema::actOnPragma(StringRef Text, SMRange Range, PragmaPlace Place) const {
  auto [Word, Rest] = Text.trim().split(' ');
  for (const PragmaInfo &Info : KnownPragmas) {
    if (Info.Word != Word)
      continue;
    std::string What = ("pragma '" + Word + "'").str();
    if (Info.BodyOnly && Place == PragmaPlace::Module)
      return error(Range, What + " stands in a function");
    uint64_t Number;
    if (Info.HasNumber && Rest.trim().getAsInteger(0, Number))
      return error(Range, What + " needs a number, found '" + Rest + "'");
    return Versions.needs(Range, What, Info.Version, Info.Target);
  }
  Diags.warning("unknown-pragma", Range.Start,
                "pragma '" + Word + "' is not known and has no effect", Range);
  return false;
}

Function *Sema::findAliasFunction(Identifier &Id, SMRange Range) {
  Decl *D = lookup(Id);
  auto *F = llvm::dyn_cast_or_null<Function>(D);
  if (!D)
    undeclared(Id, Range, KFunction);
  else if (!F)
    error(Range, "'" + Id.Name + "' is no function");
  return F;
}

const Stmt *Sema::actOnAlias(Function *Alias, Function *Target, SMRange Range) {
  Aliases.push_back({Alias, Target, Range});
  return make<AliasDirective>(Alias, Target, Range);
}

/// Only the end of the module tells whether the target has a body.
void Sema::checkAlias(const PendingAlias &A) const {
  const Function *Target =
      A.Target->Definition ? A.Target->Definition : A.Target;
  std::string Quoted = ("'" + A.Alias->Name + "'").str();
  if (A.Alias->Body || A.Alias->Definition)
    error(A.Range, Quoted + " has a body and cannot be an alias");
  else if (Target->IsEntry)
    error(A.Range, "'" + Target->Name + "' is a kernel and has no alias");
  else if (Target->Link == Linkage::Weak)
    error(A.Range, "'" + Target->Name + "' is .weak and has no alias");
  else if (!Target->Body)
    error(A.Range,
          "'" + Target->Name + "' has no body for an alias to stand for");
  else if (signatureDifference(*A.Alias, *Target))
    error(A.Range,
          Quoted + " and '" + Target->Name + "' have different parameters");
  else {
    A.Alias->Definition = Target;
    return;
  }
  Diags.note(Target->Range.Start, "declared here", Target->Range);
}

/// Whether the system or the library of the device runtime provides \p Name.
static bool isSystemFunction(StringRef Name) {
  if (Name.consume_front("cuda"))
    return !Name.empty() && llvm::isUpper(Name.front());
  return Name.starts_with("__cudaCDP2") ||
         llvm::StringSwitch<bool>(Name)
             .Cases("vprintf", "malloc", "free", "__assertfail", true)
             .Default(false);
}

void Sema::checkCalledFunctions() const {
  for (const Function *F : Functions) {
    SMRange Call = Instructions.firstCall(*F);
    if (!Call.isValid() || F->Body || F->Definition ||
        (M.IsPart && F->Link == Linkage::Extern) || isSystemFunction(F->Name))
      continue;
    error(Call, "function '" + F->Name + "' is called but has no body");
    Diags.note(F->Range.Start, "declared here", F->Range);
  }
}

void Sema::actOnModuleEnd() {
  for (const PendingAlias &A : Aliases)
    checkAlias(A);
  checkCalledFunctions();
  checkSectionLabels();
  if (DebugOption.isValid() && !HasDebugData)
    error(DebugOption,
          "'debug' asks for debug data, but no '.section' follows");
  M.Functions = copy(Functions);
  M.Variables = copy(ModuleVariables);
}
