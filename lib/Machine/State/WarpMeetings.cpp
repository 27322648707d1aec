//===- WarpMeetings.cpp - Lanes that meet across branches -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that come to a meeting wait as a strand until the lanes have come that
// they name, wherever these are. Then each strand executes its own instruction.
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/Warp.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace heddle::sm {

Gathering &Warp::gathering() {
  if (!Across)
    Across = std::make_unique<Gathering>();
  return *Across;
}

uint32_t Warp::takeFellows() {
  if (!Across || !L.Active)
    return 0;
  uint32_t Fellows = 0;
  Gathering::forEach(L.Active,
                     [&](unsigned Lane) { Fellows |= Across->Met[Lane]; });
  Gathering::fill(Across->Met, L.Active, 0);
  return Fellows;
}

Warp::Team Warp::teamOf(uint64_t Kind, uint32_t Members,
                        uint32_t AtHand) const {
  uint32_t Come = AtHand, Named = Members & live();
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const Strand &S : Apart) {
      if (S.MeetingKind != Kind || !(S.AtHand & Named & ~Come))
        continue;
      Come |= S.AtHand;
      Named |= S.Awaited & live();
      Grows = true;
    }
  }
  return {Come, !(Named & ~Come)};
}

llvm::SmallVector<MemberGroup, 4> groupsOf(const Gathering::Row &Named,
                                           uint32_t AtHand, uint32_t Live) {
  llvm::SmallVector<MemberGroup, 4> Groups;
  Gathering::forEach(AtHand, [&](unsigned Lane) {
    const uint32_t Self = uint32_t(1) << Lane;
    MemberGroup Mine = {Self, (Named[Lane] & Live) | Self};
    llvm::erase_if(Groups, [&](const MemberGroup &G) {
      if (!(G.Members & Mine.Members))
        return false;
      Mine.Lanes |= G.Lanes;
      Mine.Members |= G.Members;
      return true;
    });
    Groups.push_back(Mine);
  });
  return Groups;
}

void Warp::setAside(uint32_t Group, uint32_t Others, Wait For) {
  assert(Group && Others && "nobody would have the turn");
  Strand S = unload();
  S.Active = Group;
  S.Stack.keep(Group);
  S.Awaited = For.Awaited;
  S.MeetingKind = For.MeetingKind;
  S.AtHand = For.MeetingKind ? Group : 0;
  Apart.push_back(std::move(S));
  Stack.keep(~Group);
  activate(Others);
}

void Warp::waitInGroups(llvm::ArrayRef<MemberGroup> Groups, uint32_t AtHand,
                        uint64_t Kind) {
  for (const MemberGroup &G : Groups) {
    const Wait For = {G.Members, Kind};
    AtHand &= ~G.Lanes;
    if (AtHand)
      setAside(G.Lanes, AtHand, For);
    else
      leaveBehind(G.Lanes, For);
  }
}

uint32_t Warp::gather(uint64_t Kind, const Gathering::Row &Named,
                      uint32_t &AtHand) {
  assert(Kind && AtHand && "a meeting of nobody");
  uint32_t Met = 0, Members = 0;
  llvm::SmallVector<MemberGroup, 4> Waiting;
  for (const MemberGroup &G : groupsOf(Named, AtHand, live())) {
    const Team T = teamOf(Kind, G.Members, G.Lanes);
    Members |= G.Members;
    if (T.IsComplete)
      Met |= T.Lanes;
    else
      Waiting.push_back(G);
  }
  // Where no other lanes can go on, no others will come.
  if (!Met && !nextStrand() && !(held() & ~AtHand)) {
    Met = teamOf(Kind, Members, AtHand).Lanes;
    Waiting.clear();
  }
  waitInGroups(Waiting, AtHand, Kind);
  for (const MemberGroup &G : Waiting)
    AtHand &= ~G.Lanes;
  for (Strand &S : Apart)
    if (S.MeetingKind == Kind && (S.AtHand & Met)) {
      S.MeetingKind = 0;
      S.Awaited = 0;
      S.HasMet = true;
    }
  return Met;
}

void Warp::partAtBarrier() {
  assert(held() && "nobody waits for who is at the barrier");
  Strand Left = unload();
  Left.Stack.keep(L.Active);
  Apart.push_back(std::move(Left));
  Stack.keep(~L.Active);
  State = WarpState::Running;
  HasMet = false;
  TurnsHeld = 0;
  resume();
}

} // namespace heddle::sm
