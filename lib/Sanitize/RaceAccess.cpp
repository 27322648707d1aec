//===- RaceAccess.cpp - Holds accesses against shadow memory --------------===//
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

using object::SyncOperation;
using sm::Issue;
using sm::Lanes;
using sm::MemoryAccess;
using sm::Space;

void RaceChecker::access(const Issue &E, const MemoryAccess &A, uint8_t Flags,
                         const SyncOperation *Operation, CtaState &C) {
  uint32_t Mask = E.Executing & A.Mask;
  if (!Mask)
    return;
  Now N{E, A, C, A.Where == Space::Shared ? C.Shared : Global};
  N.Event.Cta = C.Clocks.cta();
  N.Event.Index = E.Index;
  N.Event.Warp = uint8_t(E.W.number());
  N.Event.Bytes = A.Bytes;
  N.Event.Flags = Flags;
  if (!(Flags & IsStrong)) {
    Mask = skipLines(N, Mask);
    if (Flags & IsWrite)
      N.IsTogether = checkTogether(E, A, Mask);
    else
      Mask = skipBroadcast(A, Mask);
  }
  uint64_t From = 0, End = ~uint64_t(0);
  if (A.Where == Space::Shared) {
    From = E.W.lanes().SharedLow;
    End = E.W.lanes().SharedBytes;
  }
  for (; Mask; Mask &= Mask - 1) {
    N.Lane = unsigned(llvm::countr_zero(Mask));
    uint64_t Address = A.Address[N.Lane];
    // What is out of bounds or misaligned is a fault.
    if (Address & (A.Bytes - 1) || Address < From || Address + A.Bytes > End)
      continue;
    select(N);
    check(N);
    if (Operation && Flags & IsStrong)
      order(N, *Operation);
  }
}

/// Goes on with lane N.Lane.
void RaceChecker::select(Now &N) {
  N.Thread = N.Cta.Clocks.threadOf(N.Event.Warp, N.Lane);
  uint32_t Clock = N.Cta.Clocks.clock(N.Thread);
  if (!N.Id || Clock != N.Event.Clock) {
    N.Event.Clock = Clock;
    N.Id = eventFor(N.Event, N.Cta);
  }
  N.Ref = AccessEvents::ref(N.Id, N.Lane);
}

/// Of lanes that read one place, as many as there are threads that count: two
/// are not ordered with whatever a third is not ordered with.
uint32_t RaceChecker::skipBroadcast(const MemoryAccess &A,
                                    uint32_t Mask) const {
  uint32_t Few = Mask & (Mask - 1);
  if (!Few || !(Few & (Few - 1)) || (IsFine && !InLockStep))
    return Mask;
  uint64_t Address = A.Address[unsigned(llvm::countr_zero(Mask))];
  for (uint32_t Rest = Few; Rest; Rest &= Rest - 1)
    if (A.Address[unsigned(llvm::countr_zero(Rest))] != Address)
      return Mask;
  uint32_t First = Mask & (~Mask + 1);
  return InLockStep ? First : First | (Few & (~Few + 1));
}

uint32_t RaceChecker::skipLines(Now &N, uint32_t Mask) {
  constexpr uint32_t Half = 0xffff;
  if (N.A.Bytes != 4)
    return Mask;
  for (unsigned First : {0u, ShadowLine::Words})
    if ((Mask >> First & Half) == Half && checkLine(N, First))
      Mask &= ~(Half << First);
  return Mask;
}

/// Checks the words of a line that lanes from \p First on access, word by word,
/// at once. False: they do not, or there is more to look at.
bool RaceChecker::checkLine(Now &N, unsigned First) {
  const uint64_t *At = N.A.Address.data() + First;
  uint64_t Base = At[0], Apart = Base % ShadowLine::Bytes;
  for (unsigned K = 0; K != ShadowLine::Words; ++K)
    Apart |= At[K] ^ (Base + 4 * K);
  const sm::LaneContext &L = N.E.W.lanes();
  if (Apart ||
      (N.A.Where == Space::Shared &&
       (Base < L.SharedLow || Base + ShadowLine::Bytes > L.SharedBytes)))
    return false;
  if (!InLockStep && (IsFine || !N.Cta.Clocks.isUniform(N.Event.Warp)))
    return false;
  N.Lane = First;
  select(N);
  ShadowLine &Line = N.Shadow.line(Base);
  if (!Line.isSame())
    return N.Event.Flags & IsWrite && uniteLine(N, Line);
  ShadowCell &Cell = Line.same();
  if (N.Event.Flags & IsWrite) {
    if (conflicts(N, Cell.Write) || conflicts(N, Cell.Others[0]) ||
        conflicts(N, Cell.Others[1]))
      return false;
    Cell = {N.Ref, {0, 0}};
    return true;
  }
  if (Cell.Others[0] == N.Ref || Cell.Others[1] == N.Ref)
    return true;
  if (conflicts(N, Cell.Write))
    return false;
  for (AccessRef &Slot : Cell.Others)
    if (!Slot || replaces(N, Slot)) {
      Slot = N.Ref;
      return true;
    }
  if (IsFine)
    return false;
  displace(N, Cell);
  return true;
}

