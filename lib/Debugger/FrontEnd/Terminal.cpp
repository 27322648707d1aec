//===- Terminal.cpp - The debugger in a terminal --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Terminal.h"
#include "heddle/Debugger/Streams.h"
#include "heddle/Machine/LaneMask.h"
#include "llvm/Support/Process.h"
#include <utility>

using namespace llvm;

namespace heddle::debugger {

static void printReason(const Stop &S, raw_ostream &OS) {
  switch (S.Reason) {
  case Stop::Entry:
  case Stop::Step:
    return;
  case Stop::Breakpoint:
    OS << "Breakpoint " << S.Id << ", ";
    return;
  case Stop::Watchpoint:
    OS << "Watchpoint " << S.Id << ", " << S.Text << '\n';
    return;
  case Stop::Pause:
    OS << "Interrupted, ";
    return;
  case Stop::Fault:
    OS << "The kernel is about to fault:\n" << S.Text << '\n';
    return;
  case Stop::Finding:
    OS << S.Text << '\n';
    return;
  case Stop::Beginning:
    OS << "Nothing before; this is the beginning, ";
    return;
  case Stop::End:
    OS << S.Text
       << (S.Text.empty() || StringRef(S.Text).ends_with("\n") ? "" : "\n")
       << "The launch is over, after " << S.Number << " warp-instructions.\n";
    return;
  }
}

void Terminal::startLaunch(View &V, UserState &State) {
  for (Breakpoint &B : State.Breakpoints)
    placeBreakpoint(B, V);
}

bool Terminal::passes(const Stop &S, const UserState &State) const {
  if (!IsOfProgram)
    return false;
  if (S.Reason == Stop::Entry)
    return State.Launches > 1 && !State.IsShown;
  return S.Reason == Stop::End && Going == Resume::Continue;
}

void Terminal::introduce(const CommandContext &Context) {
  if (std::exchange(Context.State.IsShown, true) || !IsOfProgram)
    return;
  auto Size = [](const sm::Dim3 &D) { return sm::tripleText({D.X, D.Y, D.Z}); };
  OS << "Launch " << Context.State.Launches << ": " << Context.V.kernelName()
     << ", grid " << Size(Context.V.grid()) << ", block "
     << Size(Context.V.block()) << '\n';
}

Resume Terminal::atStop(View &V, const Stop &S, UserState &State) {
  CommandContext Context{V, State, OS};
  const bool IsPassed = passes(S, State);
  if (IsPassed && (S.Reason == Stop::Entry || !State.IsShown))
    return {S.Reason == Stop::Entry ? Resume::Continue : Resume::Leave};
  introduce(Context);
  printReason(S, OS);
  if (IsPassed)
    return {Resume::Leave};
  if (S.Reason != Stop::End)
    printPlace(Context);
  if (std::string Note = noteOfSource(V, State); !Note.empty())
    OS << Note << '\n';
  printDisplays(Context);
  Resume Next = prompt(Context, S);
  Going = Next.Kind;
  return Next;
}

static bool isForward(const Resume &How) {
  return How.Kind == Resume::Continue || How.Kind == Resume::Line ||
         How.Kind == Resume::Instruction;
}

Resume Terminal::prompt(CommandContext &Context, const Stop &S) {
  // An interrupt is for a file of commands, too.
  if (S.Reason == Stop::Pause)
    dropCommands();
  while (true) {
    OS.flush();
    if (takeInterrupt())
      dropCommands();
    std::optional<std::string> Line = takeCommand();
    if (!Line) {
      if (sys::Process::StandardInIsUserInput())
        OS << "(ptx-dbg) ";
      OS.flush();
      Line = readLine();
      // An interrupt at the prompt is for nothing that runs.
      (void)takeInterrupt();
      if (!Line)
        return {Resume::Quit};
      // As in gdb, an empty line is the last one again.
      if (StringRef(*Line).trim().empty())
        *Line = LastLine;
      LastLine = *Line;
    }
    std::optional<Resume> Next;
    if (Error E = runCommand(*Line, Context, Next))
      OS << toString(std::move(E)) << '\n';
    else if (Next && S.Reason == Stop::End && isForward(*Next) && IsOfProgram)
      return {Resume::Leave};
    else if (Next && S.Reason == Stop::End && isForward(*Next))
      OS << "The launch is over; reverse-step goes back into it.\n";
    else if (Next)
      return *Next;
  }
}

bool Terminal::wantsPause(View &, UserState &) { return takeInterrupt(); }

// An interrupt comes to the copies that sleep, too, and is not for them.
void Terminal::wake() { (void)takeInterrupt(); }

void Terminal::died(int Signal) {
  OS << "ptx-dbg: the process that runs the kernel was ended by signal "
     << Signal << '\n';
  OS.flush();
}

} // namespace heddle::debugger
