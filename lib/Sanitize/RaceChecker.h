//===- RaceChecker.h - Accesses that nothing orders -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each cell of shadow memory has the last weak write, and what was accessed
/// since then by others. An access is held against those that it does not go
/// together with: it races with one that its thread knows nothing of.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_RACECHECKER_H
#define HEDDLE_LIB_SANITIZE_RACECHECKER_H

#include "CtaClocks.h"
#include "Meetings.h"
#include "ShadowMemory.h"
#include "heddle/Sanitize/Checkers.h"

namespace heddle::sanitize {

class RaceChecker final : public sm::Observer {
public:
  RaceChecker(const CheckOptions &Opts, Findings &Found)
      : Options(Opts), To(Found) {}

  void startLaunch(const sm::LaunchView &L) override;
  void endLaunch() override;
  void startCta(const sm::Cta &C) override;
  void endCta(const sm::Cta &C) override;
  bool needs(uint32_t Index) const override { return Notes[Index].Matters; }
  void issue(const sm::Issue &E) override;
  void barrierReleased(const sm::Cta &C, unsigned Barrier) override;

private:
  /// What the checker has to know of an instruction.
  struct Note {
    /// Of its own access; operands are weak reads.
    uint8_t Flags = 0;
    bool Matters = false;
    /// Null: it is weak.
    const object::SyncOperation *Operation = nullptr;
  };
  struct CtaState {
    CtaState(uint64_t Cta, unsigned NumWarps, bool InLockStep)
        : Clocks(Cta, NumWarps, InLockStep), Members(NumWarps),
          LastEvents(size_t(NumWarps) * EventSlots, 0) {}

    CtaClocks Clocks;
    Meetings Members;
    /// Before these, a barrier of all, or the CTA's start, has ordered
    /// everything in shared memory with what comes.
    AccessRef Past = 0;
    /// Since then.
    Span Since = 0;
    std::unique_ptr<ShadowMemory> Shared;
    ReleaseMap Released;
    /// By warp and instruction, to use them again.
    std::vector<uint32_t> LastEvents;
  };
  /// An access of one lane that is being looked at.
  struct Now {
    const sm::Issue &E;
    const sm::MemoryAccess &A;
    CtaState &Cta;
    ShadowMemory &Shadow;
    /// References that are less are ordered with the access.
    AccessRef Past = 1;
    /// Of the event.
    AccessKindId Kind = WeakRead;
    /// Addresses from \c From to \c End are no fault.
    uint64_t From = 0, End = ~uint64_t(0);
    /// Of the lane.
    unsigned Lane = 0;
    unsigned Thread = 0;
    AccessRef Ref = 0;
    /// Its number; 0: none so far.
    uint32_t Id = 0;
    AccessEvent Event = {};
    /// Lanes write to one place, which was reported.
    bool IsTogether = false;

    bool isValid(uint64_t Address) const {
      return !(Address & (A.Bytes - 1)) && Address >= From &&
             Address + A.Bytes <= End;
    }
  };

  static constexpr unsigned EventSlots = 32;
  static constexpr uint32_t FewEvents = 1 << 14;

  Note noteOf(const sm::DecodedInst &I) const;
  void startSpan(CtaState &C);
  void sync(const sm::Issue &E, const Note &N, CtaState &C);
  void meet(const sm::Issue &E, const object::SyncOperation &O, CtaState &C);
  uint32_t eventFor(const AccessEvent &E, CtaState &C);
  void sweep();
  void freeHeap(const sm::Issue &E);

  // In RaceAccess.cpp: which lanes are looked at, and how.
  void access(const sm::Issue &E, const sm::MemoryAccess &A, const Note &N,
              bool IsOperand, CtaState &C);
  void order(Now &N, const object::SyncOperation &O);
  void select(Now &N);
  uint32_t skipBroadcast(const sm::MemoryAccess &A, uint32_t Mask) const;
  /// Checks lines that lanes access word by word; the lanes that are left.
  uint32_t checkLines(Now &N, uint32_t Mask);
  /// Checks words that have a cell each, as long as nothing is found; the lanes
  /// that are left.
  uint32_t checkWords(Now &N, uint32_t Mask);
  /// Whether all lanes of a warp know the same of all others.
  bool actsAsOne(const CtaState &C, unsigned Warp) const {
    return InLockStep || (!IsFine && C.Clocks.isUniform(Warp));
  }
  /// Reports lanes of one store that write to the same place; whether some do.
  bool checkTogether(const sm::Issue &E, const sm::MemoryAccess &A,
                     uint32_t Mask);