/// A write to all words of a line that had a cell for each. False: one of them
/// races, or there is more to look at.
bool RaceChecker::uniteLine(Now &N, ShadowLine &Line) {
  if (IsFine)
    return false;
  unsigned Words = 0;
  llvm::MutableArrayRef<ShadowCell> Cells = Line.cells();
  if (Cells.size() != ShadowLine::Words)
    return false;
  // By word, since lanes know themselves.
  const unsigned First = N.Lane;
  for (ShadowCell &Cell : Cells) {
    N.Lane = First + Words++;
    select(N);
    if (conflicts(N, Cell.Write) || conflicts(N, Cell.Others[0]) ||
        conflicts(N, Cell.Others[1]))
      return false;
  }
  N.Lane = First;
  select(N);
  Line.unite({N.Ref, {0, 0}});
  return true;
}

/// What the access releases and acquires.
void RaceChecker::order(Now &N, const SyncOperation &O) {
  ReleaseMap &In = N.A.Where == Space::Shared ? N.Cta.Released : Released;
  uint64_t Address = N.A.Address[N.Lane];
  bool Reads = !(N.Event.Flags & IsWrite) || N.Event.Flags & IsAtomic;
  if (Reads)
    N.Cta.Clocks.read(N.Thread, In, Address, O.Order, O.Scope);
  if (N.Event.Flags & IsWrite)
    N.Cta.Clocks.write(N.Thread, In, Address, O.Order, O.Scope,
                       /*Modifies=*/N.Event.Flags & IsAtomic);
}

bool RaceChecker::isOrdered(const Now &N, AccessRef Ref,
                            const AccessEvent &Other) const {
  unsigned OtherLane = AccessEvents::laneOf(Ref);
  if (Other.Cta == N.Event.Cta && Other.Warp == N.Event.Warp &&
      (InLockStep || OtherLane == N.Lane))
    return true;
  return N.Cta.Clocks.knows(N.Thread, Other.Cta,
                            N.Cta.Clocks.threadOf(Other.Warp, OtherLane),
                            Other.Clock);
}

bool RaceChecker::agrees(const Now &N, const AccessEvent &Other) const {
  if (!(N.Event.Flags & Other.Flags & IsStrong) || N.Event.Bytes != Other.Bytes)
    return false;
  return N.Event.Cta == Other.Cta ||
         !((N.Event.Flags | Other.Flags) & IsCtaScope);
}

bool RaceChecker::conflicts(const Now &N, AccessRef Ref) const {
  if (!Ref || Ref == N.Ref)
    return false;
  const AccessEvent &Other = Events.of(Ref);
  return (N.Event.Flags | Other.Flags) & IsWrite && !isOrdered(N, Ref, Other) &&
         !agrees(N, Other);
}

void RaceChecker::meets(const Now &N, AccessRef Ref) {
  bool WasReported =
      N.IsTogether && AccessEvents::idOf(Ref) == AccessEvents::idOf(N.Ref);
  if (!WasReported && conflicts(N, Ref))
    report(N, Ref);
}

void RaceChecker::check(Now &N) {
  bool IsWeakWrite = (N.Event.Flags & (IsWrite | IsStrong)) == IsWrite;
  uint64_t Address = N.A.Address[N.Lane];
  auto Cells = N.Shadow.cells(Address, N.A.Bytes);
  unsigned Step = std::max<unsigned>(N.A.Bytes / Cells.size(), 1);
  for (ShadowCell &Cell : Cells) {
    if (IsWeakWrite)
      checkWrite(N, Cell, Address);
    else
      checkOther(N, Cell, Address);
    Address += Step;
  }
}

