//===- Terminal.h - The debugger in a terminal ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_DBG_TERMINAL_H
#define HEDDLE_TOOLS_PTX_DBG_TERMINAL_H

#include "heddle/Debugger/Debugger.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

/// The state that a command works on.
struct CommandContext {
  debugger::View &V;
  debugger::UserState &State;
  llvm::raw_ostream &OS;
};

/// Runs one command; sets \p Next if the launch is to go on. Fails with what is
/// wrong with it.
llvm::Error runCommand(llvm::StringRef Line, CommandContext &Context,
                       std::optional<debugger::Resume> &Next);

/// "warp 0 of block (0,0,0), line 12 (a.cu:3), lanes ffffffff", and the line.
void printPlace(CommandContext &Context);

/// A breakpoint as users write it: PLACE [thread T] [block B] [warp N]
/// [if CONDITION].
llvm::Expected<debugger::Breakpoint> parseBreakpoint(llvm::StringRef Text,
                                                     const debugger::View &V);
/// NAME[I] or NAME, of TYPE if that is not empty, as a watchpoint.
llvm::Expected<debugger::Watchpoint> parseWatchpoint(llvm::StringRef Text,
                                                     const debugger::View &V,
                                                     debugger::WarpName Focus);

class Terminal final : public debugger::FrontEnd {
public:
  explicit Terminal(llvm::raw_ostream &Out) : OS(Out) {}
  debugger::Resume atStop(debugger::View &V, const debugger::Stop &S,
                          debugger::UserState &State) override;
  bool wantsPause(debugger::View &V, debugger::UserState &State) override;
  void wake() override;
  void flush() override { OS.flush(); }
  void died(int Signal) override;

private:
  llvm::raw_ostream &OS;
  std::string LastLine;
};

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_DBG_TERMINAL_H
