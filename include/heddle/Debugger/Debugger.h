//===- Debugger.h - Runs a launch and stops it, both ways -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A launch under a debugger. It runs in the interpreter on one host thread, so
/// that it does the same each time: to go back, a copy of the process that was
/// set aside earlier runs forward to where it is wanted.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DEBUGGER_DEBUGGER_H
#define HEDDLE_DEBUGGER_DEBUGGER_H

#include "heddle/Debugger/View.h"
#include "heddle/Session/LaunchInputs.h"
#include "heddle/Session/Settings.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace heddle::debugger {

/// A launch as a command line or a client of a protocol describes it.
struct LaunchSpec {
  /// PTX, an object, or a job, which has its own launches with their sizes and
  /// inputs.
  std::string Program;
  std::string Entry, Arch;
  /// The launch of a job, by its name or number; empty: its first, or its first
  /// of Entry. Those before it run, too, unseen.
  std::string Launch;
  /// Nothing where a job says it.
  std::optional<sm::Dim3> Grid, Block;
  uint32_t DynamicShared = 0;
  unsigned OptLevel = 0;
  session::CommandInputs Inputs;
  /// The checkers that look on.
  session::CheckSettings Checks;
};

/// Fails unless \p Spec says what its program needs, and no more.
llvm::Error checkSpec(const LaunchSpec &Spec);

/// The owner of a breakpoint or watchpoint. A client of a protocol sends all of
/// its own again at each change, and knows nothing of those of commands.
enum class Origin : uint8_t { Command, Line, Function };

struct Breakpoint {
  unsigned Id = 0;
  Origin SetBy = Origin::Command;
  /// The place in the user's words: "12", "saxpy.cu:7", "saxpy".
  std::string Place;
  /// The kernel that a line without a file is of.
  std::string Kernel;
  /// Lines of the PTX that belong to it; none where it is of another kernel.
  std::vector<uint32_t> Lines;
  /// The place is the kernel that runs, and its first instruction.
  bool IsOfEntry = false;
  /// Only these stop there; all where empty.
  std::optional<std::array<uint32_t, 3>> Thread, Block;
  std::optional<unsigned> Warp;
  /// "%r1 == 5": stops where it holds in some lane. Empty: always.
  std::string Condition;
  /// The text that a client has written for all of these.
  std::string Clauses;
  /// The words that a client has sent for it, by which it is known again when
  /// a command has changed it.
  std::string Sent;
  /// "5", ">= 5", "%3": stops where the number of times that it was come to is
  /// so. Empty: each time.
  std::string Hits;
  /// Times count from this instruction on.
  uint64_t Since = 0;
  /// "x is {%r1}": is told, and nothing stops. Empty: it stops.
  std::string Message;
  bool IsTemporary = false, IsEnabled = true;
  /// The command that runs until it is come to has set it: it is gone at any
  /// stop.
  bool IsUntil = false;
  /// A client knows that there is code at the place.
  bool IsVerified = false;
};

/// Fails unless \p Hits is what Breakpoint::Hits says.
llvm::Error checkHits(llvm::StringRef Hits);
/// Whether the time \p Count is one that \p Hits, which is well-formed, means.
bool holdsHits(llvm::StringRef Hits, uint64_t Count);

/// Bytes of memory that a write to stops at.
struct Watchpoint {
  unsigned Id = 0;
  Origin SetBy = Origin::Command;
  std::string Name;
  bool IsShared = false;
  uint64_t Address = 0;
  unsigned Bytes = 0;
  /// The CTA of a place in shared memory.
  uint64_t Block = 0;
};

/// The mistakes of a kernel that a launch stops in front of.
struct Catches {
  /// By place in sanitize::CheckerTable.
  std::array<bool, sanitize::NumCheckers> Checks = {};
  bool Faults = true;
};

/// Reads "fault" and names of checkers. Fails where a name is of neither, or of
/// a checker that is not in \p Running.
llvm::Expected<Catches>
parseCatches(llvm::ArrayRef<llvm::StringRef> Names,
             const std::array<bool, sanitize::NumCheckers> &Running);
/// "fault, race"
std::string catchesText(const Catches &C);

