//===- Terminal.h - The debugger in a terminal ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DEBUGGER_TERMINAL_H
#define HEDDLE_DEBUGGER_TERMINAL_H

#include "heddle/Debugger/Debugger.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::debugger {

/// The state that a command works on.
struct CommandContext {
  View &V;
  UserState &State;
  llvm::raw_ostream &OS;
};

/// Runs one command; sets \p Next if the launch is to go on. Fails with what is
/// wrong with it.
llvm::Error runCommand(llvm::StringRef Line, CommandContext &Context,
                       std::optional<Resume> &Next);

/// Whether \p Line begins with the word of a command.
bool isCommand(llvm::StringRef Line);
/// The lines that one that begins with \p Line may be.
std::vector<std::string> completions(llvm::StringRef Line, const View &V,
                                     WarpName Focus);

/// "warp 0 of block (0,0,0), line 12 (a.cu:3), lanes ffffffff", and the line.
void printPlace(CommandContext &Context);
/// Why there are no variables of the source, where it has lines alone; empty if
/// there are, or the user was told.
std::string noteOfSource(const View &V, UserState &State);
/// Something that the user wants to see at each stop.
void printDisplays(CommandContext &Context);

/// A breakpoint as users write it: PLACE [thread T] [block B] [warp N]
/// [if CONDITION].
llvm::Expected<Breakpoint> parseBreakpoint(llvm::StringRef Text, const View &V);
/// Reads [thread T] [block B] [warp N] [if CONDITION], or a condition alone,
/// into \p B.
llvm::Error parseClauses(llvm::StringRef Text, const View &V, Breakpoint &B);
/// Has \p B mean what its words do in the kernel of \p V; nothing there, if
/// they are about another.
void placeBreakpoint(Breakpoint &B, const View &V);
/// NAME[I] or NAME, of TYPE if that is not empty, as a watchpoint.
llvm::Expected<Watchpoint> parseWatchpoint(llvm::StringRef Text, const View &V,
                                           WarpName Focus);

class Terminal final : public FrontEnd {
public:
  /// \p WithProgram: launches are those of a program, which goes on behind
  /// each.
  explicit Terminal(llvm::raw_ostream &Out, bool WithProgram = false)
      : OS(Out), IsOfProgram(WithProgram) {}
  void startLaunch(View &V, UserState &State) override;
  Resume atStop(View &V, const Stop &S, UserState &State) override;
  bool wantsPause(View &V, UserState &State) override;
  void tell(llvm::StringRef Text, UserState &) override { OS << Text << '\n'; }
  void wake() override;
  void flush() override { OS.flush(); }
  void died(int Signal) override;

private:
  /// Asks until a command says how to go on.
  Resume prompt(CommandContext &Context, const Stop &S);
  /// Whether nobody waits for the stop \p S of a program's launch.
  bool passes(const Stop &S, const UserState &State) const;
  void introduce(const CommandContext &Context);

  llvm::raw_ostream &OS;
  const bool IsOfProgram;
  Resume::KindType Going = Resume::Continue;
  std::string LastLine;
};

} // namespace heddle::debugger

#endif // HEDDLE_DEBUGGER_TERMINAL_H
