//===- TimeTravel.h - Copies of the process, to go back to ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DEBUGGER_TIMETRAVEL_H
#define HEDDLE_LIB_DEBUGGER_TIMETRAVEL_H

#include "heddle/Debugger/Debugger.h"
#include <chrono>

namespace heddle::debugger {

/// The place or event that the process that runs the launch looks for.
struct Quest {
  enum KindType : uint8_t {
    /// Goes on until something stops it.
    Forward,
    /// Runs up to the instruction Target and stops there.
    GoTo,
    /// Runs up to the instruction Target, and notes the last one before it at
    /// which it would have stopped.
    Scan,
    /// All processes end.
    Quit,
  };
  KindType Kind = Forward;
  uint64_t Target = 0;
  /// Scan: the stop that is looked for.
  Resume How;
  /// GoTo: why it stops there.
  Stop Why;
  UserState State;
  /// The report of the fault that the launch ends with, once it is known.
  std::string Fault;
  /// The launch prints its output and its end when it gets there again.
  int ExitCode = 0;
  /// Quit: the program goes on, and State is for its next launch.
  bool Leaves = false;
};
llvm::json::Value toJSON(const Quest &Q);
bool fromJSON(const llvm::json::Value &From, Quest &Q, llvm::json::Path Path);

/// Sets copies of this process aside, each of which sleeps until the one that
/// it started has ended. A process that is to go back writes down where to and
/// ends; the copies that are later than that end, too, and the first that is
/// not starts anew.
class TimeTravel {
public:
  explicit TimeTravel(FrontEnd &F) : Front(F) {}
  ~TimeTravel();
  TimeTravel(const TimeTravel &) = delete;
  TimeTravel &operator=(const TimeTravel &) = delete;

  llvm::Error open();

  /// To be called in front of instruction \p Step. May set a copy aside.
  /// Returns true in a process that was started anew, which goes on with \p To.
  bool pass(uint64_t Step, Quest &To);
  /// Ends this process and has an earlier one go on as \p To says.
  [[noreturn]] void leave(const Quest &To);
  /// A way back begins, whose cost counts from here.
  void startWayBack();
  TimeNotes notes() const;
  /// The step of the youngest copy.
  uint64_t lastCopy() const { return LastCopy; }

  /// A copy is not to outlive a process that a signal ends.
  static void endWithParent();
  /// Reads what the last process to end has left. False: nothing.
  bool read(Quest &To) const;

private:
  bool isDue(uint64_t Step);
  /// The instructions that this process has run since it was started anew.
  uint64_t replayed() const { return WokenAt ? LastStep - WokenAt : 0; }
  void write(const Quest &To);
  /// The life of a copy. Returns in the process that goes on.
  void sleep(uint64_t Step, Quest &To);

  using Clock = std::chrono::steady_clock;
  /// Memory that all processes share, for messages to each other.
  struct Page;
  Page *Shared = nullptr;
  FrontEnd &Front;
  uint64_t LastCopy = 0, LastStep = 0;
  /// Where this process was started anew, for the way back under way; 0: it was
  /// not.
  uint64_t WokenAt = 0;
  unsigned Copies = 0;
  Clock::time_point CopiedAt;
};

} // namespace heddle::debugger

#endif // HEDDLE_LIB_DEBUGGER_TIMETRAVEL_H
