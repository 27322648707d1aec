//===- SyncChecker.h - Barriers and exchanges of some -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds synchronization that a warp with one program counter survives though
/// the PTX does not define it: barriers in divergent code, and exchanges with
/// lanes that are elsewhere.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_SYNCCHECKER_H
#define HEDDLE_LIB_SANITIZE_SYNCCHECKER_H

#include "Bypasses.h"
#include "Meetings.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Sanitize/Checkers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <optional>

namespace heddle::sanitize {

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
    wordsEnd(C);
    Ctas.erase(C.number());
  }
  bool needs(uint32_t Index) const override {
    return Operations[Index] || hasEffect(Index) || Inits.test(Index) ||
           Invals.test(Index) || isWord(Launch->P.Code[Index]);
  }
  unsigned takesIn() const override { return Turns; }
  void turn(const sm::Warp &W) override;
  void issue(const sm::Issue &E) override;
  void barrierReleased(const sm::Cta &C, unsigned Barrier) override;

private:
  /// Lanes of a warp wait at a barrier.
  struct Waiting {
    unsigned Warp;
    uint32_t Index;
    uint32_t Executing;
    /// Whether other lanes of the warp can still come.
    bool IsApart;
  };
  struct BarrierState {
    llvm::SmallVector<Waiting, 4> Places;
    bool IsOfAll = false;
  };
  struct CtaState {
    explicit CtaState(unsigned NumWarps)
        : Members(NumWarps), Parted(NumWarps), Awaited(NumWarps),
          Effects(NumWarps) {}

    std::array<BarrierState, sm::NumBarriers> Barriers;
    Meetings Members;
    /// By warp.
    std::vector<PartedMeetings> Parted;
    /// By warp and lane: those that were elsewhere, with more to do than to
    /// exit, when the lane came to the meeting that it is at.
    std::vector<MemberMasks> Awaited;
    LastEffects Effects;
  };

  // In SyncBarriers.cpp.
  void barrier(const sm::Issue &E, const object::SyncOperation &O, CtaState &C);
  void lanesDisagree(const sm::Issue &E);
  void comesWithout(const sm::Cta &C, const Waiting &P, uint32_t Exited);
  void waitsAtDifferent(const sm::Cta &C, unsigned Barrier,
                        const BarrierState &B);
  /// Warps that wait for all of the CTA, each at a barrier of its own.
  void waitsApart(uint64_t Cta, const CtaState &C);

  // In SyncWords.cpp.
  /// Whether \p I changes an mbarrier, or waits on one.
  static bool isWord(const sm::DecodedInst &I);
  void word(const sm::Issue &E);
  /// An mbarrier is made, or becomes ordinary memory again.
  void wordBegins(const sm::Issue &E, bool IsInit);
  /// The block of mbarriers has ended: reports those that still count bytes.
  void wordsEnd(const sm::Cta &C);

  // In SyncMeetings.cpp.
  /// The lanes that take part elsewhere, or may yet.
  uint32_t meeting(const sm::Issue &E, const object::SyncOperation &O,
                   CtaState &C);
  /// Reports lanes whose masks miss themselves; returns whether there are some.
  bool anyMissesItself(const sm::Issue &E, const MemberMasks &Masks);
  /// Reports a member of the mask of \p Lane that has another mask; returns
  /// whether there is one.
  bool anyDiffers(const sm::Issue &E, const MemberMasks &Masks, unsigned Lane);
  uint32_t meetsOtherSide(const sm::Issue &E, uint32_t Members, unsigned Lane,
                          CtaState &C);
  void missed(llvm::ArrayRef<PartedMeetings::Meeting> Meetings, uint64_t Cta,
              unsigned Warp);
  void missedMeetings(uint64_t Cta, CtaState &C);
  void elsewhere(const PartedMeetings::Meeting &M, uint64_t Cta, unsigned Warp);
  /// Takes the lanes that those of \p E have waited for.
  static uint32_t takeAwaited(const sm::Issue &E, CtaState &C);
  /// The lanes of \p Named that do not come to the meeting \p E, which has
  /// waited for \p Awaited.
  uint32_t absentFrom(const sm::Issue &E, uint32_t Named, uint32_t Awaited,
                      const CtaState &C);
  /// Whether others see that the instruction at \p Index is executed, where it
  /// matters what members do that do not come to a meeting.
  bool hasEffect(uint32_t Index) const {
    return !HasEffect.empty() && HasEffect.test(Index);
  }
  void findEffects();
  /// Reports a vote that the lanes of \p E meet another one with.
  void meetsOtherVote(const sm::Issue &E, const object::SyncOperation &O);
  /// The read of a shuffle from a lane that neither executes it nor is one of
  /// \p Others.
  std::optional<PartedMeetings::Read> strayRead(const sm::Issue &E,
                                                uint32_t Others) const;
  void readsStray(uint32_t Index, uint64_t Cta, unsigned Warp,
                  const PartedMeetings::Read &R);

  // In SyncChecker.cpp.
  /// A finding of the instruction at \p Index by a thread.
  void add(Rule R, uint32_t Index, uint64_t Cta, unsigned Thread,
           llvm::StringRef What, std::string Message, std::string Missing,
           std::optional<std::pair<uint32_t, unsigned>> Other = {});
  void add(Rule R, const sm::Issue &E, unsigned Lane, std::string Message,
           std::string Missing);
  std::pair<uint32_t, uint32_t> placeOf(uint32_t Index) const;
  /// "barrier", "exchange"
  static std::string nameOf(const object::SyncOperation &O);
  static std::string hex(uint32_t Mask) {
    return "0x" + llvm::utohexstr(Mask, /*LowerCase=*/true);
  }
  static unsigned firstOf(uint32_t Mask) {
    return unsigned(llvm::countr_zero(Mask));
  }

  Findings &To;
  std::optional<sm::LaunchView> Launch;
  /// By index into the program; null for those that do not matter.
  std::vector<const object::SyncOperation *> Operations;
  llvm::BitVector HasEffect;
  /// Where HasEffect is not empty.
  std::optional<Ways> WaysOn;
  llvm::DenseMap<uint64_t, std::unique_ptr<CtaState>> Ctas;
  /// Whether lanes may meet in two branches.
  bool MayPart = false;
  struct Telling {
    uint64_t Cta = 0;
    std::pair<uint32_t, unsigned> IndexAndThread;
  };
  /// The last change of each mbarrier, by its place in the host's memory.
  llvm::DenseMap<uint64_t, Telling> LastTold;
  /// By the same place, who made the mbarrier that is there.
  llvm::DenseMap<uint64_t, Telling> Made;
  /// The instructions that make mbarriers, and that end them.
  llvm::BitVector Inits, Invals;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_SYNCCHECKER_H
