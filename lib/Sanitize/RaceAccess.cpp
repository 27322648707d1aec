//===- RaceAccess.cpp - Which lanes are looked at, and how ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MbarrierWords.h"
#include "RaceChecker.h"
#include "heddle/ABI/Barrier.h"
#include "heddle/ABI/ClusterWindow.h"
#include "heddle/Machine/MbarrierUpdate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

namespace heddle::sanitize {

using object::SyncOperation;
using sm::AddressShape;
using sm::Issue;
using sm::Lanes;
using sm::MemoryAccess;
using sm::Space;

MemoryAccess RaceChecker::halfOf(const Issue &E, const MemoryAccess &A,
                                 CtaState &C) const {
  MemoryAccess Half = A;
  const unsigned First = E.W.number() * Lanes;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    if (E.Executing >> Lane & 1) {
      if (A.Bytes == 2)
        C.IsUpper[First + Lane] = A.Address[Lane] & 2;
      else if (C.IsUpper[First + Lane])
        Half.Address[Lane] += 2;
    }
  Half.Bytes = 2;
  Half.Shape = AddressShape::Other;
  return Half;
}

/// Whether \p E, which is part of \p O, looks at mbarriers, which is an atomic
/// that changes nothing. cp.async.mbarrier.arrive changes nothing either, but
/// releases what was copied.
static bool isLook(const Issue &E, const SyncOperation *O) {
  if (!E.I.isOfMbarrier() || !O || O->Order != MemoryOrder::Acquire)
    return false;
  for (uint32_t Rest = E.Executing; Rest; Rest &= Rest - 1)
    if (sm::mbarrierUpdate(E, unsigned(llvm::countr_zero(Rest))))
      return false;
  return true;
}

void RaceChecker::access(const Issue &E, const MemoryAccess &Whole,
                         const Note &Of, bool IsOperand, CtaState &C) {
  uint32_t Mask = E.Executing & Whole.Mask;
  if (!Mask)
    return;
  std::optional<MemoryAccess> Changed;
  if (!IsOperand && Of.Operation && Of.Operation->IsOfHalf)
    Changed = halfOf(E, Whole, C);
  if (Whole.Where == Space::Shared && E.W.cta().clusterFacts().Size > 1)
    Changed = inWindow(E, Changed ? *Changed : Whole);
  const MemoryAccess &A = Changed ? *Changed : Whole;
  const bool IsShared = A.Where == Space::Shared;
  MemoryState &M = IsShared ? *C.Shared : Global;
  Now N{E, A, C, M, M.Cells, M.Events, M.Past};
  N.Event.Cta = agentOf(C.Clocks.cta(), Of.Agent);
  N.IsProxy = Of.IsProxy;
  N.Event.Index = E.Index;
  N.Event.Warp = uint8_t(E.W.number());
  N.Event.Bytes = N.Event.Unit = A.Bytes;
  if (!IsOperand && Of.Operation && Of.Operation->ElementBytes)
    N.Event.Unit = std::min(A.Bytes, Of.Operation->ElementBytes);
  N.Event.Flags = IsOperand ? 0 : Of.Flags;
  // An mbarrier is made for all threads of the cluster and for their copies,
  // whatever scope of memory an operation on it orders.
  if (!IsOperand && E.I.isOfMbarrier())
    N.Event.Flags &= uint8_t(~IsCtaScope);
  const bool Looks = !IsOperand && isLook(E, Of.Operation);
  if (Looks)
    N.Event.Flags &= uint8_t(~IsWrite);
  Made += !IsOperand && Of.Operation &&
          Of.Operation->Kind == SyncOperation::WordInit;
  N.Kind = N.Event.kind();
  if (IsShared) {
    N.From = E.W.lanes().SharedLow;
    N.End = E.W.lanes().SharedBytes;
  }
  const bool IsStrongAccess = N.Event.Flags & IsStrong;
  const uint32_t Accessing = Mask;
  const SyncOperation *Orders =
      HasReleases && IsStrongAccess ? Of.Operation : nullptr;
  if (!Orders) {
    Mask = checkLines(N, Mask);
    if (!(N.Event.Flags & IsWrite))
      Mask = skipBroadcast(A, Mask);
    else if (!IsStrongAccess)
      N.IsTogether = checkTogether(E, A, Mask);
    if (Mask && !N.IsTogether)
      Mask = checkWords(N, Mask);
  }
  const uint32_t Checked = checkedLanes(N, Mask);
  for (; Mask; Mask &= Mask - 1) {
    N.Lane = unsigned(llvm::countr_zero(Mask));
    if (!N.isValid(A.Address[N.Lane]))
      continue;
    select(N);
    if (Checked >> N.Lane & 1)
      check(N);
    if (Orders && !(Looks && looksAgain(N, Whole)))
      order(N, *Orders);
  }
  if (IsStrongAccess || isWeakWrite(N))
    observeLanes(N, Accessing);
  if (HasReleases && isWeakWrite(N))
    forgetReleases(N, Accessing);
}

uint64_t RaceChecker::releaseAddress(const Now &N, uint64_t Address) {
  if (N.A.Where != Space::Shared || !isInCluster(N))
    return Address;
  const abi::ClusterFacts &Facts = N.E.W.cta().clusterFacts();
  return Facts.Base + (uint64_t(Facts.Rank) << abi::ClusterRankShift) + Address;
}

/// A thread that reads a weak write observes no release.
void RaceChecker::forgetReleases(const Now &N, uint32_t Mask) {
  ReleaseMap &In = releasesOf(N);
  for (; Mask && !In.empty(); Mask &= Mask - 1)
    In.forget(releaseAddress(N, N.A.Address[unsigned(llvm::countr_zero(Mask))]),
              N.A.Bytes, /*KeepsSame=*/false);
}

uint32_t RaceChecker::clockOf(const Now &N) {
  const auto Agent = AgentKind(N.Event.Cta >> AgentShift);
  return Agent == AgentKind::NoAgent ? N.Cta.Clocks.clock(N.Thread)
                                     : N.Cta.Clocks.agentClock(N.Thread, Agent);
}

/// Goes on with lane N.Lane.
void RaceChecker::select(Now &N) {
  N.Thread = N.Cta.Clocks.threadOf(N.Event.Warp, N.Lane);
  uint32_t Clock = clockOf(N);
  if (!N.Id || Clock != N.Event.Clock) {
    N.Event.Clock = Clock;
    uint32_t &Last =
        N.Cta
            .LastEvents[N.Event.Warp * EventSlots + N.Event.Index % EventSlots];
    if (!N.Events.has(Last) || !(N.Events[Last] == N.Event))
      Last = N.Events.add(N.Event);
    N.Id = Last;
  }
  assert(N.Id && N.Lane < Lanes &&
         "an event has a number from 1 on, and a lane of the warp");
  N.Ref = AccessEvents::ref(N.Id, N.Lane);
}

/// Whether the lanes in \p Mask access one place.
static bool areBroadcast(const MemoryAccess &A, uint32_t Mask) {
  if (A.Shape == AddressShape::Uniform)
    return true;
  uint64_t Address = A.Address[unsigned(llvm::countr_zero(Mask))];
  for (uint32_t Rest = Mask & (Mask - 1); Rest; Rest &= Rest - 1)
    if (A.Address[unsigned(llvm::countr_zero(Rest))] != Address)
      return false;
  return true;
}

/// Lanes of a warp look at one mbarrier again and again, and what is not
/// ordered with the look of one of them is mostly ordered with that of none.
uint32_t RaceChecker::checkedLanes(const Now &N, uint32_t Mask) const {
  const uint32_t Few = Mask & (Mask - 1);
  if (!Few || !N.E.I.isOfMbarrier() || !areBroadcast(N.A, Mask))
    return Mask;
  return (Mask & (~Mask + 1)) | (Few & (~Few + 1));
}

/// Keeps as many of the lanes that read one place as are needed: an access that
/// is not ordered with a third lane is not ordered with one of two either.
uint32_t RaceChecker::skipBroadcast(const MemoryAccess &A,
                                    uint32_t Mask) const {
  uint32_t Few = Mask & (Mask - 1);
  if (!Few || (IsFine && !InLockStep) || !areBroadcast(A, Mask))
    return Mask;
  uint32_t First = Mask & (~Mask + 1);
  return InLockStep ? First : First | (Few & (~Few + 1));
}

/// Whether \p Count lanes from \p First on access \p Bytes each, one behind
/// another.
template <unsigned Count, unsigned Bytes>
static bool areInOrder(const MemoryAccess &A, unsigned First) {
  const uint64_t *At = A.Address.data() + First;
  uint64_t Base = *At, Apart = Base % Bytes;
  // Mostly the first two tell.
  if (At[1] != Base + Bytes)
    return false;
  for (unsigned K = 0; K != Count; ++K)
    Apart |= At[K] ^ (Base + Bytes * K);
  return !Apart;
}

uint32_t RaceChecker::checkLines(Now &N, uint32_t Mask) {
  if (N.A.Shape == AddressShape::Uniform || !actsAsOne(N.Cta, N.Event.Warp))
    return Mask;
  switch (N.A.Bytes) {
  case 4:
    return checkLinesBy<0>(N, Mask);
  case 8:
    return checkLinesBy<1>(N, Mask);
  case 16:
    return checkLinesBy<2>(N, Mask);
  }
  return Mask;
}

template <unsigned LaneShift>
uint32_t RaceChecker::checkLinesBy(Now &N, uint32_t Mask) {
  constexpr unsigned Bytes = 4u << LaneShift;
  constexpr unsigned PerLine = ShadowLine::Bytes / Bytes;
  constexpr unsigned HalfLanes = Lanes / 2;
  constexpr uint32_t Half = 0xffff;
  uint32_t Done = 0;
  // Lines need not begin where halves of the warp do.
  auto Run = [&](unsigned First, unsigned Count) {
    uint64_t Base = N.A.Address[First];
    unsigned K = unsigned(-Base % ShadowLine::Bytes / Bytes);
    for (; K + PerLine <= Count; K += PerLine) {
      uint64_t Address = Base + Bytes * K;
      N.Lane = First + K;
      if (N.isValid(Address) && Address + ShadowLine::Bytes <= N.End &&
          checkLine(N, N.Shadow.line(Address), LaneShift))
        Done |= ((uint32_t(1) << PerLine) - 1) << N.Lane;
    }
  };
  const bool AreWords = N.A.Shape == AddressShape::Words && LaneShift == 0;
  if (Mask == sm::AllLanes && (AreWords || areInOrder<Lanes, Bytes>(N.A, 0))) {
    Run(0, Lanes);
  } else {
    for (unsigned First : {0u, HalfLanes})
      if ((Mask >> First & Half) == Half &&
          areInOrder<HalfLanes, Bytes>(N.A, First))
        Run(First, HalfLanes);
  }
  return Mask & ~Done;
}

uint32_t RaceChecker::checkWords(Now &N, uint32_t Mask) {
  if (N.A.Bytes != 4 || IsFine || N.Shadow.hasMore() ||
      !actsAsOne(N.Cta, N.Event.Warp))
    return Mask;
  const bool Writes = N.Event.Flags & IsWrite;
  uint32_t Left = 0;
  // Neighbours mostly are in one line.
  ShadowLine *Line = nullptr;
  uint64_t LineNumber = 0;
  for (; Mask; Mask &= Mask - 1) {
    N.Lane = unsigned(llvm::countr_zero(Mask));
    const uint64_t Address = N.A.Address[N.Lane];
    if (!N.isValid(Address))
      continue;
    if (!Line || Address / ShadowLine::Bytes != LineNumber) {
      LineNumber = Address / ShadowLine::Bytes;
      Line = &N.Shadow.line(Address);
    }
    const unsigned Word = Address % ShadowLine::Bytes / 4;
    const uint16_t Bit = uint16_t(1u << Word);
    if (!Writes && Line->isSettled(Bit, N.Cta.Since, N.Kind))
      continue;
    if (N.Id) {
      N.Thread = N.Cta.Clocks.threadOf(N.Event.Warp, N.Lane);
      N.Ref = AccessEvents::ref(N.Id, N.Lane);
    } else {
      select(N);
    }
    if (Line->hasWords() && checkWord(N, Line->word(Word)))
      Line->unsettle(Bit);
    else
      Left |= uint32_t(1) << N.Lane;
  }
  return Left;
}

/// Applies the releases and acquires of the access.
bool RaceChecker::looksAgain(const Now &N, const MemoryAccess &Whole) const {
  const uint8_t *Word = mbarrierWord(N.E, Whole, N.Lane);
  if (!Word)
    return false;
  const Look Now = {
      Word, llvm::support::endian::read64le(Word) >> abi::BarrierPhaseShift,
      Made};
  return std::exchange(N.Cta.Looks[N.E.W.number() * Lanes + N.Lane], Now) ==
         Now;
}

void RaceChecker::order(Now &N, const SyncOperation &O) {
  ReleaseMap &In = releasesOf(N);
  const bool Reads = !(N.Event.Flags & IsWrite) || N.Event.Flags & IsAtomic;
  for (unsigned Part = 0; Part != N.Event.Bytes; Part += N.Event.Unit) {
    const OrderedAccess A = {releaseAddress(N, N.A.Address[N.Lane] + Part),
                             N.Event.Unit, O.Order, O.Scope};
    if (Reads)
      N.Cta.Clocks.read(N.Thread, In, A);
    if (N.Event.Flags & IsWrite)
      N.Cta.Clocks.write(N.Thread, In, A,
                         /*Modifies=*/N.Event.Flags & IsAtomic, O.Agent);
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
