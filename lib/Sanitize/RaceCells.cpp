//===- RaceCells.cpp - Holds accesses against what was before -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceChecker.h"
#include <algorithm>
#include <cassert>

namespace heddle::sanitize {

bool RaceChecker::checkLine(Now &N, ShadowLine &Line, unsigned LaneShift) {
  const bool Writes = N.Event.Flags & IsWrite;
  if (!Writes && Line.isSettled(ShadowLine::AllWords, N.Cta.Since, N.Kind))
    return true;
  select(N);
  if (!Line.isSame())
    return isWeakWrite(N) && uniteLine(N, Line, LaneShift);
  ShadowCell &Cell = Line.same();
  if (Line.laneShift() != LaneShift) {
    if (std::max({Cell.Write, Cell.Others[0], Cell.Others[1]}) >= N.Past)
      return false;
    Line.unite({}, LaneShift);
  }
  if (!isWeakWrite(N) && (Cell.Others[0] == N.Ref || Cell.Others[1] == N.Ref))
    return true;
  if (anyConflicts(N, Cell))
    return false;
  Line.unsettle(ShadowLine::AllWords);
  if (putInto(N, Cell))
    return true;
  if (IsFine)
    return false;
  for (AccessRef Slot : Cell.Others)
    if (N.Events.of(Slot).kind() != N.Kind)
      return false;
  displace(N, Cell.Others[0], Cell.Others[1]);
  if (std::optional<Span> When = settledIn(N, Cell))
    Line.settle(ShadowLine::AllWords, *When, N.Kind);
  return true;
}

/// A write to all words of a line that had a cell for each. False: one of them
/// races, or there is more to look at.
bool RaceChecker::uniteLine(Now &N, ShadowLine &Line, unsigned LaneShift) {
  if (!Line.hasWords() || N.Shadow.hasMore())
    return false;
  // By word, since lanes know themselves.
  const unsigned First = N.Lane;
  bool Any = false;
  for (unsigned Word = 0; Word != ShadowLine::Words && !Any; ++Word) {
    N.Lane = First + (Word >> LaneShift);
    select(N);
    Any = anyConflicts(N, Line.word(Word));
  }
  N.Lane = First;
  select(N);
  if (Any)
    return false;
  Line.unite({N.Ref, {0, 0}}, LaneShift);
  Line.unsettle(ShadowLine::AllWords);
  return true;
}

void RaceChecker::meets(const Now &N, AccessRef Ref, uint64_t Address) {
  bool WasReported =
      N.IsTogether && AccessEvents::idOf(Ref) == AccessEvents::idOf(N.Ref);
  if (WasReported || !conflicts(N, Ref))
    return;
  const AccessEvent &Other = N.Events.of(Ref);
  const bool IsStrongWrite =
      (Other.Flags & (IsWrite | IsStrong)) == (IsWrite | IsStrong);
  if (!IsStrongWrite ||
      !hasObserved(N, strongAccess(N, Other, AccessEvents::laneOf(Ref)),
                   Address))
    report(N, Ref, Address);
}

bool RaceChecker::hasObserved(const Now &N, const StrongAccess &Other,
                              uint64_t Address) const {
  return N.Memory.Observed.anyObserver(
      Address, Other, [&](const StrongAccess &Z) {
        return (Z.Cta == N.Event.Cta && Z.Thread == N.Thread) ||
               N.Cta.Clocks.knows(N.Thread, Z.Cta, Z.Thread, Z.Clock);
      });
}

void RaceChecker::check(Now &N) {
  uint64_t Address = N.A.Address[N.Lane];
  ShadowLine &Line = N.Shadow.line(Address);
  const unsigned Offset = Address % ShadowLine::Bytes;
  const uint16_t Words = ShadowLine::wordsOf(Offset, N.A.Bytes);
  if (!(N.Event.Flags & IsWrite) && Line.isSettled(Words, N.Cta.Since, N.Kind))
    return;
  Line.unsettle(Words);
  auto Cells = Line.cells(Offset, N.A.Bytes);
  unsigned Step = std::max<unsigned>(N.A.Bytes / Cells.size(), 1);
  unsigned Word = Offset / 4;
  for (ShadowCell &Cell : Cells) {
    if (isWeakWrite(N))
      checkWrite(N, Cell, Address);
    else if (checkOther(N, Cell, Address) && Line.hasWords())
      if (std::optional<Span> When = settledIn(N, Cell))
        Line.settle(uint16_t(1u << Word), *When, N.Kind);
    Address += Step;
    ++Word;
  }
}

void RaceChecker::checkWrite(Now &N, ShadowCell &Cell, uint64_t Address) {
  meets(N, Cell.Write, Address);
  if (Cell.Others[0] | Cell.Others[1]) {
    meets(N, Cell.Others[0], Address);
    meets(N, Cell.Others[1], Address);
    if (auto *More = N.Shadow.more(Address, false)) {
      for (AccessRef R : *More)
        meets(N, R, Address);
      N.Shadow.clearMore(Address);
    }
  }
  Cell = {N.Ref, {0, 0}};
}

bool RaceChecker::checkOther(Now &N, ShadowCell &Cell, uint64_t Address) {
  if (Cell.Others[0] == N.Ref || Cell.Others[1] == N.Ref)
    return false;
  meets(N, Cell.Write, Address);
  if (Cell.Others[0] | Cell.Others[1]) {
    meets(N, Cell.Others[0], Address);
    meets(N, Cell.Others[1], Address);
    if (auto *More = N.Shadow.more(Address, false))
      for (AccessRef R : *More)
        meets(N, R, Address);
  }
  return !putInto(N, Cell) && remember(N, Cell, Address);
}

/// Remembers an access for which a cell has no place. Returns whether two of
/// its kind stand for it.
bool RaceChecker::remember(Now &N, ShadowCell &Cell, uint64_t Address) {
  auto *More = N.Shadow.more(Address, false);
  AccessRef *Alike[2];
  unsigned Count = 0;
  // A read does not stand for an atomic.
  auto Look = [&](AccessRef &R) {
    if (Count != 2 && N.Events.of(R).kind() == N.Kind)
      Alike[Count++] = &R;
  };
  Look(Cell.Others[0]);
  Look(Cell.Others[1]);
  if (More)
    for (AccessRef &R : *More) {
      if (replaces(N, R)) {
        R = N.Ref;
        return false;
      }
      Look(R);
    }
  if (Count == 2 && !IsFine) {
    displace(N, *Alike[0], *Alike[1]);
    return true;
  }
  N.Shadow.more(Address, true)->push_back(N.Ref);
  return false;
}

/// Two are enough where all threads of a CTA are ordered together and CTAs not
/// at all: an access that is ordered with both is ordered with the rest. They
/// must be of two CTAs, or else of two warps, if there are such.
void RaceChecker::displace(const Now &N, AccessRef &First,
                           AccessRef &Second) const {
  auto Rank = [](const AccessEvent &A, const AccessEvent &Beside) {
    return (A.Cta != Beside.Cta ? 2 : 0) + (A.Warp != Beside.Warp ? 1 : 0);
  };
  const AccessEvent &One = N.Events.of(First), &Two = N.Events.of(Second);
  assert(One.kind() == N.Kind && Two.kind() == N.Kind &&
         "an access is displaced by one of its kind");
  if (Rank(N.Event, Two) > Rank(One, Two))
    First = N.Ref;
  else if (Rank(N.Event, One) > Rank(Two, One))
    Second = N.Ref;
}

std::optional<Span> RaceChecker::settledIn(const Now &N,
                                           const ShadowCell &Cell) const {
  if (N.Event.Flags & IsWrite || Cell.Write >= N.Past)
    return std::nullopt;
  const AccessEvent &One = N.Events.of(Cell.Others[0]);
  const AccessEvent &Two = N.Events.of(Cell.Others[1]);
  if (One.kind() != N.Kind || Two.kind() != N.Kind)
    return std::nullopt;
  if (One.Cta != Two.Cta)
    return 0;
  // None of them is ordered with the access: there is no barrier in between.
  if (One.Cta == N.Event.Cta && One.Warp != Two.Warp)
    return N.Cta.Since;
  return std::nullopt;
}

} // namespace heddle::sanitize
