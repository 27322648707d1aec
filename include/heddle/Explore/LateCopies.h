//===- LateCopies.h - Delays asynchronous copies ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine copies when an asynchronous copy is issued. This observer takes
/// the bytes back and writes them when somebody waits for them, as late as PTX
/// allows, so that a kernel without a wait computes something else: cp.async,
/// copies in bulk and of tensors, st.async. Reductions and wgmma stay where
/// they are.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXPLORE_LATECOPIES_H
#define HEDDLE_EXPLORE_LATECOPIES_H

#include "heddle/Machine/Observer.h"
#include "heddle/Machine/RegisterResults.h"
#include "heddle/Object/OperationMap.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace heddle::explore {

/// The module of a launch must have been compiled for checkers; copies of
/// others are not delayed.
class LateCopies final : public sm::Observer {
public:
  void startLaunch(const sm::LaunchView &L) override;
  void endLaunch() override;
  /// Copies of the block that nobody waited for happen now; what was
  /// to get into its shared memory does not happen any more.
  void endCta(const sm::Cta &C) override;
  bool needs(uint32_t Index) const override {
    return Notes[Index].Kind != Note::Other;
  }
  unsigned takesIn() const override { return Executions; }
  void issue(const sm::Issue &E) override;
  void executed(const sm::Issue &E) override;

private:
  static constexpr unsigned MostBytes = 16;

  /// One store of a lane.
  struct Write {
    uint8_t *To;
    /// Where the bytes are read when it is performed; null: they are Value.
    const uint8_t *From;
    std::array<uint8_t, MostBytes> Value;
    uint8_t Size;
  };
  /// Writes that are performed together. Several waits may be for it; the
  /// first one performs it.
  using Batch = std::vector<Write>;
  using Batches = std::vector<std::shared_ptr<Batch>>;

  /// The copies that one agent of a thread has been asked for.
  struct Work {
    Batch Open;
    /// Closed by an mbarrier, but by no group yet.
    Batches Loose;
    std::deque<Batches> Groups;
  };
  /// A block, a thread of it, and the agent.
  using WorkKey =
      std::tuple<uint64_t, unsigned, object::SyncOperation::AgentType>;

  struct Note {
    enum KindType : uint8_t {
      Other,
      /// A part of a copy.
      Copies,
      /// Closes groups, or waits for them.
      Groups,
      /// Tells an mbarrier something, or looks at it.
      Barrier,
    };
    KindType Kind = Other;
    const object::SyncOperation *Operation = nullptr;
    /// The registers that it writes.
    llvm::SmallVector<sm::RowRange, 1> Results;
  };

  /// Where the values of a register come from, which a copy has loaded.
  struct Loaded {
    const object::SyncOperation *Operation = nullptr;
    uint8_t Size = 0;
    std::array<const uint8_t *, sm::Lanes> From = {};
  };

  /// Memory as it was before the instruction that is being executed.
  struct Overwritten {
    unsigned Lane;
    uint8_t *At;
    std::array<uint8_t, MostBytes> Bytes;
  };

  Note noteOf(const sm::LaunchView &L, const sm::DecodedInst &I) const;
  static unsigned threadOf(const sm::Issue &E, unsigned Lane);
  Work &workOf(const sm::Issue &E, unsigned Lane,
               object::SyncOperation::AgentType Agent) {
    return Asked[{cta(E), threadOf(E, Lane), Agent}];
  }
  static uint64_t cta(const sm::Issue &E);

  void noteLoad(const sm::Issue &E, const sm::MemoryAccess &A);
  void overwrite(const sm::Issue &E, const sm::RowRange &Rows);
  void takeBack(const sm::Issue &E);
  void group(const sm::Issue &E, const object::SyncOperation &O);
  void awaitGroups(Work &Of, const object::SyncOperation &O);
  void lookAtBarrier(const sm::Issue &E);
  void tellBarrier(const sm::Issue &E);

  static void close(Work &Of, Batches &To);
  static void dropDone(Work &Of);
  static void perform(Batch &B);
  static void readSources(Batch &B);
  static void perform(Work &Of);
  void forget(const uint8_t *Begin, const uint8_t *End);

  std::vector<Note> Notes;
  std::map<WorkKey, Work> Asked;
  /// By the word of the mbarrier.
  std::map<const uint8_t *, Batches> Told;
  /// By block, warp and register.
  std::map<std::tuple<uint64_t, unsigned, unsigned>, Loaded> Loads;
  std::vector<Overwritten> Before;
};

} // namespace heddle::explore

#endif // HEDDLE_EXPLORE_LATECOPIES_H
