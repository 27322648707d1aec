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
#include "Observations.h"
#include "ShadowMemory.h"
#include "TensorWatch.h"
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
  unsigned takesIn() const override { return 0; }
  void issue(const sm::Issue &E) override;
  void barrierReleased(const sm::Cta &C, unsigned Barrier) override;

private:
  /// The facts on an instruction that the checker needs.
  struct Note {
    /// Flags of its own access; operands are weak reads.
    uint8_t Flags = 0;
    bool Matters = false;
    /// Null: it is weak.
    const object::SyncOperation *Operation = nullptr;
    /// Whose access it is, if not that of the thread.
    AgentKind Agent = AgentKind::NoAgent;
    /// The agent goes by the asynchronous proxy.
    bool IsProxy = false;
  };
  static constexpr uint32_t FewEvents = 1 << 12;
  /// Pages that are found at once: of shared memory all.
  static constexpr unsigned GlobalPages = 512, SharedPages = 8;
  /// The accesses to one memory.
  struct MemoryState {
    explicit MemoryState(unsigned Pages) : Cells(Pages) {}

    ShadowMemory Cells;
    AccessEvents Events;
    Observations Observed;
    /// References that are less are ordered with all that comes.
    AccessRef Past = 1;
    /// Events that make a sweep worth its time.
    uint32_t NextSweep = FewEvents;

    bool isFull() const { return Events.size() >= NextSweep; }
    void sweep();
    void clear();
  };
  /// A finding on lanes of one warp that may still meet in two branches.
  struct HeldFinding {
    unsigned Warp;
    uint32_t First, Second;
    Finding What;
  };
  /// The phase that an mbarrier was in when a thread looked at it, and how many
  /// had been made by then.
  struct Look {
    const uint8_t *Word = nullptr;
    uint64_t Phase = 0, Made = 0;

    bool operator==(const Look &) const = default;
  };
  struct CtaState {
    CtaState(uint64_t Cta, unsigned NumWarps, bool InLockStep)
        : Clocks(Cta, NumWarps, InLockStep), Members(NumWarps),
          LastEvents(size_t(NumWarps) * EventSlots, 0), Parted(NumWarps),
          KnownToMeet(NumWarps, 0), IsUpper(size_t(NumWarps) * sm::Lanes),
          Looks(size_t(NumWarps) * sm::Lanes) {}

    CtaClocks Clocks;
    Meetings Members;
    /// Since a barrier of all, or the CTA's start, which has ordered everything
    /// in shared memory with what comes.
    Span Since = 0;
    std::unique_ptr<MemoryState> Shared;
    ReleaseMap Released;
    /// By warp and instruction, to use them again.
    std::vector<uint32_t> LastEvents;
    /// By warp.
    std::vector<PartedMeetings> Parted;
    /// By warp: lanes in other branches of which it is known that they met.
    std::vector<uint32_t> KnownToMeet;
    std::vector<HeldFinding> Held;
    /// By thread: whether its last atomic of 16 bits, while it goes on, is of
    /// the upper half of a word.
    std::vector<bool> IsUpper;
    /// By thread: its last look at an mbarrier.
    std::vector<Look> Looks;
  };
  /// An access of one lane that is being looked at.
  struct Now {
    const sm::Issue &E;
    const sm::MemoryAccess &A;
    CtaState &Cta;
    MemoryState &Memory;
    /// The members of Memory.
    ShadowMemory &Shadow;
    AccessEvents &Events;
    AccessRef Past;
    /// The kind of the event.
    AccessKindId Kind = WeakRead;
    /// An agent needs a fence for what other proxies have written.
    bool IsProxy = false;
    /// Addresses from \c From to \c End are no fault.
    uint64_t From = 0, End = ~uint64_t(0);
    /// The lane at hand.
    unsigned Lane = 0;
    unsigned Thread = 0;
    AccessRef Ref = 0;
    /// The event's number; 0: none so far.
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

  Note noteOf(const sm::DecodedInst &I) const;
  void startSpan(CtaState &C);
  void sync(const sm::Issue &E, const Note &N, CtaState &C);
  void meet(const sm::Issue &E, const object::SyncOperation &O, CtaState &C);
  uint32_t meetOtherSide(const sm::Issue &E, uint32_t Members,
                         uint32_t Together, CtaState &C);
  void sweep(CtaState &C);
  void callHost(const sm::Issue &E, const Note &N, CtaState &C);
  void wideAtomic(const sm::Issue &E, const Note &N, CtaState &C);
  void freeHeap(const sm::Issue &E);

  // In RaceAccess.cpp: which lanes are looked at, and how.
  void access(const sm::Issue &E, const sm::MemoryAccess &A, const Note &N,
              bool IsOperand, CtaState &C);
  /// The access of an atomic of 16 bits where the machine accesses \p A.
  sm::MemoryAccess halfOf(const sm::Issue &E, const sm::MemoryAccess &A,
                          CtaState &C) const;
  void order(Now &N, const object::SyncOperation &O);
  /// Whether the lane has looked at the mbarrier in this phase: then it learns
  /// nothing that it may rely on.
  bool looksAgain(const Now &N, const sm::MemoryAccess &Whole) const;

  // In RaceClusters.cpp: shared memory that other blocks reach.
  /// \p A, of shared memory, as the others of the cluster would access it.
  static sm::MemoryAccess inWindow(const sm::Issue &E,
                                   const sm::MemoryAccess &A);
  /// The bytes at \p Address of a window; null where there are none.
  static const uint8_t *inCluster(const sm::Issue &E, uint64_t Address,
                                  unsigned Bytes);
  std::string placeText(sm::Space Where, uint64_t Address) const;
  /// Whether some thread of \p C, which ends, knows of an access.
  static bool knowsAtEnd(const CtaState &C, AccessRef Ref,
                         const AccessEvent &Event);
  /// Reports what others have accessed in the memory of \p C, which ends and
  /// does not know of it.
  void endWindow(const sm::Cta &C, const CtaState &State);

  /// The lanes in \p Mask that the access is checked for.
  uint32_t checkedLanes(const Now &N, uint32_t Mask) const;
  /// The clock of the thread N.Thread, or of its agent.
  static uint32_t clockOf(const Now &N);
  void forgetReleases(const Now &N, uint32_t Mask);
  ReleaseMap &releasesOf(const Now &N) {
    return N.A.Where == sm::Space::Shared && !isInCluster(N) ? N.Cta.Released
                                                             : Released;
  }
  /// Whether others reach the shared memory that is accessed.
  static bool isInCluster(const Now &N) {
    return N.E.W.cta().clusterFacts().Size > 1;
  }
  /// The address by which releases at \p Address are known there: a CTA's own
  /// shared memory as others of its cluster see it.
  static uint64_t releaseAddress(const Now &N, uint64_t Address);
  void select(Now &N);
  uint32_t skipBroadcast(const sm::MemoryAccess &A, uint32_t Mask) const;
  /// Checks lines that lanes access one after another, by one, two or four
  /// words each; the lanes that are left.
  uint32_t checkLines(Now &N, uint32_t Mask);
  template <unsigned LaneShift> uint32_t checkLinesBy(Now &N, uint32_t Mask);
  /// Checks words that have a cell each, as long as nothing is found; the lanes
  /// that are left.
  uint32_t checkWords(Now &N, uint32_t Mask);
  /// Whether all lanes of a warp know the same of all others.
  bool actsAsOne(const CtaState &C, unsigned Warp) const {
    return InLockStep || (!IsFine && C.Clocks.isUniform(Warp));
  }
  /// Reports lanes of one store that write to the same place; returns whether
  /// some do.
  bool checkTogether(const sm::Issue &E, const sm::MemoryAccess &A,
                     uint32_t Mask);

  // The functions below are in RaceObservations.cpp: they find what an access
  // has seen of others.
  /// Facts on the line that the last of some lanes has read.
  struct ReadLine {
    uint64_t Number = ~uint64_t(0);
    const ShadowLine *Line = nullptr;
    bool IsSettled = false;
    /// How far apart lane and word are (and the words of a line, to be above 0)
    /// where there is nothing to observe; 0: nowhere that is known.
    unsigned Quiet = 0;
  };
  /// Notes what the accesses of the lanes in \p Mask observe, or hide.
  void observeLanes(Now &N, uint32_t Mask);
  /// Whether the lane, which reads, may see what another thread has written.
  bool mayObserve(const Now &N, ReadLine &Last) const;
  void observe(Now &N);
  void observeUnit(const Now &N, uint64_t Address);
  static StrongAccess strongAccess(const Now &N, const AccessEvent &E,
                                   unsigned Lane);
  /// Whether \p R is the lane's own, or that of another lane of one atomic:
  /// those follow each other.
  bool isOfThis(const Now &N, AccessRef R) const;
  /// The only one whose strong write the lane, which reads, may see, if no
  /// barrier was since then.
  std::optional<StrongAccess> soleWriter(const Now &N, uint64_t Address) const;
  /// Strong writes where the lane writes.
  Observations::OtherWrites otherWrites(const Now &N, uint64_t Address) const;

  // In RaceCells.cpp: an access is held against cells.
  bool checkLine(Now &N, ShadowLine &Line, unsigned LaneShift);
  bool uniteLine(Now &N, ShadowLine &Line, unsigned LaneShift);
  /// Holds a word without further accesses against the access; false: there is
  /// more to do.
  bool checkWord(const Now &N, ShadowCell &Cell) const;
  /// Puts an access that nothing conflicts with where it belongs; false: there
  /// is no place.
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
  // In RaceAgents.cpp: where an agent accesses memory in a thread's stead.
  bool isAgentOrdered(const Now &N, AccessRef Ref, const AccessEvent &Other,
                      bool NeedsFence) const;
  bool isOwnWork(const Now &N, AccessRef Ref, const AccessEvent &Other) const;
  std::string missingOfAgent(const Now &N, AccessRef Ref,
                             const AccessEvent &Other) const;
  void awaitAgents(const sm::Issue &E, const object::SyncOperation &O,
                   CtaState &C);
  /// Looks at what \p E does to tensor memory, or to mbarriers that are told of
  /// products there.
  void tensorMemory(const sm::Issue &E, const Note &N);
  /// Two that are not weak, and each in the scope of the other.
  bool agrees(const Now &N, const AccessEvent &Other) const;
  bool conflicts(const Now &N, AccessRef Ref) const {
    return Ref >= N.Past && mayConflict(N, Ref);
  }
  /// As conflicts(), for a reference that is not past.
  bool mayConflict(const Now &N, AccessRef Ref) const;
  bool anyConflicts(const Now &N, const ShadowCell &Cell) const {
    return conflicts(N, Cell.Write) || conflicts(N, Cell.Others[0]) ||
           conflicts(N, Cell.Others[1]);
  }
  /// Whether the strong write \p Other has been observed by what is ordered
  /// with the access.
  bool hasObserved(const Now &N, const StrongAccess &Other,
                   uint64_t Address) const;
  /// Reports where the access races with \p Other, which was of the byte at
  /// \p Address, too.
  void meets(const Now &N, AccessRef Other, uint64_t Address);

  // In RaceReport.cpp.
  void report(const Now &N, AccessRef Other, uint64_t Address);
  void reportTogether(const sm::Issue &E, const sm::MemoryAccess &A,
                      unsigned Lane, unsigned Other);
  Finding describe(const sm::Issue &E, const sm::MemoryAccess &A, unsigned Lane,
                   uint64_t Address, Rule R) const;
  std::string missing(const Now &N, AccessRef Ref,
                      const AccessEvent &Other) const;
  /// Whether memory has what \p Ref left, or saw, in \p Bytes bytes at
  /// \p Address: nobody else has written there since then.
  bool isStillThere(const Now &N, AccessRef Ref, uint64_t Address,
                    unsigned Bytes) const;
  bool isStillInCell(const Now &N, AccessRef Ref, const ShadowCell &Cell,
                     uint64_t Address) const;
  /// The value in memory, up to eight bytes.
  uint64_t valueAt(const sm::Issue &E, sm::Space Where, uint64_t Address,
                   unsigned Bytes) const;
  /// The value that a store will leave there, from byte \p Part of it on.
  uint64_t valueStored(const sm::Issue &E, unsigned Lane, unsigned Part) const;
  bool storesWhatIsThere(const sm::Issue &E, const sm::MemoryAccess &A,
                         unsigned Lane) const;
  /// A number that all instructions share that do one of the PTX: the silicon
  /// does vectors by parts.
  uint32_t firstOf(uint32_t Index) const { return Firsts[Index]; }
  void add(Rule R, uint32_t First, uint32_t Second,
           llvm::function_ref<Finding()> Make);
  void hold(CtaState &C, HeldFinding Held);
  /// Reports what was held of a warp. \p Meets: the lanes did meet.
  void release(CtaState &C, unsigned Warp, bool Meets);
  void releaseAll(CtaState &C);

  const CheckOptions Options;
  Findings &To;
  std::optional<sm::LaunchView> Launch;
  bool InLockStep = true;
  /// Whether threads are ordered by other means than barriers of all of their
  /// CTA: then cells must have all accesses.
  bool IsFine = false;
  /// Whether lanes may meet in two branches.
  bool MayPart = false;
  /// Whether flags pass on what a thread knows.
  bool HasReleases = false;
  /// Whether agents access memory, for which no barrier waits.
  bool HasAgents = false;
  /// Whether code multiplies in tensor memory.
  bool HasTensors = false;
  TensorWatch Tensors;
  std::vector<Note> Notes;
  /// For each instruction, the first that the PTX has at its place.
  std::vector<uint32_t> Firsts;
  Span LastSpan = 0;
  /// How many times mbarriers were made.
  uint64_t Made = 0;
  MemoryState Global{GlobalPages};
  /// States of shared memory that CTAs which have ended left.
  std::vector<std::unique_ptr<MemoryState>> Idle;
  ReleaseMap Released;
  llvm::DenseMap<uint64_t, std::unique_ptr<CtaState>> Ctas;
  CtaState *LastCta = nullptr;
};

