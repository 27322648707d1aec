//===- SyncMeetings.cpp - Who takes part in exchanges ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncChecker.h"
#include "heddle/ABI/ExchangeOps.inc"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <utility>

namespace heddle::sanitize {

using object::SyncOperation;
using sm::Issue;
using sm::Lanes;

/// Whether the lanes come to what others, on the other side of a branch, came
/// to before.
uint32_t SyncChecker::meetsOtherSide(const Issue &E, uint32_t Members,
                                     unsigned Lane, CtaState &C) {
  const unsigned Warp = E.W.number();
  std::optional<PartedMeetings::Meeting> Other =
      C.Parted[Warp].answer(Launch->P, E.Index, E.Executing, Members);
  if (!Other)
    return 0;
  const SyncOperation &O = *Operations[E.Index];
  assert(Operations[Other->Index] &&
         "lanes of another branch meet at no meeting");
  const std::string Name = nameOf(O);
  add(Rule::SyncBranches, E.Index, E.W.cta().number(), Warp * Lanes + Lane,
      Name,
      "lanes " + hex(Other->Executing) + " and " + hex(E.Executing & Members) +
          " of warp " + std::to_string(Warp) + " come to " +
          (O.Kind == SyncOperation::Exchange ? "an " : "a ") + Name +
          " with member mask " + hex(Members) + " in two branches",
      "sm_70 and later let them meet; here the branches run one behind the "
      "other, and nobody waits: one " +
          Name + " for both belongs behind the branches",
      std::pair(Other->Index, Warp * Lanes + Other->Lane));
  return Other->Executing;
}

/// Reports meetings to which no lane came from another side.
void SyncChecker::missed(llvm::ArrayRef<PartedMeetings::Meeting> Meetings,
                         uint64_t Cta, unsigned Warp) {
  for (const PartedMeetings::Meeting &M : Meetings)
    for (uint64_t N = 0; N != M.Count; ++N)
      elsewhere(M, Cta, Warp);
}

void SyncChecker::missedMeetings(uint64_t Cta, CtaState &C) {
  for (unsigned Warp = 0; Warp != C.Parted.size(); ++Warp)
    for (PartedMeetings::Meeting M : C.Parted[Warp].list()) {
      M.Elsewhere = C.Effects.around(*WaysOn, M.Index, Warp, M.Elsewhere,
                                     /*Awaited=*/M.Elsewhere);
      if (M.Elsewhere)
        missed(M, Cta, Warp);
    }
}

/// Reports a meeting of which some members are elsewhere.
void SyncChecker::elsewhere(const PartedMeetings::Meeting &M, uint64_t Cta,
                            unsigned Warp) {
  const std::string Name = nameOf(*Operations[M.Index]);
  add(Rule::SyncMask, M.Index, Cta, Warp * Lanes + M.Lane, Name,
      Name + " with member mask " + hex(M.Members) + ", whose lanes " +
          hex(M.Elsewhere) + " are elsewhere",
      "all members must come to it: the mask must be of the lanes that do");
  if (M.Stray)
    readsStray(M.Index, Cta, Warp, *M.Stray);
}

bool SyncChecker::anyMissesItself(const Issue &E, const MemberMasks &Masks) {
  uint32_t Missed = 0;
  for (uint32_t Rest = E.Executing; Rest; Rest &= Rest - 1)
    if (unsigned Lane = firstOf(Rest); !(Masks[Lane] >> Lane & 1))
      Missed |= uint32_t(1) << Lane;
  if (!Missed)
    return false;
  add(Rule::SyncMask, E, firstOf(Missed),
      nameOf(*Operations[E.Index]) + " with member mask " +
          hex(Masks[firstOf(Missed)]) + ", which misses lanes " + hex(Missed) +
          " that execute it",
      "each lane that executes it must be a member");
  return true;
}

bool SyncChecker::anyDiffers(const Issue &E, const MemberMasks &Masks,
                             unsigned Lane) {
  const uint32_t Mask = Masks[Lane];
  for (uint32_t Here = Mask & E.Executing; Here; Here &= Here - 1)
    if (unsigned Other = firstOf(Here); Masks[Other] != Mask) {
      add(Rule::SyncMask, E, Lane,
          nameOf(*Operations[E.Index]) + " in which lane " +
              std::to_string(Lane) + " has member mask " + hex(Mask) +
              ", and lane " + std::to_string(Other) + ", a member, has " +
              hex(Masks[Other]),
          "all members must have the same mask");
      return true;
    }
  return false;
}

void SyncChecker::findEffects() {
  HasEffect.clear();
  WaysOn.reset();
  const sm::Program &P = Launch->P;
  const bool Meets = llvm::any_of(Operations, [](const SyncOperation *O) {
    return O && O->Kind != SyncOperation::Barrier;
  });
  if (!Meets || !(MayPart || P.MeetsAcross))
    return;
  WaysOn.emplace(P);
  HasEffect.resize(unsigned(P.Code.size()));
  for (uint32_t N = 0; N != P.Code.size(); ++N) {
    const sm::DecodedInst &I = P.Code[N];
    const sm::AccessKind OfImage = I.imageAccess();
    HasEffect[N] =
        WaysOn->isPlaced(N) &&
        (Operations[N] || I.isHostCall() ||
         (I.writesMemory() && I.space() != sm::Space::Local) ||
         OfImage == sm::AccessKind::Store || OfImage == sm::AccessKind::Atomic);
  }
}

void SyncChecker::turn(const sm::Warp &W) {
  if (HasEffect.empty() || !Launch->P.MeetsAcross ||
      W.state() != sm::WarpState::Running)
    return;
  const SyncOperation *O = Operations[W.pc()];
  if (!O || O->Kind == SyncOperation::Barrier)
    return;
  const uint32_t AtHand = W.lanesAt(Launch->P.Code[W.pc()]);
  uint32_t Absent = W.live() & ~AtHand;
  if (!Absent)
    return;
  Absent &= ~leavingLanes(W, Launch->P, Absent);
  MemberMasks &Awaited = Ctas[W.cta().number()]->Awaited[W.number()];
  sm::Gathering::forEach(AtHand,
                         [&](unsigned Lane) { Awaited[Lane] |= Absent; });
}

uint32_t SyncChecker::takeAwaited(const Issue &E, CtaState &C) {
  uint32_t Awaited = 0;
  sm::Gathering::forEach(E.Executing, [&](unsigned Lane) {
    Awaited |= std::exchange(C.Awaited[E.W.number()][Lane], uint32_t(0));
  });
  return Awaited;
}

uint32_t SyncChecker::absentFrom(const Issue &E, uint32_t Named,
                                 uint32_t Awaited, const CtaState &C) {
  const sm::Warp &W = E.W;
  Named &= W.valid() & ~(E.Executing | E.Fellows);
  const uint32_t Absent = Named & W.live();
  const uint32_t Leaving = leavingLanes(W, Launch->P, Absent);
  if (HasEffect.empty())
    return Absent & ~Leaving;
  return (Absent & ~Leaving) | C.Effects.around(*WaysOn, E.Index, W.number(),
                                                (Named & ~W.live()) | Leaving,
                                                Awaited & ~W.live());
}

/// Lanes that wait elsewhere have their instruction before them.
void SyncChecker::meetsOtherVote(const Issue &E, const SyncOperation &O) {
  if (O.Vote == SyncOperation::NoVote || !E.Fellows)
    return;
  for (const sm::Strand &S : E.W.apart()) {
    const SyncOperation *Other = Operations[S.PC];
    const uint32_t There = S.AtHand & E.Fellows;
    if (!S.HasMet || !There || !Other || Other->Vote == O.Vote)
      continue;
    add(Rule::SyncDifferent, E.Index, E.W.cta().number(),
        E.W.number() * Lanes + firstOf(E.Executing), nameOf(O),
        "lanes " + hex(E.Executing) + " and " + hex(There) + " of warp " +
            std::to_string(E.W.number()) +
            " meet in two branches, each in another vote",
        "all members must execute the same vote",
        std::pair(S.PC, E.W.number() * Lanes + firstOf(There)));
    return;
  }
}

uint32_t SyncChecker::meeting(const Issue &E, const SyncOperation &O,
                              CtaState &C) {
  const uint32_t Awaited = takeAwaited(E, C);
  std::optional<MemberMasks> Masks = C.Members.membersAt(E, O);
  if (!Masks)
    return 0;
  if (O.IsOfActive)
    add(Rule::SyncActiveMask, E, firstOf(E.Executing),
        nameOf(O) + " of the lanes that activemask happened to see",
        "activemask says which lanes run together, not which should: the mask "
        "must come from the condition that they have in common");
  if (anyMissesItself(E, *Masks))
    return 0;
  if (PartedMeetings &Parted = C.Parted[E.W.number()]; !Parted.empty())
    missed(Parted.giveUp(E.Executing), E.W.cta().number(), E.W.number());
  uint32_t Named = 0;
  for (uint32_t Rest = E.Executing; Rest; Rest &= Rest - 1)
    Named |= (*Masks)[firstOf(Rest)];
  const uint32_t Absent = absentFrom(E, Named, Awaited, C);
  for (uint32_t Rest = E.Executing; Rest; Rest &= Rest - 1) {
    unsigned Lane = firstOf(Rest);
    const uint32_t Mask = (*Masks)[Lane];
    if (uint32_t Others = MayPart ? meetsOtherSide(E, Mask, Lane, C) : 0)
      return Absent | Others;
    if (uint32_t Elsewhere = Mask & Absent) {
      PartedMeetings::Meeting M = {E.Index, Lane, E.Executing & Mask, Mask,
                                   Elsewhere};
      if (!MayPart) {
        elsewhere(M, E.W.cta().number(), E.W.number());
        return 0;
      }
      if (E.I.is(sm::ExchangeOp::Shuffle))
        M.Stray = strayRead(E, 0);
      C.Parted[E.W.number()].open(M);
      return Absent;
    }
    if (anyDiffers(E, *Masks, Lane))
      return 0;
  }
  return 0;
}

/// The lane that \p Lane reads from, if it is within its segment; else itself.
/// As the PTX ISA has it, "shfl.sync".
static unsigned sourceOf(sm::ShuffleKind Kind, unsigned Lane, uint32_t B,
                         uint32_t C) {
  unsigned Clamp = C & 31, Segment = C >> 8 & 31;
  unsigned MinLane = Lane & Segment, MaxLane = MinLane | (Clamp & ~Segment);
  B &= 31;
  switch (Kind) {
  case sm::ShuffleKind::Up:
    return int(Lane) - int(B) >= int(MaxLane) ? Lane - B : Lane;
  case sm::ShuffleKind::Down:
    return Lane + B <= MaxLane ? Lane + B : Lane;
  case sm::ShuffleKind::Butterfly:
    return (Lane ^ B) <= MaxLane ? Lane ^ B : Lane;
  case sm::ShuffleKind::Index: {
    unsigned From = MinLane | (B & ~Segment);
    return From <= MaxLane ? From : Lane;
  }
  }
  llvm_unreachable("covered switch");
}

std::optional<PartedMeetings::Read>
SyncChecker::strayRead(const Issue &E, uint32_t Others) const {
  const sm::LaneContext &L = E.W.lanes();
  auto Row = [&](unsigned N) {
    return L.Base[E.I.Src[N].Base] + size_t(E.I.Src[N].Row) * Lanes;
  };
  for (uint32_t Rest = E.Executing; Rest; Rest &= Rest - 1) {
    unsigned Lane = firstOf(Rest);
    unsigned From =
        sourceOf(sm::ShuffleKind(E.I.Sub[0]), Lane, Row(1)[Lane], Row(2)[Lane]);
    if (!((E.Executing | Others) >> From & 1))
      return PartedMeetings::Read{Lane, From};
  }
  return std::nullopt;
}

void SyncChecker::readsStray(uint32_t Index, uint64_t Cta, unsigned Warp,
                             const PartedMeetings::Read &R) {
  add(Rule::SyncInactive, Index, Cta, Warp * Lanes + R.Lane,
      nameOf(*Operations[Index]),
      "shuffle of lane " + std::to_string(R.Lane) + " reads from lane " +
          std::to_string(R.From) + ", which does not execute it",
      "what it reads is not defined: the lane must take part, or not be "
      "asked");
}

} // namespace heddle::sanitize
