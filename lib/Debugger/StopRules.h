//===- StopRules.h - Where a launch stops -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DEBUGGER_STOPRULES_H
#define HEDDLE_LIB_DEBUGGER_STOPRULES_H

#include "heddle/Debugger/Debugger.h"
#include "heddle/Machine/Observer.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle::debugger {

/// Follows the warps from line to line and says which instructions match.
class StopRules {
public:
  explicit StopRules(const View &Of) : V(Of) {}

  void forget(const sm::Cta &C);
  /// \p E is about to be executed.
  void follow(const sm::Issue &E);
  /// Whether a warp has just come to a line, or came around to it again.
  bool isArrival() const { return Arrived; }

  /// Counts the times that breakpoints were come to, for those that ask. To be
  /// called once for each instruction, whatever the launch is about, so that
  /// the numbers are the same on each way to it.
  void count(const sm::Issue &E, const UserState &State, uint64_t Step);
  /// Returns whether the user wants to stop in front of the instruction
  /// followed last, and for which reason in \p S.
  bool matches(const sm::Issue &E, const UserState &State, Stop &S) const;
  /// The breakpoints with a message that it matches.
  std::vector<const Breakpoint *> messages(const sm::Issue &E,
                                           const UserState &State) const;
  /// A watchpoint that \p E writes to; null: none.
  static const Watchpoint *written(const sm::Issue &E, const UserState &State);
  /// Whether the step \p How is over.
  bool isStepped(const sm::Issue &E, const Resume &How, WarpName Focus) const;

private:
  struct Position {
    uint32_t Line = 0, Address = 0, Active = 0;
  };
  bool isAt(const sm::Issue &E, const Breakpoint &B) const;
  /// isAt(), at one of the times that count.
  bool matches(const sm::Issue &E, const Breakpoint &B) const;

  const View &V;
  /// By the number of a breakpoint, and where its times begin. A copy of the
  /// process has those of its place.
  std::map<std::pair<unsigned, uint64_t>, uint64_t> Counts;
  llvm::DenseMap<const sm::Warp *, Position> Positions;
  Position Last;
  bool Arrived = false;
};

} // namespace heddle::debugger

#endif // HEDDLE_LIB_DEBUGGER_STOPRULES_H
