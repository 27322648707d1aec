//===- RaceObservations.cpp - What accesses have seen of others -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceChecker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

namespace heddle::sanitize {

void RaceChecker::observeLanes(Now &N, uint32_t Mask) {
  const Observations &Seen = N.Memory.Observed;
  // Reads and atomics may be the first to observe something.
  const bool IsPlainWrite =
      N.Event.Flags & IsWrite && !(N.Event.Flags & IsAtomic);
  if (IsPlainWrite && Seen.isEmpty())
    return;
  const bool IsRead = !(N.Event.Flags & IsWrite);
  ReadLine Line;
  for (; Mask; Mask &= Mask - 1) {
    N.Lane = unsigned(llvm::countr_zero(Mask));
    const uint64_t Address = N.A.Address[N.Lane];
    if (!N.isValid(Address) ||
        (IsRead && !Seen.keeps(Address, N.Event.Bytes) && !mayObserve(N, Line)))
      continue;
    observe(N);
  }
}

bool RaceChecker::mayObserve(const Now &N, ReadLine &Last) const {
  const uint64_t Address = N.A.Address[N.Lane];
  if (Address / ShadowLine::Bytes != Last.Number) {
    Last = {Address / ShadowLine::Bytes, &N.Shadow.line(Address)};
    Last.IsSettled =
        Last.Line->isSettled(ShadowLine::AllWords, N.Cta.Since, N.Kind);
  }
  // Two reads stand for all since the last write. Where the words of a line are
  // the same, lanes that read them in order are, too.
  const unsigned Word = Address % ShadowLine::Bytes / 4;
  const unsigned Apart = N.Lane + ShadowLine::Words - Word;
  if (Last.IsSettled || Apart == Last.Quiet)
    return false;
  if (N.Event.Bytes > Last.Line->cellBytes() || N.Shadow.hasMore())
    return true;
  const ShadowCell Cell = Last.Line->cellAt(Address % ShadowLine::Bytes);
  const bool Any = llvm::any_of(Cell.Others, [&](AccessRef R) {
    if (R < N.Past)
      return false;
    const AccessEvent &E = N.Events.of(R);
    return E.Flags & IsWrite &&
           (E.Cta != N.Event.Cta || E.Warp != N.Event.Warp ||
            AccessEvents::laneOf(R) != N.Lane);
  });
  if (!Any && Last.Line->isSame() && Last.Line->laneShift() == 0)
    Last.Quiet = Apart;
  return Any;
}

void RaceChecker::observe(Now &N) {
  const uint64_t Address = N.A.Address[N.Lane];
  if (isWeakWrite(N))
    return N.Memory.Observed.forget(Address, N.Event.Bytes);
  N.Thread = N.Cta.Clocks.threadOf(N.Event.Warp, N.Lane);
  N.Event.Clock = clockOf(N);
  for (unsigned Part = 0; Part != N.Event.Bytes; Part += N.Event.Unit)
    observeUnit(N, Address + Part);
}

/// Notes what a strong access of one unit observes, or hides.
void RaceChecker::observeUnit(const Now &N, uint64_t Address) {
  Observations &Seen = N.Memory.Observed;
  const StrongAccess By = strongAccess(N, N.Event, N.Lane);
  auto Others = [&] { return otherWrites(N, Address); };
  // The first half of an atomic that is emulated only reads.
  const bool Writes = N.Event.Flags & IsWrite;
  const bool Reads = !Writes || N.Event.Flags & IsAtomic;
  if (Reads && !Seen.keeps(Address, By.Bytes)) {
    std::optional<StrongAccess> Writer = soleWriter(N, Address);
    if (Writer && !Writer->isOfSameThread(By))
      Seen.keep(Address, *Writer);
  }
  if (!Writes)
    Seen.read(Address, By);
  else if (Reads)
    Seen.atomic(Address, By, Others);
  else
    Seen.store(Address, By, Others);
}

StrongAccess RaceChecker::strongAccess(const Now &N, const AccessEvent &E,
                                       unsigned Lane) {
  return {E.Cta,
          N.Cta.Clocks.threadOf(E.Warp, Lane),
          E.Clock,
          E.Index,
          uint8_t(Lane),
          E.Unit,
          (E.Flags & IsCtaScope) != 0};
}

/// Calls \p Fn with all accesses since the last weak write that are not past,
/// for each cell of what the lane accesses.
template <class FnT>
static void forOthers(ShadowMemory &Shadow, uint64_t Address, unsigned Bytes,
                      AccessRef Past, FnT Fn) {
  const ShadowLine &Line = Shadow.line(Address);
  const unsigned Step = std::min(Line.cellBytes(), Bytes);
  for (uint64_t End = Address + Bytes; Address != End; Address += Step) {
    llvm::SmallVector<AccessRef, 4> Others;
    auto Add = [&](AccessRef R) {
      if (R >= Past)
        Others.push_back(R);
    };
    const ShadowCell Cell = Line.cellAt(Address % ShadowLine::Bytes);
    Add(Cell.Others[0]);
    Add(Cell.Others[1]);
    if (auto *More = Shadow.more(Address, false))
      llvm::for_each(*More, Add);
    Fn(Others);
  }
}

bool RaceChecker::isOfThis(const Now &N, AccessRef R) const {
  const AccessEvent &E = N.Events.of(R);
  return E.Cta == N.Event.Cta && E.Warp == N.Event.Warp &&
         E.Index == N.Event.Index &&
         (AccessEvents::laneOf(R) == N.Lane || N.Event.Flags & IsAtomic);
}

std::optional<StrongAccess> RaceChecker::soleWriter(const Now &N,
                                                    uint64_t Address) const {
  AccessRef Writer = 0;
  bool IsSole = true;
  forOthers(N.Shadow, Address, N.Event.Unit, N.Past,
            [&](llvm::ArrayRef<AccessRef> Others) {
              AccessRef Here = 0;
              for (AccessRef R : Others)
                if (N.Events.of(R).Flags & IsWrite && !isOfThis(N, R)) {
                  IsSole &= !Here;
                  Here = R;
                }
              IsSole &= Here && (!Writer || Writer == Here);
              Writer = Here;
            });
  if (!IsSole)
    return std::nullopt;
  return strongAccess(N, N.Events.of(Writer), AccessEvents::laneOf(Writer));
}

Observations::OtherWrites RaceChecker::otherWrites(const Now &N,
                                                   uint64_t Address) const {
  Observations::OtherWrites Others;
  auto Look = [&](AccessRef R) {
    const AccessEvent &E = N.Events.of(R);
    const unsigned Lane = AccessEvents::laneOf(R);
    if (!(E.Flags & IsWrite) || isOfThis(N, R))
      return;
    const StrongAccess Other = strongAccess(N, E, Lane);
    if (llvm::is_contained(Others.All, Other))
      return;
    Others.All.push_back(Other);
    if (!isOrdered(N, R, E) && !hasObserved(N, Other, Address))
      Others.Missed.push_back(Other);
  };
  forOthers(
      N.Shadow, Address, N.Event.Unit, N.Past,
      [&](llvm::ArrayRef<AccessRef> Refs) { llvm::for_each(Refs, Look); });
  return Others;
}

} // namespace heddle::sanitize
