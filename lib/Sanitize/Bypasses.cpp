//===- Bypasses.cpp - Who goes around a meeting ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bypasses.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/Warp.h"
#include <cassert>
#include <map>

namespace heddle::sanitize {

using sm::DecodedInst;
using sm::FlowKind;

namespace {
/// Where lanes may go on that return or break.
struct Scopes {
  llvm::SmallVector<uint32_t, 8> Returns, Breaks;
};
} // namespace

static Scopes scopesOf(const sm::Program &P) {
  Scopes S;
  for (uint32_t N = 0; N != P.Code.size(); ++N) {
    const DecodedInst &I = P.Code[N];
    if (I.Flow == FlowKind::Call)
      S.Returns.push_back(N + 1);
    else if (I.Flow == FlowKind::ReturnAt)
      S.Returns.push_back(I.Target);
    else if (I.Flow == FlowKind::BreakAt)
      S.Breaks.push_back(I.Target);
  }
  return S;
}

/// Calls \p Fn with each instruction that lanes may execute behind the one at
/// \p Index.
template <class FnT>
static void forEachNext(const sm::Program &P, const Scopes &S, uint32_t Index,
                        FnT Fn) {
  const DecodedInst &I = P.Code[Index];
  const uint32_t Behind = Index + 1;
  const bool MayPass = I.isPredicated();
  switch (I.Flow) {
  case FlowKind::Plain:
  case FlowKind::HostCall:
    if (!I.Exit)
      Fn(Behind);
    return;
  case FlowKind::Barrier:
    return Fn(Behind);
  case FlowKind::Branch:
    Fn(I.Target);
    if (MayPass)
      Fn(Behind);
    return;
  case FlowKind::Call:
  case FlowKind::JoinAt:
  case FlowKind::ReturnAt:
  case FlowKind::BreakAt:
    Fn(I.Target);
    return Fn(Behind);
  case FlowKind::Return:
  case FlowKind::Break:
    for (uint32_t To : I.Flow == FlowKind::Return ? S.Returns : S.Breaks)
      Fn(To);
    if (MayPass)
      Fn(Behind);
    return;
  case FlowKind::Trap:
  case FlowKind::Illegal:
    return;
  }
}

Ways::Ways(const sm::Program &P) : Placed(unsigned(P.Code.size())) {
  std::map<Place, uint32_t> Nodes;
  const auto Count = uint32_t(P.Code.size());
  NodeOf.resize(Count);
  PlaceOf.resize(Count);
  uint32_t NumNodes = 0;
  for (uint32_t N = 0; N != Count; ++N) {
    const object::LineEntry L = P.Kernel.lineOf(P.Code[N].Address);
    PlaceOf[N] = {L.Line, L.Column};
    if (L.Line)
      Placed.set(N);
    const auto [It, IsNew] =
        Nodes.try_emplace({L.Line, L.Line ? L.Column : N}, NumNodes);
    NodeOf[N] = It->second;
    NumNodes += IsNew;
  }
  if (const int First = Placed.find_first(); First >= 0)
    Begin = PlaceOf[size_t(First)];
  Next.resize(NumNodes);
  const Scopes S = scopesOf(P);
  for (uint32_t N = 0; N != Count; ++N)
    forEachNext(P, S, N, [&](uint32_t To) {
      // A target of which there is no instruction is a fault. The instructions
      // of a place follow each other; only a jump to itself is a loop.
      if (To < Count && (NodeOf[To] != NodeOf[N] || To <= N))
        Next[NodeOf[N]].push_back(NodeOf[To]);
    });
}

const llvm::BitVector &Ways::reachedFrom(uint32_t From) {
  auto [It, IsNew] = Reached.try_emplace(From);
  if (!IsNew)
    return It->second;
  llvm::BitVector &Seen = It->second;
  Seen.resize(unsigned(Next.size()));
  llvm::SmallVector<uint32_t, 32> Open = {From};
  while (!Open.empty()) {
    const uint32_t Node = Open.pop_back_val();
    for (uint32_t To : Next[Node])
      if (!Seen.test(To)) {
        Seen.set(To);
        Open.push_back(To);
      }
  }
  return Seen;
}

bool Ways::leadsBack(uint32_t From, uint32_t To) {
  assert(From < NodeOf.size() && To < NodeOf.size() &&
         "no instruction of the program");
  const uint32_t First = NodeOf[From], Second = NodeOf[To];
  return First == Second || reachedFrom(Second).test(First);
}

bool Ways::isFurtherDown(uint32_t From, uint32_t To) {
  return !leadsBack(From, To) && PlaceOf[From] >= Begin &&
         PlaceOf[To] > PlaceOf[From];
}

bool Ways::isBehind(uint32_t From, uint32_t To) {
  if (leadsBack(From, To))
    return false;
  const uint32_t First = NodeOf[From], Second = NodeOf[To];
  // From a loop all ways lead on, also those that leave it in front.
  const llvm::BitVector &Onward = reachedFrom(First);
  return Onward.test(Second) && !Onward.test(First);
}

void LastEffects::note(const sm::Issue &E) {
  assert(E.W.number() < Last.size() && "a warp of another CTA");
  sm::Gathering::forEach(E.Executing, [&](unsigned Lane) {
    Last[E.W.number()][Lane] = E.Index + 1;
  });
}

uint32_t LastEffects::around(Ways &W, uint32_t Meeting, unsigned Warp,
                             uint32_t Among, uint32_t Awaited) const {
  uint32_t Around = 0;
  sm::Gathering::forEach(Among, [&](unsigned Lane) {
    const uint32_t Effect = Last[Warp][Lane];
    if (!Effect)
      return;
    const bool IsAround =
        W.isBehind(Meeting, Effect - 1) ||
        ((Awaited >> Lane & 1) && W.isFurtherDown(Meeting, Effect - 1));
    Around |= uint32_t(IsAround) << Lane;
  });
  return Around;
}

} // namespace heddle::sanitize
