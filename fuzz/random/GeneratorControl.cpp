//===- GeneratorControl.cpp - What branches -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include <algorithm>
#include <iterator>

namespace heddle::ptxrandom {

Block Generator::block(const Place &Where) {
  Block Out;
  for (unsigned N = R.between(1, 3); N; --N) {
    if (Budget == 0) {
      instruction(Out);
      break;
    }
    statement(Out, Where);
  }
  return Out;
}

void Generator::choice(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::If;
  S.Condition = condition(Out);
  S.Label = NextLabel++;
  S.IsVariant = R.percent(30);
  Place Inner = Where.inside();
  Inner.Targets.push_back({S.Label, false});
  S.Bodies.push_back(block(Inner));
  S.Bodies.emplace_back();
  if (R.percent(45))
    S.Bodies[1] = block(Inner);
  Out.push_back(std::move(S));
}

/// Counted, or with exits at its top, inside and at its bottom; sometimes
/// entered in the middle.
void Generator::loop(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::Loop;
  S.Label = NextLabel++;
  Place Inner = Where.inside();
  ++Inner.Loops;
  Inner.Targets.push_back({S.Label, true});
  if (R.percent(35))
    S.Trips = R.between(1, 4);
  if (R.percent(8))
    S.SideEntry = condition(Out);
  Block Body;
  if (R.percent(50)) {
    // A test at the top.
    Stmt Exit;
    Exit.Kind = StmtKind::Leave;
    Exit.Number = S.Label;
    Exit.Condition = condition(Body);
    Body.push_back(std::move(Exit));
  }
  Block Rest = block(Inner);
  std::move(Rest.begin(), Rest.end(), std::back_inserter(Body));
  S.IsEndless = R.percent(S.Trips ? 70 : 40);
  if (!S.IsEndless)
    S.Condition = condition(Body);
  S.EntryIndex = R.below(unsigned(Body.size()) + 1);
  S.Bodies.push_back(std::move(Body));
  Out.push_back(std::move(S));
}

/// A branch or a loop that all threads take alike, so that there may be
/// barriers inside.
void Generator::uniform(Block &Out, const Place &Where) {
  Stmt S;
  S.IsUniform = true;
  S.Label = NextLabel++;
  Place Inner = Where.inside();
  Inner.IsUniform = true;
  // A thread that left early would be missed at the next barrier.
  Inner.Targets.clear();
  if (R.percent(50) || Where.Loops >= 2) {
    S.Kind = StmtKind::If;
    S.Number = R.below(6);
    S.Bodies.push_back(block(Inner));
    S.Bodies.emplace_back();
    if (R.percent(40))
      S.Bodies[1] = block(Inner);
  } else {
    S.Kind = StmtKind::Loop;
    S.IsEndless = true;
    Inner.MayReturn = false;
    ++Inner.Loops;
    S.Bodies.push_back(block(Inner));
  }
  Out.push_back(std::move(S));
}

void Generator::selection(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::Switch;
  S.Label = NextLabel++;
  S.IsVariant = R.percent(50);
  S.Sources.push_back(source({RegClass::B32, false}, false));
  Place Inner = Where.inside();
  Inner.Targets.push_back({S.Label, false});
  for (unsigned N = R.between(2, 5); N; --N) {
    S.Bodies.emplace_back();
    if (R.percent(50))
      S.Bodies.back() = block(Inner);
    else
      instructions(S.Bodies.back());
    S.FallsThrough.push_back(R.percent(30));
  }
  Out.push_back(std::move(S));
}

void Generator::region(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::Region;
  S.Label = NextLabel++;
  Place Inner = Where.inside();
  Inner.Targets.push_back({S.Label, false});
  Block Body;
  instructions(Body);
  leaveFrom(Body, Inner);
  Block Rest = block(Inner);
  std::move(Rest.begin(), Rest.end(), std::back_inserter(Body));
  S.Bodies.push_back(std::move(Body));
  Out.push_back(std::move(S));
}

/// A conditional way out to a label around.
void Generator::leaveFrom(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::Leave;
  S.Condition = condition(Out);
  // The nearest ones most often.
  size_t Back = 0;
  while (Back + 1 < Where.Targets.size() && R.percent(35))
    ++Back;
  auto [Label, IsLoop] = Where.Targets[Where.Targets.size() - 1 - Back];
  S.Number = Label;
  S.IsVariant = IsLoop && R.percent(40);
  Out.push_back(std::move(S));
}

void Generator::leave(Block &Out, const Place &Where) {
  bool Return = Where.MayReturn && R.percent(Where.Targets.empty() ? 100 : 25);
  if (!Return)
    return Where.Targets.empty() ? instructions(Out) : leaveFrom(Out, Where);
  Stmt S;
  S.Kind = StmtKind::Return;
  S.Condition = condition(Out);
  S.IsVariant = R.percent(50);
  HasReturned |= Where.IsKernel;
  Out.push_back(std::move(S));
}

void Generator::statement(Block &Out, const Place &Where) {
  Budget -= Budget != 0;
  bool MayMeet = Where.IsUniform && HasBarriers && !HasReturned;
  unsigned Choice = R.below(100);
  if (MayMeet && Choice < (Where.IsWarp ? 40u : 22u))
    return collective(Out, Where);
  if (MayMeet && P.IsExtended && Where.Depth && R.percent(20))
    return warpBlock(Out, Where);
  if (Where.Depth == 0 || Choice < 30)
    return instructions(Out);
  if (Choice < 40)
    return memory(Out, Where);
  if (Choice < (P.IsExtended ? 46u : 43u) && Where.IsKernel)
    return atomic(Out);
  if (Choice < 49)
    return call(Out, Where);
  if (MayMeet && Choice < 58)
    return uniform(Out, Where);
  if (Choice < 70)
    return choice(Out, Where);
  if (Choice < 82 && Where.Loops < 3)
    return loop(Out, Where);
  if (Choice < 87)
    return selection(Out, Where);
  if (Choice < 92)
    return region(Out, Where);
  leave(Out, Where);
}

} // namespace heddle::ptxrandom
