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
    ShadowMemory Shared;
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
    /// Of the lane.
    unsigned Lane = 0;
    unsigned Thread = 0;
    AccessRef Ref = 0;
    /// Its number; 0: none so far.
    uint32_t Id = 0;
    AccessEvent Event = {};
    /// Lanes write to one place, which was reported.
    bool IsTogether = false;
  };

  static constexpr unsigned EventSlots = 32;

  Note noteOf(const sm::DecodedInst &I) const;
  void sync(const sm::Issue &E, const Note &N, CtaState &C);
  void meet(const sm::Issue &E, const object::SyncOperation &O, CtaState &C);
  void access(const sm::Issue &E, const sm::MemoryAccess &A, uint8_t Flags,
              const object::SyncOperation *Operation, CtaState &C);
  void order(Now &N, const object::SyncOperation &O);
  void select(Now &N);
  uint32_t skipBroadcast(const sm::MemoryAccess &A, uint32_t Mask) const;
  /// Checks lines that lanes access word by word; the lanes that are left.
  uint32_t skipLines(Now &N, uint32_t Mask);
  bool checkLine(Now &N, unsigned First);
  bool uniteLine(Now &N, ShadowLine &Line);
  void check(Now &N);
  void checkWrite(Now &N, ShadowCell &Cell, uint64_t Address);
  void checkOther(Now &N, ShadowCell &Cell, uint64_t Address);
  void remember(Now &N, ShadowCell &Cell, uint64_t Address);
  void displace(const Now &N, ShadowCell &Cell) const;
  /// Whether \p Old loses nothing when the access takes its place.
  bool replaces(const Now &N, AccessRef Old) const;
  /// Reports lanes of one store that write to the same place; whether some do.
  bool checkTogether(const sm::Issue &E, const sm::MemoryAccess &A,
                     uint32_t Mask);
  bool isOrdered(const Now &N, AccessRef Ref, const AccessEvent &Other) const;
  /// Two that are not weak, and each in the scope of the other.
  bool agrees(const Now &N, const AccessEvent &Other) const;
  bool conflicts(const Now &N, AccessRef Other) const;
  /// Reports where the access races with \p Other.
  void meets(const Now &N, AccessRef Other);
  uint32_t eventFor(const AccessEvent &E, CtaState &C);
  void sweep();
  void freeHeap(const sm::Issue &E);

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
  /// Whether threads of a CTA are ordered by other means than barriers of all,
  /// or a cell has accesses of several kinds: then the cells must have all.
  bool IsFine = false;
  std::vector<Note> Notes;
  AccessEvents Events;
  /// Events that make a sweep worth its time.
  uint32_t NextSweep = 0;
  ShadowMemory Global;
  ReleaseMap Released;
  llvm::DenseMap<uint64_t, std::unique_ptr<CtaState>> Ctas;
  CtaState *LastCta = nullptr;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_RACECHECKER_H