//===----------------------------------------------------------------------===//
// Checks that run for each lane
//===----------------------------------------------------------------------===//

inline bool RaceChecker::isOrdered(const Now &N, AccessRef Ref,
                                   const AccessEvent &Other) const {
  unsigned OtherLane = AccessEvents::laneOf(Ref);
  if (Other.Cta == N.Event.Cta && Other.Warp == N.Event.Warp &&
      (InLockStep || OtherLane == N.Lane))
    return !isAgent(Other.Cta) || isOwnWork(N, Ref, Other);
  if (HasAgents && (isAgent(Other.Cta) || isAgent(N.Event.Cta)))
    return isAgentOrdered(N, Ref, Other, N.IsProxy);
  return N.Cta.Clocks.knows(N.Thread, Other.Cta,
                            N.Cta.Clocks.threadOf(Other.Warp, OtherLane),
                            Other.Clock);
}

inline bool RaceChecker::agrees(const Now &N, const AccessEvent &Other) const {
  if (!(N.Event.Flags & Other.Flags & IsStrong) || N.Event.Unit != Other.Unit)
    return false;
  return N.Event.Cta == Other.Cta ||
         !((N.Event.Flags | Other.Flags) & IsCtaScope);
}

inline bool RaceChecker::mayConflict(const Now &N, AccessRef Ref) const {
  if (Ref == N.Ref)
    return false;
  const AccessEvent &Other = N.Events.of(Ref);
  return (N.Event.Flags | Other.Flags) & IsWrite && !agrees(N, Other) &&
         !isOrdered(N, Ref, Other);
}