/// Breakpoints and the like. They survive going back in time.
struct UserState {
  std::vector<Breakpoint> Breakpoints;
  std::vector<Watchpoint> Watchpoints;
  /// By what a client has said; else all that the launch's checkers find.
  std::optional<Catches> Caught;
  /// The values that a terminal shows at each stop, by number.
  std::map<unsigned, std::string> Displays;
  WarpName Focus;
  unsigned NextId = 1;
  /// Launches of a program, with the one at hand.
  unsigned Launches = 0;
  /// The user has been asked in the launch at hand.
  bool IsShown = false;
  /// The client has left the program to itself.
  bool IsDetached = false;
  /// The user knows that variables of the source cannot be shown.
  bool IsTold = false;
  /// The number of the last message of a protocol.
  int64_t Sequence = 0;
};
/// Whether the user wants to stop at \p F.
bool catches(const UserState &State, const sanitize::Finding &F);
llvm::json::Value toJSON(const UserState &State);
bool fromJSON(const llvm::json::Value &From, UserState &State,
              llvm::json::Path Path);

struct Stop {
  enum ReasonType : uint8_t {
    /// In front of the first instruction.
    Entry,
    Step,
    Breakpoint,
    Watchpoint,
    Pause,
    /// In front of the instruction that faults.
    Fault,
    /// In front of the instruction that a checker has found something at.
    Finding,
    /// There was nothing to stop at on the way back.
    Beginning,
    /// The launch is over.
    End,
  };
  ReasonType Reason = Entry;
  /// The number of the breakpoint or watchpoint.
  unsigned Id = 0;
  /// A fault's report, a finding, what was written where, or what the kernel
  /// printed.
  std::string Text;
  /// Issued instructions so far, this one included.
  uint64_t Number = 0;
  /// The rule of a finding: "race-shared".
  std::string Rule;
};

/// How to go on.
struct Resume {
  enum KindType : uint8_t {
    Continue,
    /// To the next line of the warp in focus.
    Line,
    /// To its next machine instruction.
    Instruction,
    ReverseContinue,
    ReverseLine,
    ReverseInstruction,
    Restart,
    /// On with the program: it makes the launch that was shown.
    Leave,
    Quit,
  };
  KindType Kind = Continue;
  /// Steps are of any warp of the block in focus.
  bool IsOfBlock = false;
  int ExitCode = 0;
  /// Steps end where no more calls than these are open: the number at hand
  /// passes over calls, and one less leaves a function.
  unsigned MostCalls = ~0u;
};

class FrontEnd {
public:
  virtual ~FrontEnd();
  /// A launch is about to begin. \p State is that of the one before.
  virtual void startLaunch(View &V, UserState &State);
  /// The launch stands still. \p State may be changed.
  virtual Resume atStop(View &V, const Stop &S, UserState &State) = 0;
  /// Asked now and then while the launch runs: whether to stop it.
  virtual bool wantsPause(View &V, UserState &State) = 0;
  /// A breakpoint with a message was come to.
  virtual void tell(llvm::StringRef Text, UserState &State) = 0;
  /// The program whose launches were shown has ended by itself.
  virtual void endProgram(const UserState &State, int ExitCode);
  /// This process is a copy that has slept and is about to run the launch.
  virtual void wake() {}
  /// Writes what streams hold back, before the process is copied.
  virtual void flush() = 0;
  /// A process that runs the launch was ended by a signal.
  virtual void died(int Signal) = 0;
};

/// How a launch ended.
struct LaunchEnd {
  /// A fault's report; empty without one.
  std::string Fault;
  /// The text that the kernel printed, and what a job says of its results.
  std::string Output;
};

/// The launches of a program that this process runs. Each is made in a copy of
/// the process for the user to look at, and then by the program itself, which
/// knows of nothing.
class ProgramDebugger {
public:
  explicit ProgramDebugger(FrontEnd &F) : Front(F) {}

  using RunFn = llvm::function_ref<llvm::Expected<LaunchEnd>(
      std::unique_ptr<sm::Observer>)>;
  /// Shows the launch that \p Run makes in the copy. Returns whether the
  /// program is to go on. Fails where there can be no copy.
  llvm::Expected<bool> show(View &V, RunFn Run);
  bool isDetached() const { return State.IsDetached; }
  /// The program has ended with \p ExitCode.
  void end(int ExitCode) { Front.endProgram(State, ExitCode); }

private:
  FrontEnd &Front;
  UserState State;
};

/// Launches and lets \p F have the say. The processes that are copies of this
/// one end in here; it returns in none of them unless the launch cannot start.
llvm::Error debug(const LaunchSpec &Spec, FrontEnd &F);

} // namespace heddle::debugger

#endif // HEDDLE_DEBUGGER_DEBUGGER_H
