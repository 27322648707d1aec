//===- CheckVersion.cpp - What a form asks of .version and .target --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
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

bool Parser::needs(SMRange Range, const Twine &What, unsigned Version,
                   unsigned Target) {
  if (M.PTXVersion < Version)
    return error(Range, What + " needs PTX version " + versionText(Version) +
                            " or higher; this is " + versionText(M.PTXVersion));
  if (M.Target < Target)
    return error(Range, What + " needs target sm_" + Twine(Target) +
                            " or higher; this is " + M.TargetName);
  return false;
}

/// f64 below sm_13 is demoted to f32 by the early drivers and by ptxas.
static unsigned neededTarget(const Module &M, unsigned Target) {
  return Target == 13 && M.Target < 13 ? 10 : Target;
}

Parser::Availability Parser::availability(const MatchedForm &Match) const {
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
            M.Target >= neededTarget(M, A.Target) && !A.HasEnded;
  return A;
}

bool Parser::checkAvailable(const Instruction &I, const MatchedForm &Form) {
  Availability A = availability(Form);
  StringRef Spelling = I.spelling();
  if (A.Target == 13 && M.Target < 13 && !M.MapF64ToF32)
    Diags.warning("f64-target", I.NameRange.Start,
                  "'" + Spelling + "' needs target sm_13 or higher; this is " +
                      M.TargetName,
                  I.NameRange);
  if (A.IsMet)
    return false;
  if (needs(I.NameRange, "'" + Spelling + "'", A.Version,
            neededTarget(M, A.Target)))
    return true;
  std::string End = A.VersionOver && !A.TargetOver
                        ? "PTX version " + versionText(Form.Form->LastVersion)
                        : "target sm_" + llvm::utostr(Form.Form->LastTarget);
  // What came instead has one more modifier.
  bool IsWarpWide = I.opcode() == OpVote || I.opcode() == OpShfl;
  return error(I.NameRange, "'" + Spelling + "' ended with " + End +
                                (IsWarpWide ? "; it needs .sync now"
                                            : "; it needs a rounding or "
                                              ".approx now"));
}
