//===- LaneMeetings.cpp - Exchanges across branches -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that exchange values at instructions of their own get what one
// instruction would give them all: its sources are gathered lane by lane, and
// each strand takes its results when it executes its instruction.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "heddle/ABI/ExchangeOps.inc"
#include "heddle/Machine/Cta.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>
#include <type_traits>

namespace heddle::sm {

/// The kind of an instruction at which lanes meet: PTX requires the same
/// qualifiers of all.
static uint64_t kindOf(const DecodedInst &I) {
  const uint64_t Op = uint64_t(I.Op) + 1;
  // Sub holds the condition that a ballot votes on, which is no qualifier.
  if (I.is(ExchangeOp::Ballot))
    return Op << 24;
  return Op << 24 | I.Sub[0] << 16 | I.Sub[1] << 8 | I.Sub[2];
}

static const uint32_t *rowOf(const LaneContext &L, const Source &S) {
  return L.Base[S.Base] + size_t(S.Row) * Lanes;
}

/// Whom \p Lane names at an exchange.
static uint32_t namedBy(const Gathering &G, unsigned Lane) {
  return G.Named[Lane] ? G.Named[Lane] : AllLanes;
}

/// The lanes \p Team, of those that are \p Live, in groups that name each
/// other. Nothing if a lane names one that names others: which of the two meets
/// whom first is not known.
static std::optional<llvm::SmallVector<uint32_t, 4>>
teamsOf(const Gathering &G, uint32_t Team, uint32_t Live) {
  llvm::SmallVector<uint32_t, 4> Groups;
  for (uint32_t Rest = Team; Rest;) {
    const unsigned First = unsigned(llvm::countr_zero(Rest));
    const uint32_t Mask = namedBy(G, First) & Live;
    // A lane that does not name itself is in a group of its own.
    uint32_t Group = uint32_t(1) << First;
    if (Mask & Group)
      Group = Mask & Team;
    bool Agree = true;
    Gathering::forEach(Group, [&](unsigned Lane) {
      Agree &= (namedBy(G, Lane) & Live) == Mask;
    });
    if (!Agree)
      return std::nullopt;
    Groups.push_back(Group);
    Rest &= ~Group;
  }
  return Groups;
}

/// Whom each lane of \p W that comes to \p I names there.
static Gathering::Row membersAt(const Warp &W, const DecodedInst &I,
                                const Gathering &G) {
  Gathering::Row Named;
  const uint32_t *Masks =
      I.is(ExchangeOp::Sync) ? rowOf(W.lanes(), I.Src[0]) : nullptr;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    Named[Lane] = Masks ? Masks[Lane] : namedBy(G, Lane);
  return Named;
}

bool Interpreter::partForMeeting(llvm::ArrayRef<Warp *> Warps,
                                 const BoundInst &I) const {
  if (!E.P.meetsAcross(I))
    return false;
  bool Any = false;
  for (Warp *W : Warps)
    if (W->isPartOf(I)) {
      W->askToMeet();
      Any = true;
    }
  return Any;
}

bool Interpreter::meetAcross(Warp &W, const BoundInst &I,
                             ObserverList *Look) const {
  if (W.takeMet())
    return true;
  W.reunite();
  uint32_t AtHand = W.lanesAt(I);
  // Others have to come to the instruction before, and join there.
  if (!AtHand)
    return true;
  Gathering &G = W.gathering();
  if (Look)
    Look->turn(W);
  const bool IsSync = I.is(ExchangeOp::Sync);
  if (IsSync) {
    const uint32_t *Masks = rowOf(W.lanes(), I.Src[0]);
    Gathering::forEach(AtHand,
                       [&](unsigned Lane) { G.Named[Lane] = Masks[Lane]; });
  }
  const uint32_t Team = W.gather(kindOf(I), membersAt(W, I, G), AtHand);
  if (!Team)
    return false;
  const auto Groups = teamsOf(G, Team, W.live());
  // The exchange that follows is of those who are named here.
  if (!IsSync || !I.Sub[0])
    Gathering::fill(G.Named, Team, 0);
  if (Team == AtHand)
    return true;
  if (IsSync && !Groups) {
    Gathering::fill(G.Met, Team, Team);
    return true;
  }
  if (!Groups) {
    W.failHost(unsigned(llvm::countr_zero(AtHand)),
               FaultKind::IllegalInstruction,
               "exchange across branches whose lanes name different members, "
               "which is not supported,");
    return false;
  }
  for (uint32_t Group : *Groups)
    Gathering::fill(G.Met, Group, Group);
  if (!IsSync)
    serve(W, I, AtHand, *Groups);
  return true;
}

namespace {
/// Lanes, and the instruction that they are at.
struct Part {
  const DecodedInst *I;
  uint32_t Lanes;
};
} // namespace

/// Copies the sources of \p Parts to rows from \p First on, two for each
/// source, and has \p Merged take them from there.
static void gatherSources(LaneContext &L, llvm::ArrayRef<Part> Parts,
                          uint16_t First, DecodedInst &Merged) {
  // The last source of an exchange is a word.
  constexpr unsigned Rows[] = {2, 1, 1};
  for (unsigned N = 0; N != std::size(Rows); ++N) {
    Merged.Src[N].Base = WarpRows;
    Merged.Src[N].Row = First;
    uint32_t *To = L.Base[WarpRows] + size_t(First) * Lanes;
    First = uint16_t(First + Rows[N]);
    for (const Part &P : Parts) {
      const Source &S = P.I->Src[N];
      const uint32_t *From = rowOf(L, S);
      // A constant is a row, and a pair of them two.
      const unsigned Count = S.Base == WarpRows ? Rows[N] : 1;
      for (unsigned Row = 0; Row != Count; ++Row)
        Gathering::forEach(P.Lanes, [&](unsigned Lane) {
          To[Row * Lanes + Lane] = From[Row * Lanes + Lane];
        });
    }
  }
  Merged.DstRow = First;
}

void Interpreter::serve(Warp &W, const BoundInst &I, uint32_t AtHand,
                        llvm::ArrayRef<uint32_t> Groups) const {
  uint32_t Team = 0;
  for (uint32_t Group : Groups)
    Team |= Group;
  assert(Team && !(Team & ~W.live()) && "lanes that have exited meet");
  llvm::SmallVector<Part, 4> Parts = {{&I, AtHand}};
  for (const Strand &S : W.apart())
    if (S.HasMet && S.AtHand & Team)
      Parts.push_back({&E.Code[S.PC], S.AtHand});
  LaneContext &L = W.lanes();
  DecodedInst Merged = I;
  gatherSources(L, Parts, uint16_t(E.P.registerRows()), Merged);
  const uint32_t *Result = L.Base[WarpRows] + size_t(Merged.DstRow) * Lanes;
  Gathering &G = W.gathering();
  auto Execute = [&](const DecodedInst &Own, uint32_t Mask) {
    std::remove_reference_t<decltype(L.Condition)> Before;
    std::memcpy(Before, L.Condition, sizeof(Before));
    E.run(W.pc(), Own, L, Mask);
    for (unsigned Bit = 0; Bit != std::size(G.Planes); ++Bit)
      G.Planes[Bit] =
          (G.Planes[Bit] & ~Mask) | (L.Condition[Own.CCDst][Bit] & Mask);
    std::memcpy(L.Condition, Before, sizeof(Before));
  };
  G.Served |= Team;
  if (!I.is(ExchangeOp::Ballot)) {
    for (uint32_t Group : Groups)
      Execute(Merged, Group);
    Gathering::forEach(Team,
                       [&](unsigned Lane) { G.Words[Lane] = Result[Lane]; });
    return;
  }
  // A ballot's source is a condition, and its result what all have in common.
  for (uint32_t Group : Groups) {
    uint32_t For = 0;
    for (const Part &P : Parts) {
      const uint32_t Mask = P.Lanes & Group;
      if (!Mask)
        continue;
      DecodedInst Own = *P.I;
      Own.DstRow = Merged.DstRow;
      Execute(Own, Mask);
      For |= Result[llvm::countr_zero(Mask)];
    }
    Gathering::fill(G.Words, Group, For);
  }
}

bool Interpreter::deliver(Warp &W, const BoundInst &I) const {
  if (!W.hasGathering())
    return false;
  Gathering &G = W.gathering();
  LaneContext &L = W.lanes();
  if (!(G.Served & L.Active))
    return false;
  G.Served &= ~L.Active;
  const uint32_t Mask = I.isPredicated() ? E.Table.Predicate(I, L) : L.Active;
  uint32_t *Dst = L.Base[WarpRows] + size_t(I.DstRow) * Lanes;
  Gathering::forEach(Mask, [&](unsigned Lane) { Dst[Lane] = G.Words[Lane]; });
  if (I.has(WritesCondition))
    for (unsigned Bit = 0; Bit != 4; ++Bit) {
      uint32_t &Plane = L.Condition[I.CCDst][Bit];
      Plane = (Plane & ~Mask) | (G.Planes[Bit] & Mask);
    }
  return true;
}

} // namespace heddle::sm
