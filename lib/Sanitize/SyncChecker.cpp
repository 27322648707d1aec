//===- SyncChecker.cpp - Barriers and exchanges of some -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a warp with one program counter does though the PTX does not define it:
/// barriers in divergent code, and exchanges with lanes that are elsewhere.
///
//===----------------------------------------------------------------------===//

#include "Meetings.h"
#include "Places.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Sanitize/Checkers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include <optional>

namespace heddle::sanitize {

using object::SyncOperation;
using sm::Issue;
using sm::Lanes;

namespace {

std::string hex(uint32_t Mask) {
  return "0x" + llvm::utohexstr(Mask, /*LowerCase=*/true);
}

unsigned firstOf(uint32_t Mask) { return unsigned(llvm::countr_zero(Mask)); }

class SyncChecker final : public sm::Observer {
public:
  explicit SyncChecker(Findings &Found) : To(Found) {}

  void startLaunch(const sm::LaunchView &L) override;
  void endLaunch() override;
  void startCta(const sm::Cta &C) override {
    Ctas[C.number()] = std::make_unique<CtaState>(C.numWarps());
  }
  void endCta(const sm::Cta &C) override {
    missedMeetings(C.number(), *Ctas[C.number()]);
    Ctas.erase(C.number());
  }
  bool needs(uint32_t Index) const override { return Operations[Index]; }
  unsigned takesIn() const override { return 0; }
  void issue(const Issue &E) override;
  void barrierReleased(const sm::Cta &C, unsigned Barrier) override;

private:
  /// Lanes of a warp wait at a barrier.
  struct Waiting {
    unsigned Warp;
    uint32_t Index;
    uint32_t Executing;
    /// They are not all of the warp that can come.
    bool IsApart;
  };
  struct BarrierState {
    llvm::SmallVector<Waiting, 4> Places;
    bool IsOfAll = false;
  };
  struct CtaState {
    explicit CtaState(unsigned NumWarps)
        : Members(NumWarps), Parted(NumWarps) {}

    std::array<BarrierState, sm::NumBarriers> Barriers;
    Meetings Members;
    /// By warp.
    std::vector<PartedMeetings> Parted;
  };

  void barrier(const Issue &E, const SyncOperation &O, CtaState &C);
  void lanesDisagree(const Issue &E);
  void comesWithout(const sm::Cta &C, const Waiting &P, uint32_t Exited);
  /// The lanes that take part elsewhere, or may yet.
  uint32_t meeting(const Issue &E, const SyncOperation &O, CtaState &C);
  uint32_t meetsOtherSide(const Issue &E, uint32_t Members, unsigned Lane,
                          CtaState &C);
  void missed(llvm::ArrayRef<PartedMeetings::Meeting> Meetings, uint64_t Cta,
              unsigned Warp);
  void missedMeetings(uint64_t Cta, const CtaState &C);
  void elsewhere(const PartedMeetings::Meeting &M, uint64_t Cta, unsigned Warp);
  /// What a shuffle reads from a lane that neither executes it nor is one of
  /// \p Others.
  std::optional<PartedMeetings::Read> strayRead(const Issue &E,
                                                uint32_t Others) const;
  void readsStray(uint32_t Index, uint64_t Cta, unsigned Warp,
                  const PartedMeetings::Read &R);
  /// Warps that wait for all of the CTA, each at a barrier of its own.
  void waitsApart(uint64_t Cta, const CtaState &C);
  /// A finding of the instruction at \p Index by a thread.
  void add(Rule R, uint32_t Index, uint64_t Cta, unsigned Thread,
           llvm::StringRef What, std::string Message, std::string Missing,
           std::optional<std::pair<uint32_t, unsigned>> Other = {});
  void add(Rule R, const Issue &E, unsigned Lane, std::string Message,
           std::string Missing);
  std::pair<uint32_t, uint32_t> placeOf(uint32_t Index) const;

