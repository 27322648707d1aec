//===- WriterWarps.cpp - What lanes of a warp do together -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriterImpl.h"

namespace heddle::ptxrandom {

/// What a lane that is no member gives is undefined: only the value of one that
/// is a member is taken.
void Writer::shuffle(const Stmt &S) {
  const WarpForm &F = WarpForms[S.Number];
  std::string A = operandText(S.Sources[0]);
  auto Control = unsigned(S.Sources[2].Bits);
  unsigned Segment = Control >> 8 & 31;
  line("and.b32 %x1, {}, 31;", operandText(S.Sources[1]));
  line("{} %x0|%q3, {}, {}, {}, {};", F.Name, A, operandText(S.Sources[1]),
       Control, Members);
  static const char *const Moves[] = {"sub.s32", "add.s32", "xor.b32"};
  if (S.Number < 3) {
    line("{} %x1, %lane, %x1;", Moves[S.Number]);
  } else {
    line("and.b32 %x1, %x1, {};", 31 & ~Segment);
    line("and.b32 %x2, %lane, {};", Segment);
    line("or.b32 %x1, %x1, %x2;");
  }
  line("selp.b32 %x1, %x1, %lane, %q3;");
  line("shr.u32 %x1, {}, %x1;", Members);
  line("and.b32 %x1, %x1, 1;");
  line("setp.ne.u32 %q2, %x1, 0;");
  line("selp.b32 {}, %x0, {}, %q2;", nameOf(S.Results[0]), A);
  line("mov.pred {}, %q3;", nameOf(S.Results[1]));
}

void Writer::warpOperation(const Stmt &S) {
  const WarpForm &F = WarpForms[S.Number];
  if (F.Kind == WarpForm::Meeting)
    return line("{} {};", F.Name, Members);
  bool IsPlain = Members == "%all" && P.Threads % 32 == 0;
  if (F.Kind == WarpForm::Shuffle && !IsPlain)
    return shuffle(S);
  std::string Result = nameOf(S.Results[0]);
  if (S.Results.size() > 1)
    Result += "|" + nameOf(S.Results[1]);
  line("{} {}, {}, {};", F.Name, Result, list(texts(S.Sources)), Members);
}

/// Blocks inside name the lanes that a ballot found.
void Writer::warpBlock(const Stmt &S) {
  std::string Around = Members, Mine = fmt::format("%w{}", S.Label),
              Others = fmt::format("%v{}", S.Label);
  std::string Guard = guardText(S.Condition).substr(1);
  Guard.pop_back();
  line(".reg .b32 {}, {}, %k{};", Mine, Others, S.Label);
  if (S.Trips) {
    line("mov.u32 %k{}, {};", S.Label, S.Trips);
    line("mov.b32 {}, {};", Mine, Around);
    label("H{}", S.Label);
  }
  line("vote.sync.ballot.b32 {}, {}, {};", Mine, Guard,
       S.Trips ? Mine : Around);
  bool HasOthers = !S.Trips && !S.Bodies[1].empty();
  if (HasOthers) {
    line("not.b32 {}, {};", Others, Mine);
    line("and.b32 {0}, {0}, {1};", Others, Around);
  }
  line("{}bra {}{};", negatedGuardText(S.Condition), HasOthers ? "E" : "L",
       S.Label);
  Members = Mine;
  block(S.Bodies[0]);
  if (S.Trips) {
    line("sub.u32 %k{0}, %k{0}, 1;", S.Label);
    line("setp.ne.u32 %q0, %k{}, 0;", S.Label);
    line("@%q0 bra H{};", S.Label);
  } else if (HasOthers) {
    line("bra L{};", S.Label);
    label("E{}", S.Label);
    Members = Others;
    block(S.Bodies[1]);
  }
  label("L{}", S.Label);
  Members = Around;
}

} // namespace heddle::ptxrandom