inline bool RaceChecker::replaces(const Now &N, AccessRef Old) const {
  // Behind a barrier of the block, no thread that reaches its memory races with
  // an access from before.
  if (Old < N.Past)
    return true;
  const AccessEvent &Other = N.Events.of(Old);
  if (Other.Flags & IsWrite && !(N.Event.Flags & IsWrite))
    return false;
  if (N.Event.Flags & IsStrong &&
      (!(Other.Flags & IsStrong) || N.Event.Unit != Other.Unit))
    return false;
  if (Other.Flags & IsCtaScope && !(N.Event.Flags & IsCtaScope))
    return false;
  return isOrdered(N, Old, Other);
}

inline bool RaceChecker::putInto(const Now &N, ShadowCell &Cell) const {
  if (isWeakWrite(N)) {
    Cell = {N.Ref, {0, 0}};
    return true;
  }
  for (AccessRef &Slot : Cell.Others)
    if (Slot < N.Past || replaces(N, Slot)) {
      Slot = N.Ref;
      return true;
    }
  return false;
}

inline bool RaceChecker::checkWord(const Now &N, ShadowCell &Cell) const {
  if (!isWeakWrite(N) && (Cell.Others[0] == N.Ref || Cell.Others[1] == N.Ref))
    return true;
  return !anyConflicts(N, Cell) && putInto(N, Cell);
}

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_RACECHECKER_H
