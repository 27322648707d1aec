//===- VersionChecker.cpp - What .version and .target allow ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VersionChecker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

std::string heddle::ptx::versionText(unsigned Version) {
  return llvm::utostr(Version / 10) + "." + llvm::utostr(Version % 10);
}

/// Whether \p M's target is one that \p Target, as in InstForm, asks for.
static bool meetsTarget(const Module &M, unsigned Target) {
  unsigned Archs = Target / 1000, Number = Target % 1000;
  if (M.Target < Number || Archs == 0)
    return M.Target >= Number;
  char Suffix = M.TargetName.back();
  if (Suffix != 'a' && (Suffix != 'f' || Archs & (ArchOnlyA / 1000)))
    return false;
  unsigned Family = M.Target == 90    ? Arch90
                    : M.Target >= 120 ? Arch120
                    : M.Target >= 100 ? Arch100
                                      : 0;
  return Archs & (Family / 1000);
}

/// "sm_90a", "sm_70 or higher".
static std::string targetText(unsigned Target) {
  unsigned Archs = Target / 1000, Number = Target % 1000;
  std::string Text = "sm_" + llvm::utostr(Number);
  if (Archs == 0)
    return Text + " or higher";
  if (Archs == Arch90 / 1000)
    return Text + "a";
  if (Number == 90 || Archs & (ArchOnlyA / 1000))
    return Text + "a or a later target with a suffix";
  return Text + "f, " + Text + "a or a later target with a suffix";
}

bool VersionChecker::needs(SMRange Range, const Twine &What, unsigned Version,
                           unsigned Target) const {
  if (M.PTXVersion < Version)
    return error(Range, What + " needs PTX version " + versionText(Version) +
                            " or higher; this is " + versionText(M.PTXVersion));
  if (!meetsTarget(M, Target))
    return error(Range, What + " needs target " + targetText(Target) +
                            "; this is " + M.TargetName);
  return false;
}

bool VersionChecker::needs(SMRange Range, Feature F) const {
  struct FeatureInfo {
    const char *Text;
    unsigned Version;
    unsigned Target;
  };
  static constexpr FeatureInfo Features[] = {
#define FEATURE(NAME, TEXT, VERSION, TARGET) {TEXT, VERSION, TARGET},
#include "LanguageFeatures.def"
  };
  const FeatureInfo &Info = Features[unsigned(F)];
  return needs(Range, Info.Text, Info.Version, Info.Target);
}

/// f64 below sm_13 is demoted to f32 by the early drivers and by ptxas, unless
/// it asks for a rounding that f32 lacks there.
static unsigned neededTarget(const Module &M, const MatchedForm &Match,
                             unsigned Target) {
  if (Target != 13 || M.Target >= 13)
    return Target;
  bool IsDirected = Match.Form->Op != OpCvt &&
                    llvm::any_of(Match.Modifiers, [](ModifierUse Use) {
                      return Use.Mod == ModRm || Use.Mod == ModRp;
                    });
  return IsDirected ? Target : 10;
}

VersionChecker::Availability
VersionChecker::availability(const MatchedForm &Match) const {
  const InstForm &F = *Match.Form;
  Availability A{F.MinVersion, F.MinTarget};
  for (const RaiseDesc &Raise : F.Raises) {
    ScalarType Type = modifierInfo(Raise.Mod).Type;
    bool Used = Type != ScalarType::None
                    ? llvm::is_contained(Match.Types, Type)
                    : llvm::any_of(Match.Modifiers, [&](ModifierUse Use) {
                        return Use.Mod == Raise.Mod;
                      });
    if (!Used)
      continue;
    A.Version = std::max<unsigned>(A.Version, Raise.Version);
    A.Target = std::max<unsigned>(A.Target, Raise.Target);
  }
  A.VersionOver = F.LastVersion != 0 && M.PTXVersion > F.LastVersion;
  A.TargetOver = F.LastTarget != 0 && M.Target > F.LastTarget;
  A.HasEnded = F.LastVersion != 0 && F.LastTarget != 0
                   ? A.VersionOver && A.TargetOver
                   : A.VersionOver || A.TargetOver;
  A.IsMet = M.PTXVersion >= A.Version &&
            meetsTarget(M, neededTarget(M, Match, A.Target)) && !A.HasEnded;
  return A;
}

bool VersionChecker::isPlain(const MatchedForm &Match) const {
  if (!Match.IsPlain) {
    Availability A = availability(Match);
    Match.IsPlain = A.IsMet && (A.Target != 13 || M.Target >= 13) &&
                    !Match.Form->IsBeyondManual;
  }
  return *Match.IsPlain;
}

void VersionChecker::beyondManual(SMRange Range, const Twine &What) const {
  Diags.warning("beyond-manual", Range.Start,
                What + " is not in the PTX manual, though NVIDIA's assembler "
                       "takes it",
                Range);
}

bool VersionChecker::check(const Instruction &I,
                           const MatchedForm &Form) const {
  Availability A = availability(Form);
  StringRef Spelling = I.spelling();
  if (A.IsMet && A.Target == 13 && M.Target < 13 && !M.MapF64ToF32)
    Diags.warning("f64-target", I.NameRange.Start,
                  "'" + Spelling + "' needs target sm_13 or higher; this is " +
                      M.TargetName,
                  I.NameRange);
  if (A.IsMet) {
    if (Form.Form->IsBeyondManual)
      beyondManual(I.NameRange, "'" + Spelling + "' with these operands");
    return false;
  }
  if (needs(I.NameRange, "'" + Spelling + "'", A.Version,
            neededTarget(M, Form, A.Target)))
    return true;
  std::string End = A.VersionOver && !A.TargetOver
                        ? "PTX version " + versionText(Form.Form->LastVersion)
                        : "target sm_" + llvm::utostr(Form.Form->LastTarget);
  // The instruction that replaced it has one more modifier.
  bool IsWarpWide = I.opcode() == OpVote || I.opcode() == OpShfl;
  return error(I.NameRange, "'" + Spelling + "' ended with " + End +
                                (IsWarpWide ? "; it needs .sync now"
                                            : "; it needs a rounding or "
                                              ".approx now"));
}
