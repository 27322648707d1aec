//===- Meetings.h - Where lanes of a warp meet ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A bar.warp.sync or an exchange of PTX becomes one or more instructions. At
/// one of them the lanes that execute it meet the members that they name.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_MEETINGS_H
#define HEDDLE_LIB_SANITIZE_MEETINGS_H

#include "heddle/ABI/IndependentLanes.h"
#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Program.h"
#include "heddle/Object/OperationMap.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <optional>
#include <vector>

namespace heddle::sanitize {

/// By lane: the lanes that it names.
using MemberMasks = std::array<uint32_t, sm::Lanes>;

/// Whether lanes meet at \p I of \p P, one of the instructions that \p O
/// became, or exchange what they have met for.
bool isMeeting(const sm::Program &P, const sm::DecodedInst &I,
               const object::SyncOperation &O);

/// The meetings of lanes in each warp of a CTA.
class Meetings {
public:
  explicit Meetings(unsigned NumWarps) : HaveMet(NumWarps, 0) {}

  /// The member masks of the lanes that execute \p E, a meeting of \p O.
  /// Nothing if they have met for it before, or if the masks are unknown.
  std::optional<MemberMasks> membersAt(const sm::Issue &E,
                                       const object::SyncOperation &O);

private:
  /// By warp: lanes that have met for what they exchange next.
  std::vector<uint32_t> HaveMet;
};

/// Meetings of a warp that some lanes came to while others, members as well,
/// were on the other side of a branch. From sm_70 on members need to come to
/// meetings of one kind and mask, not to one instruction. The silicon runs the
/// sides one behind the other, and lets none of them wait.
class PartedMeetings {
public:
  /// A lane of a shuffle, and the one that it reads from.
  struct Read {
    unsigned Lane = 0, From = 0;
  };
  struct Meeting {
    /// The index of the instruction in the program.
    uint32_t Index = 0;
    unsigned Lane = 0;
    uint32_t Executing = 0;
    uint32_t Members = 0;
    /// Members that have not come so far.
    uint32_t Elsewhere = 0;
    /// A read from a lane that has not come; nothing for other meetings.
    std::optional<Read> Stray = {};
    /// How many equal meetings came one behind another.
    uint64_t Count = 1;
  };

  void open(const Meeting &M);
  /// The oldest that lanes \p Executing meet where they come to \p Index of
  /// \p P with \p Members; they are awaited there no more.
  std::optional<Meeting> answer(const sm::Program &P, uint32_t Index,
                                uint32_t Executing, uint32_t Members);
  /// Takes the meetings that lanes came from which now come to another one,
  /// with members that they waited for: there is no other side.
  std::vector<Meeting> giveUp(uint32_t Executing);
  /// The meetings that nobody answered.
  llvm::ArrayRef<Meeting> list() const { return Open; }
  bool empty() const { return Open.empty(); }

private:
  std::vector<Meeting> Open;
};

/// Lanes of \p Among, which do not execute what \p W executes, that do nothing
/// more before they exit. The optimizer makes them exit at once, so whether
/// they have is no difference that the program can see.
uint32_t leavingLanes(const sm::Warp &W, const sm::Program &P, uint32_t Among);

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_MEETINGS_H