void RaceChecker::checkWrite(Now &N, ShadowCell &Cell, uint64_t Address) {
  meets(N, Cell.Write);
  if (Cell.Others[0] | Cell.Others[1]) {
    meets(N, Cell.Others[0]);
    meets(N, Cell.Others[1]);
    if (auto *More = IsFine ? N.Shadow.more(Address, false) : nullptr) {
      for (AccessRef R : *More)
        meets(N, R);
      N.Shadow.clearMore(Address);
    }
  }
  Cell = {N.Ref, {0, 0}};
}

void RaceChecker::checkOther(Now &N, ShadowCell &Cell, uint64_t Address) {
  if (Cell.Others[0] == N.Ref || Cell.Others[1] == N.Ref)
    return;
  meets(N, Cell.Write);
  if (Cell.Others[0] | Cell.Others[1]) {
    meets(N, Cell.Others[0]);
    meets(N, Cell.Others[1]);
    if (IsFine)
      if (auto *More = N.Shadow.more(Address, false))
        for (AccessRef R : *More)
          meets(N, R);
  }
  remember(N, Cell, Address);
}

bool RaceChecker::replaces(const Now &N, AccessRef Old) const {
  const AccessEvent &Other = Events.of(Old);
  // Behind a barrier of the block, nobody who reaches its memory races with
  // what was before.
  if (N.A.Where == Space::Shared && N.Cta.Clocks.isPast(N.Thread, Other.Clock))
    return true;
  if (Other.Flags & IsWrite && !(N.Event.Flags & IsWrite))
    return false;
  if (N.Event.Flags & IsStrong &&
      (!(Other.Flags & IsStrong) || N.Event.Bytes != Other.Bytes))
    return false;
  if (Other.Flags & IsCtaScope && !(N.Event.Flags & IsCtaScope))
    return false;
  return isOrdered(N, Old, Other);
}

void RaceChecker::remember(Now &N, ShadowCell &Cell, uint64_t Address) {
  for (AccessRef &Slot : Cell.Others)
    if (!Slot || replaces(N, Slot)) {
      Slot = N.Ref;
      return;
    }
  // Two stand for all of their kind, but a read does not stand for an atomic.
  for (AccessRef Slot : Cell.Others)
    IsFine |=
        ((Events.of(Slot).Flags ^ N.Event.Flags) & (IsWrite | IsStrong)) != 0;
  if (!IsFine) {
    displace(N, Cell);
    return;
  }
  auto *More = N.Shadow.more(Address, true);
  for (AccessRef &R : *More)
    if (replaces(N, R)) {
      R = N.Ref;
      return;
    }
  More->push_back(N.Ref);
}

/// Two are enough where all threads of a CTA are ordered together and CTAs not
/// at all: whoever is ordered with both is ordered with the rest. They must be
/// of two CTAs, or else of two warps, if there are such; and writes count more
/// than reads.
void RaceChecker::displace(const Now &N, ShadowCell &Cell) const {
  auto Rank = [](const AccessEvent &A, const AccessEvent &Beside) {
    return (A.Flags & IsWrite ? 4 : 0) + (A.Cta != Beside.Cta ? 2 : 0) +
           (A.Warp != Beside.Warp ? 1 : 0);
  };
  for (unsigned K = 0; K != 2; ++K) {
    const AccessEvent &Here = Events.of(Cell.Others[K]);
    const AccessEvent &Beside = Events.of(Cell.Others[1 - K]);
    if (Rank(N.Event, Beside) > Rank(Here, Beside)) {
      Cell.Others[K] = N.Ref;
      return;
    }
  }
}

bool RaceChecker::checkTogether(const Issue &E, const MemoryAccess &A,
                                uint32_t Mask) {
  uint64_t Next = 0;
  bool Ascends = true;
  for (uint32_t Rest = Mask; Rest && Ascends; Rest &= Rest - 1) {
    uint64_t Address = A.Address[unsigned(llvm::countr_zero(Rest))];
    Ascends = Address >= Next;
    Next = Address + A.Bytes;
  }
  if (Ascends)
    return false;
  llvm::SmallVector<std::pair<uint64_t, unsigned>, Lanes> Sorted;
  for (uint32_t Rest = Mask; Rest; Rest &= Rest - 1) {
    unsigned Lane = unsigned(llvm::countr_zero(Rest));
    Sorted.push_back({A.Address[Lane], Lane});
  }
  llvm::sort(Sorted);
  bool Any = false;
  for (size_t K = 1; K < Sorted.size(); ++K)
    if (Sorted[K].first == Sorted[K - 1].first) {
      reportTogether(E, A, Sorted[K].second, Sorted[K - 1].second);
      Any = true;
    }
  return Any;
}

} // namespace heddle::sanitize