  // In RaceCells.cpp: an access is held against cells.
  bool checkLine(Now &N, ShadowLine &Line);
  bool uniteLine(Now &N, ShadowLine &Line);
  bool checkWord(Now &N, ShadowCell &Cell) const;
  bool putInto(const Now &N, ShadowCell &Cell) const;
  void check(Now &N);
  void checkWrite(Now &N, ShadowCell &Cell, uint64_t Address);
  /// Whether two others stand for the access.
  bool checkOther(Now &N, ShadowCell &Cell, uint64_t Address);
  bool remember(Now &N, ShadowCell &Cell, uint64_t Address);
  /// Lets two accesses of a kind stand for \p N, too.
  void displace(const Now &N, AccessRef &First, AccessRef &Second) const;
  /// When the two reads of \p Cell stand for all of the kind of \p N.
  std::optional<Span> settledIn(const Now &N, const ShadowCell &Cell) const;
  /// Whether \p Old loses nothing when the access takes its place.
  bool replaces(const Now &N, AccessRef Old) const;
  static bool isWeakWrite(const Now &N) {
    return (N.Event.Flags & (IsWrite | IsStrong)) == IsWrite;
  }
  bool isOrdered(const Now &N, AccessRef Ref, const AccessEvent &Other) const;
  /// Two that are not weak, and each in the scope of the other.
  bool agrees(const Now &N, const AccessEvent &Other) const;
  bool conflicts(const Now &N, AccessRef Ref) const {
    return Ref >= N.Past && mayConflict(N, Ref);
  }
  /// The same of a reference that is not past.
  bool mayConflict(const Now &N, AccessRef Ref) const;
  bool anyConflicts(const Now &N, const ShadowCell &Cell) const {
    return conflicts(N, Cell.Write) || conflicts(N, Cell.Others[0]) ||
           conflicts(N, Cell.Others[1]);
  }
  /// Reports where the access races with \p Other.
  void meets(const Now &N, AccessRef Other);

  // In RaceReport.cpp.
  void report(const Now &N, AccessRef Other);
  void reportTogether(const sm::Issue &E, const sm::MemoryAccess &A,
                      unsigned Lane, unsigned Other);
  Finding describe(const sm::Issue &E, const sm::MemoryAccess &A, unsigned Lane,
                   Rule R) const;
  std::string missing(const Now &N, const AccessEvent &Other) const;
  uint64_t valueBefore(const sm::Issue &E, const sm::MemoryAccess &A,
                       unsigned Lane) const;
  uint64_t valueStored(const sm::Issue &E, unsigned Lane) const;
  std::array<uint32_t, 2> linesOf(uint32_t First, uint32_t Second) const;

  const CheckOptions Options;
  Findings &To;
  std::optional<sm::LaunchView> Launch;
  bool InLockStep = true;
  /// Whether threads are ordered by other means than barriers of all of their
  /// CTA: then cells must have all accesses.
  bool IsFine = false;
  /// Whether flags pass on what a thread knows.
  bool HasReleases = false;
  std::vector<Note> Notes;
  AccessEvents Events;
  /// Events that make a sweep worth its time.
  uint32_t NextSweep = 0;
  Span LastSpan = 0;
  ShadowMemory Global;
  /// Of CTAs that have ended.
  std::vector<std::unique_ptr<ShadowMemory>> Idle;
  ReleaseMap Released;
  llvm::DenseMap<uint64_t, std::unique_ptr<CtaState>> Ctas;
  CtaState *LastCta = nullptr;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_RACECHECKER_H
