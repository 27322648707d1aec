//===- GeneratorWarps.cpp - What lanes of a warp do together --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shuffles, votes, matches and reductions, among all lanes of a warp or among
// those that a block was entered by.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include <algorithm>

namespace heddle::ptxrandom {

/// \p Value and a small number, so that lanes have equal ones.
Operand Generator::fewBits(Block &Out, Operand Value) {
  const auto &Logic = (*Rows)[unsigned(Family::Logic)];
  const char *Name = Value.R.Class == RegClass::B64 ? "and.b64" : "and.b32";
  Stmt Mask =
      fill(**std::find_if(Logic.begin(), Logic.end(),
                          [&](const Operation *O) { return O->Name == Name; }));
  Mask.Sources[0] = Value;
  Mask.Sources[1] = {};
  Mask.Sources[1].R.Class = Value.R.Class;
  Mask.Sources[1].IsImmediate = true;
  Mask.Sources[1].Bits = R.below(4);
  Value.R = Mask.Results[0];
  Out.push_back(std::move(Mask));
  return Value;
}

void Generator::warpOperation(Block &Out) {
  Stmt S;
  S.Kind = StmtKind::WarpOperation;
  // Half of them are shuffles.
  S.Number = R.percent(45) ? R.below(4) : R.below(NumWarpForms);
  const WarpForm &F = WarpForms[S.Number];
  if (F.Kind == WarpForm::Meeting)
    return Out.push_back(std::move(S));
  Operand Value = source({F.Source, false}, true);
  bool Compares = F.Kind != WarpForm::Shuffle && F.Source != RegClass::Pred;
  if (Compares && R.percent(50))
    Value = fewBits(Out, Value);
  S.Sources.push_back(Value);
  if (F.Kind == WarpForm::Shuffle) {
    S.Sources.push_back(source({RegClass::B32, true, true}, false));
    // Segments of a power of two, as compilers make them, or anything.
    bool IsUp = S.Number == 0;
    unsigned Segment = 32 - (1u << R.below(6));
    Operand Control;
    Control.IsImmediate = true;
    Control.Bits = Segment << 8 | (IsUp ? 0 : 31);
    if (R.percent(20))
      Control.Bits = R.below(32) << 8 | R.below(32);
    S.Sources.push_back(Control);
  }
  S.Results.push_back(
      target(F.Kind == WarpForm::Vote ? RegClass::Pred : RegClass::B32));
  if (F.Kind == WarpForm::Shuffle || F.Kind == WarpForm::LanesAndTruth)
    S.Results.push_back(target(RegClass::Pred));
  Out.push_back(std::move(S));
}

void Generator::warpBlock(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::WarpBlock;
  S.Label = NextLabel++;
  S.Condition = condition(Out);
  Place Inner = Where.inside();
  Inner.IsUniform = Inner.IsWarp = true;
  Inner.MayReturn = false;
  Inner.Targets.clear();
  if (Where.Loops < 2 && R.percent(35)) {
    S.Trips = R.between(2, 4);
    ++Inner.Loops;
  }
  S.Bodies.push_back(block(Inner));
  if (S.Trips) {
    // Lanes leave when the condition fails.
    S.Condition = condition(S.Bodies[0]);
  } else {
    S.Bodies.emplace_back();
    if (R.percent(45))
      S.Bodies[1] = block(Inner);
  }
  Out.push_back(std::move(S));
}

} // namespace heddle::ptxrandom
