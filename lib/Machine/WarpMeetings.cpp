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

uint32_t Warp::gather(uint64_t Kind, uint32_t Members, uint32_t AtHand) {
  assert(Kind && AtHand && "a meeting of nobody");
  const Team T = teamOf(Kind, Members, AtHand);
  // Where no other lanes can go on, no others will come.
  if (!T.IsComplete && (nextStrand() || held() & ~AtHand)) {
    leaveBehind(AtHand);
    Strand &S = Apart.back();
    S.Awaited = Members;
    S.AtHand = AtHand;
    S.MeetingKind = Kind;
    return 0;
  }
  for (Strand &S : Apart)
    if (S.MeetingKind == Kind && (S.AtHand & T.Lanes)) {
      S.MeetingKind = 0;
      S.Awaited = 0;
      S.HasMet = true;
    }
  return T.Lanes;
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