  Findings &To;
  std::optional<sm::LaunchView> Launch;
  /// By index into the program; null for those that do not matter.
  std::vector<const SyncOperation *> Operations;
  llvm::DenseMap<uint64_t, std::unique_ptr<CtaState>> Ctas;
  /// Whether lanes may meet in two branches.
  bool MayPart = false;
};

} // namespace

static std::string nameOf(const SyncOperation &O) {
  switch (O.Kind) {
  case SyncOperation::Barrier:
    return "barrier";
  case SyncOperation::WarpBarrier:
    return "bar.warp.sync";
  case SyncOperation::Exchange:
    return "exchange";
  case SyncOperation::Access:
  case SyncOperation::Atomic:
  case SyncOperation::Fence:
  case SyncOperation::ActiveMask:
    break;
  }
  llvm_unreachable("not looked at");
}

std::pair<uint32_t, uint32_t> SyncChecker::placeOf(uint32_t Index) const {
  object::LineEntry L = Launch->P.Kernel.lineOf(Launch->P.Code[Index].Address);
  return {L.Line, L.Column};
}

void SyncChecker::startLaunch(const sm::LaunchView &L) {
  Launch.emplace(L);
  Operations.assign(L.P.Code.size(), nullptr);
  if (!L.P.Module.Operations)
    return;
  MayPart = L.P.Module.Operations->Target >= FirstIndependentTarget;
  for (uint32_t N = 0; N != L.P.Code.size(); ++N) {
    auto [Line, Column] = placeOf(N);
    const SyncOperation *O = L.P.Module.Operations->find(Line, Column);
    if (!O)
      continue;
    const sm::DecodedInst &I = L.P.Code[N];
    if (O->Kind == SyncOperation::Barrier ? I.isBarrier()
                                          : isMeeting(L.P, I, *O))
      Operations[N] = O;
  }
}

void SyncChecker::endLaunch() {
  for (const auto &[Number, C] : Ctas) {
    missedMeetings(Number, *C);
    waitsApart(Number, *C);
  }
  Ctas.clear();
  Launch.reset();
}

void SyncChecker::add(Rule R, uint32_t Index, uint64_t Cta, unsigned Thread,
                      llvm::StringRef What, std::string Message,
                      std::string Missing,
                      std::optional<std::pair<uint32_t, unsigned>> Other) {
  const sm::Program &P = Launch->P;
  uint32_t Second = Other ? Other->first : Index;
  To.add(R, P.Kernel.Info.Name, Index, Second,
         {lineAt(*Launch, Index), lineAt(*Launch, Second)}, [&] {
           Finding F;
           F.TheRule = R;
           F.Kernel = P.Kernel.Info.Name;
           F.Message = std::move(Message);
           F.Missing = std::move(Missing);
           F.Sides.push_back(sideAt(*Launch, Index, Cta, Thread));
           F.SourceName = F.Sides.front().File;
           F.Sides.back().What = What.str();
           if (Other) {
             F.Sides.push_back(sideAt(*Launch, Second, Cta, Other->second));
             F.Sides.back().What = What.str();
           }
           return F;
         });
}

void SyncChecker::add(Rule R, const Issue &E, unsigned Lane,
                      std::string Message, std::string Missing) {
  add(R, E.Index, E.W.cta().number(), E.W.number() * Lanes + Lane,
      nameOf(*Operations[E.Index]), std::move(Message), std::move(Missing));
}

void SyncChecker::issue(const Issue &E) {
  const SyncOperation *O = Operations[E.Index];
  if (!O || !E.Executing)
    return;
  CtaState &C = *Ctas[E.W.cta().number()];
  if (O->Kind == SyncOperation::Barrier)
    return barrier(E, *O, C);
  uint32_t Others = meeting(E, *O, C);
  if (E.I.Op == sm::Operation::ExchangeShuffle)
    if (auto Read = strayRead(E, Others))
      readsStray(E.Index, E.W.cta().number(), E.W.number(), *Read);
}

/// Of warp \p W, those that are in strands without the turn.
static uint32_t lanesApart(const sm::Warp &W) {
  uint32_t Apart = 0;
  for (const sm::Strand &S : W.apart())
    Apart |= S.lanes();
  return Apart & W.live();
}

static constexpr char ExitBehind[] =
    "threads without work should come to the barrier, and exit behind it";

/// Lanes of a warp come to a barrier to which those in \p Exited do not.
void SyncChecker::comesWithout(const sm::Cta &C, const Waiting &P,
                               uint32_t Exited) {
  add(Rule::SyncExited, P.Index, C.number(),
      P.Warp * Lanes + firstOf(P.Executing), "barrier",
      "barrier that lanes " + hex(Exited) + " of warp " +
          std::to_string(P.Warp) + " do not come to, because they have exited",
      ExitBehind);
}

/// Reports lanes that come to an instruction with barriers of their own, or
/// with counts.
void SyncChecker::lanesDisagree(const Issue &E) {
  if (E.I.Sub[2] == sm::BarrierFixed)
    return;
  const sm::LaneContext &L = E.W.lanes();
  const unsigned First = firstOf(E.Executing);
  auto Look = [&](unsigned Source, llvm::StringRef What) {
    const uint32_t *Row =
        L.Base[E.I.Src[Source].Base] + size_t(E.I.Src[Source].Row) * Lanes;
    for (uint32_t Rest = E.Executing; Rest; Rest &= Rest - 1) {
      const unsigned Lane = firstOf(Rest);
      if (Row[Lane] == Row[First])
        continue;
      add(Rule::SyncDifferent, E, Lane,
          ("lanes of warp " + llvm::Twine(E.W.number()) +
           " come to a barrier with different " + What + ": lane " +
           llvm::Twine(First) + " with " + llvm::Twine(Row[First]) +
           ", and lane " + llvm::Twine(Lane) + " with " +
           llvm::Twine(Row[Lane]))
              .str(),
          "all lanes of a warp must name one barrier and one count; what the "
          "first says counts here");
      return true;
    }
    return false;
  };
  if (!Look(0, "numbers") && E.I.Sub[2] == sm::BarrierOfSome)
    Look(1, "counts of threads");
}

void SyncChecker::barrier(const Issue &E, const SyncOperation &O, CtaState &C) {
  lanesDisagree(E);
  sm::BarrierCall Call = E.W.barrierCall(E.I, E.Executing);
  // Another number is a fault.
  if (Call.Id >= sm::NumBarriers)
    return;
  const uint32_t Apart = lanesApart(E.W);
  const Waiting Here = {E.W.number(), E.Index, E.Executing, Apart != 0};
  uint32_t Absent = E.W.live() & ~E.Executing & ~Apart;
  uint32_t Leaving = leavingLanes(E.W, Launch->P, Absent);
  uint32_t Exited = (E.W.valid() & ~E.W.live()) | Leaving;
  Absent &= ~Leaving;
  if (O.IsAligned && Absent)
    add(Rule::SyncDivergent, E, firstOf(E.Executing),
        "barrier in divergent code: of warp " + std::to_string(E.W.number()) +
            " lanes " + hex(E.Executing) + " come to it, and lanes " +
            hex(Absent) + " do not",
        "all lanes of a warp must come to a barrier together: it belongs where "
        "they have met again");
  else if (O.IsAligned && Exited)
    comesWithout(E.W.cta(), Here, Exited);
  BarrierState &B = C.Barriers[Call.Id];
  B.IsOfAll = Call.Count == 0;
  if (Call.Kind != sm::BarrierKind::Arrive)
    B.Places.push_back(Here);
}

void SyncChecker::barrierReleased(const sm::Cta &C, unsigned Barrier) {
  BarrierState B = std::exchange(Ctas[C.number()]->Barriers[Barrier], {});
  // Of a warp that runs apart, others may have exited meanwhile.
  for (const Waiting &P : B.Places) {
    const sm::Warp &W = C.warp(P.Warp);
    if (uint32_t Exited = W.valid() & ~W.live();
        P.IsApart && Exited && Operations[P.Index]->IsAligned)
      comesWithout(C, P, Exited);
  }
  if (!B.IsOfAll || B.Places.empty())
    return;
  const Waiting &First = B.Places.front();
  for (const Waiting &P : B.Places)
    if (placeOf(P.Index) != placeOf(First.Index))
      add(Rule::SyncDifferent, P.Index, C.number(),
          P.Warp * Lanes + firstOf(P.Executing), "barrier",
          (P.Warp == First.Warp ? "lanes of warp " + std::to_string(P.Warp)
                                : "warps " + std::to_string(First.Warp) +
                                      " and " + std::to_string(P.Warp)) +
              " wait for each other at barrier " + std::to_string(Barrier) +
              " at different places",
          "a barrier of all threads belongs where all of them come by",
          std::pair(First.Index,
                    First.Warp * Lanes + firstOf(First.Executing)));
  for (unsigned N = 0; N != C.numWarps(); ++N)
    if (C.warp(N).state() == sm::WarpState::Done) {
      add(Rule::SyncExited, First.Index, C.number(),
          First.Warp * Lanes + firstOf(First.Executing), "barrier",
          "barrier that warp " + std::to_string(N) +
              " does not come to, because it has exited",
          ExitBehind);
      return;
    }
}

void SyncChecker::waitsApart(uint64_t Cta, const CtaState &C) {
  const Waiting *First = nullptr;
  unsigned FirstId = 0;
  for (unsigned Id = 0; Id != sm::NumBarriers; ++Id) {
    const BarrierState &B = C.Barriers[Id];
    if (!B.IsOfAll || B.Places.empty())
      continue;
    const Waiting &P = B.Places.front();
    if (First)
      add(Rule::SyncDifferent, P.Index, Cta,
          P.Warp * Lanes + firstOf(P.Executing), "barrier",
          "warp " + std::to_string(First->Warp) + " waits at barrier " +
              std::to_string(FirstId) + " and warp " + std::to_string(P.Warp) +
              " at barrier " + std::to_string(Id) + ", both for all threads",
          "a barrier of all threads must have one number in all of them",
          std::pair(First->Index,
                    First->Warp * Lanes + firstOf(First->Executing)));
    else
      First = &P, FirstId = Id;
  }
}

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

/// What nobody came to from another side.
void SyncChecker::missed(llvm::ArrayRef<PartedMeetings::Meeting> Meetings,
                         uint64_t Cta, unsigned Warp) {
  for (const PartedMeetings::Meeting &M : Meetings)
    for (uint64_t N = 0; N != M.Count; ++N)
      elsewhere(M, Cta, Warp);
}

void SyncChecker::missedMeetings(uint64_t Cta, const CtaState &C) {
  for (unsigned Warp = 0; Warp != C.Parted.size(); ++Warp)
    missed(C.Parted[Warp].list(), Cta, Warp);
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

uint32_t SyncChecker::meeting(const Issue &E, const SyncOperation &O,
                              CtaState &C) {
  const std::string Name = nameOf(O);
  if (O.IsOfActive && O.Kind == SyncOperation::WarpBarrier)
    add(Rule::SyncActiveMask, E, firstOf(E.Executing),
        "bar.warp.sync of the lanes that activemask happened to see",
        "activemask says which lanes run together, not which should: the mask "
        "must come from the condition that they have in common");
  std::optional<MemberMasks> Masks = C.Members.membersAt(E, O);
  if (!Masks)
    return 0;
  uint32_t Missed = 0, Named = 0;
  for (uint32_t Rest = E.Executing; Rest; Rest &= Rest - 1) {
    unsigned Lane = firstOf(Rest);
    Named |= (*Masks)[Lane];
    if (!((*Masks)[Lane] >> Lane & 1))
      Missed |= uint32_t(1) << Lane;
  }
  if (Missed) {
    add(Rule::SyncMask, E, firstOf(Missed),
        Name + " with member mask " + hex((*Masks)[firstOf(Missed)]) +
            ", which misses lanes " + hex(Missed) + " that execute it",
        "each lane that executes it must be a member");
    return 0;
  }
  if (PartedMeetings &Parted = C.Parted[E.W.number()]; !Parted.empty())
    missed(Parted.giveUp(E.Executing), E.W.cta().number(), E.W.number());
  uint32_t Absent = Named & E.W.live() & ~E.Executing;
  Absent &= ~leavingLanes(E.W, Launch->P, Absent);
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
      if (E.I.Op == sm::Operation::ExchangeShuffle)
        M.Stray = strayRead(E, 0);
      C.Parted[E.W.number()].open(M);
      return Absent;
    }
    for (uint32_t Here = Mask & E.Executing; Here; Here &= Here - 1)
      if (unsigned Other = firstOf(Here); (*Masks)[Other] != Mask) {
        add(Rule::SyncMask, E, Lane,
            Name + " in which lane " + std::to_string(Lane) +
                " has member mask " + hex(Mask) + ", and lane " +
                std::to_string(Other) + ", a member, has " +
                hex((*Masks)[Other]),
            "all members must have the same mask");
        return 0;
      }
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

std::unique_ptr<sm::Observer> makeSyncChecker(Findings &To) {
  return std::make_unique<SyncChecker>(To);
}

} // namespace heddle::sanitize
