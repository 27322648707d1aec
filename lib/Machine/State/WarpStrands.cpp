//===- WarpStrands.cpp - Warps that part ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes belong to one strand each, so the masks of lanes that exited, returned
// or broke need no copies.
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/Warp.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace heddle::sm {

Strand Warp::unload() const {
  Strand S;
  S.Stack = Stack;
  S.PC = PC;
  S.Active = L.Active;
  S.IsAtBarrier = State == WarpState::AtBarrier;
  S.Barrier = Barrier;
  S.HasMet = HasMet;
  S.TurnsHeld = TurnsHeld;
  return S;
}

void Warp::load(Strand &From) {
  assert(&From >= Apart.data() && &From < Apart.data() + Apart.size() &&
         "a strand of another warp");
  auto At = Apart.begin() + (&From - Apart.data());
  Strand S = std::move(From);
  Apart.erase(At);
  Stack = std::move(S.Stack);
  PC = S.PC;
  activate(S.Active);
  State = S.IsAtBarrier ? WarpState::AtBarrier : WarpState::Running;
  Barrier = S.Barrier;
  HasMet = S.HasMet;
  TurnsHeld = S.TurnsHeld;
  IsToPart = false;
  if (State == WarpState::Running)
    reunite();
  else
    arriveForAll();
}

void Warp::arriveForAll() {
  for (const Strand &S : Apart)
    if (S.IsAtBarrier && S.Barrier.Id == Barrier.Id) {
      Barrier.Zeros += S.Barrier.Zeros;
      Barrier.Others += S.Barrier.Others;
    }
}

void Warp::reunite() {
  Stack.keep(live());
  llvm::erase_if(Apart, [&](Strand &S) {
    if (S.IsAtBarrier || S.PC != PC || S.HasMet != HasMet)
      return false;
    S.Stack.keep(live());
    if (!Stack.isLike(S.Stack))
      return false;
    Stack.absorb(S.Stack);
    activate(L.Active | S.Active);
    return true;
  });
}

Strand *Warp::nextStrand() {
  auto Next = llvm::find_if(Apart, [&](const Strand &S) { return canGoOn(S); });
  return Next == Apart.end() ? nullptr : &*Next;
}

Strand *Warp::anyStrand() {
  if (Strand *Next = nextStrand())
    return Next;
  // Strands that wait for lanes at a barrier, or for each other, go on without.
  auto Next =
      llvm::find_if(Apart, [](const Strand &S) { return !S.IsAtBarrier; });
  return Next == Apart.end() ? nullptr : &*Next;
}

bool Warp::anyHeld() const {
  return held() || llvm::any_of(Apart, [&](const Strand &S) {
           return S.Stack.lanes() & live() & ~S.Active;
         });
}

void Warp::part() {
  IsToPart = false;
  TurnsHeld = 0;
  if (!held())
    return;
  IsRestless = true;
  leaveBehind(L.Active);
}

void Warp::leaveBehind(uint32_t AtHand, Wait For) {
  bool Parts = held() & ~AtHand;
  Strand *Next = nextStrand();
  size_t N = Next ? size_t(Next - Apart.data()) : 0;
  assert((Parts || Next) && "nobody would have the turn");
  Strand Left = unload();
  Left.Stack.keep(AtHand);
  Left.Awaited = For.Awaited;
  Left.MeetingKind = For.MeetingKind;
  Left.AtHand = For.MeetingKind ? AtHand : 0;
  Apart.push_back(std::move(Left));
  if (!Parts)
    return load(Apart[N]);
  Stack.keep(~AtHand);
  HasMet = false;
  TurnsHeld = 0;
  resume();
}

void Warp::endTurn() {
  TurnsHeld = held() ? TurnsHeld + 1 : 0;
  if (nextStrand())
    leaveBehind(AllLanes);
}

uint32_t Warp::lanesAt(const DecodedInst &I) const {
  if (!I.Join)
    return L.Active;
  for (const StackEntry &E : llvm::reverse(Stack.entries()))
    if (uint32_t Left = E.Mask & ~Gone.all(); E.Kind != EntryKind::Branch)
      return E.Kind == EntryKind::Join ? Left : 0;
    else if (Left)
      return 0;
  return 0;
}

bool Warp::meet(Meeting Kind, const Gathering::Row &Named, uint32_t AtHand) {
  if (HasMet && Kind == Meeting::Exchange) {
    HasMet = false;
    return true;
  }
  const uint32_t Elsewhere = live() & ~(L.Active | Stack.lanes());
  llvm::SmallVector<MemberGroup, 4> Waiting;
  uint32_t GoOn = AtHand;
  for (const MemberGroup &G : groupsOf(Named, AtHand, live()))
    if (G.Members & Elsewhere) {
      Waiting.push_back(G);
      GoOn &= ~G.Lanes;
    }
  // Where no other lanes can go on, no others will come.
  if (!GoOn && !nextStrand() && !(held() & ~AtHand)) {
    GoOn = AtHand;
    Waiting.clear();
  }
  waitInGroups(Waiting, AtHand, /*Kind=*/0);
  if (!GoOn)
    return false;
  HasMet = Kind == Meeting::SyncNext;
  return true;
}

void Warp::endStrand() {
  assert(isSplit() && "the last strand ends the warp");
  Strand *Next = anyStrand();
  load(Next ? *Next : Apart.front());
}

void Warp::waitApart() {
  if (!anyStrand()) {
    arriveForAll();
    return;
  }
  // The strand comes last, so it does not get in the way.
  Apart.push_back(unload());
  load(*anyStrand());
}

bool Warp::keepStrand(size_t N) {
  assert(N <= Apart.size() && "no strand of the warp");
  bool Waits = false;
  if (N != 0) {
    Strand &S = Apart[N - 1];
    Waits = !canGoOn(S);
    load(S);
  }
  Apart.clear();
  IsRestless = false;
  return !Waits;
}

} // namespace heddle::sm
