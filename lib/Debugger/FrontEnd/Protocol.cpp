//===- Protocol.cpp - The debugger behind a protocol ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Protocol.h"
#include "heddle/Debugger/Streams.h"
#include "heddle/Debugger/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace llvm;
using json::Array;
using json::Object;
using json::Value;

namespace heddle::debugger {

/// How a client wants to go on with \p Command, if that is what it is about.
static std::optional<Resume::KindType> kindOf(StringRef Command,
                                              const Object *Arguments) {
  bool ByInstruction =
      Arguments && Arguments->getString("granularity") == "instruction";
  if (Command == "continue")
    return Resume::Continue;
  if (Command == "next" || Command == "stepIn" || Command == "stepOut")
    return ByInstruction ? Resume::Instruction : Resume::Line;
  if (Command == "stepBack")
    return ByInstruction ? Resume::ReverseInstruction : Resume::ReverseLine;
  if (Command == "reverseContinue")
    return Resume::ReverseContinue;
  if (Command == "disconnect" || Command == "terminate")
    return Resume::Quit;
  return std::nullopt;
}

/// The step with the calls that it passes over.
static Resume stepOf(StringRef Command, Resume::KindType Kind,
                     const sm::Warp *W) {
  Resume How{Kind};
  const unsigned Calls = W ? openCalls(*W) : 0;
  if (Command == "next" || Command == "stepBack")
    How.MostCalls = Calls;
  else if (Command == "stepOut" && Calls != 0)
    How.MostCalls = Calls - 1;
  else if (Command == "stepOut")
    // Nothing has called the kernel: it goes on to its end.
    How.Kind = Resume::Continue;
  return How;
}

bool Protocol::answerGoing(const Object &Request, StringRef Command,
                           Session &S) {
  const Object *Arguments = Request.getObject("arguments");
  std::optional<Resume::KindType> Kind = kindOf(Command, Arguments);
  if (!Kind)
    return false;
  if (std::optional<int64_t> Thread =
          Arguments ? Arguments->getInteger("threadId") : std::nullopt)
    if (WarpName Name = warpOf(*Thread); S.V.find(Name))
      S.State.Focus = Name;
  reply(Request, Command == "continue"
                     ? Value(Object{{"allThreadsContinued", true}})
                     : Value(nullptr));
  // A client that has attached leaves the program behind unless it says
  // otherwise.
  S.State.IsDetached =
      IsOfProgram && Command == "disconnect" &&
      LaunchRequest->getString("command") == "attach" &&
      !(Arguments &&
        Arguments->getBoolean("terminateDebuggee").value_or(false));
  if (S.State.IsDetached)
    event("terminated", {});
  else if (*Kind == Resume::Quit)
    sayEnd(0);
  S.Next = S.State.IsDetached ? Resume{Resume::Leave}
                              : stepOf(Command, *Kind, S.V.find(S.State.Focus));
  return true;
}

void Protocol::answer(const Object &Request, Session &S) {
  StringRef Command = Request.getString("command").value_or("");
  if (!answerQuestion(Request, Command, S) && !answerGoing(Request, Command, S))
    fail(Request, "there is no request '" + Command.str() + "'");
}

static StringRef reasonText(Stop::ReasonType Reason) {
  switch (Reason) {
  case Stop::Entry:
  case Stop::Beginning:
    return "entry";
  case Stop::Step:
    return "step";
  case Stop::Breakpoint:
    return "breakpoint";
  case Stop::Watchpoint:
    return "data breakpoint";
  case Stop::Pause:
  case Stop::End:
    return "pause";
  case Stop::Fault:
  case Stop::Finding:
    return "exception";
  }
  llvm_unreachable("unknown reason");
}

void Protocol::reportStop(const Stop &S, Session &Now) {
  Last = S;
  Lists.clear();
  Now.State.IsShown = true;
  if (S.Reason == Stop::End)
    output("stdout", S.Text + "\n");
  Object Body{{"reason", reasonText(S.Reason)},
              {"threadId", threadOf(Now.State.Focus)},
              {"allThreadsStopped", true}};
  if (S.Id != 0)
    Body["hitBreakpointIds"] = Array{S.Id};
  if (!S.Text.empty())
    Body["text"] = json::fixUTF8(S.Text);
  if (S.Reason == Stop::End)
    Body["description"] = "the launch is over";
  if (S.Reason == Stop::Finding)
    Body["description"] = S.Rule;
  if (std::string Note = noteOfSource(Now.V, Now.State); !Note.empty())
    output("console", Note + "\n");
  event("stopped", std::move(Body));
}

void Protocol::catchUp(const UserState &State) {
  // A process that was started anew knows what it knew when it was copied.
  Sequence = std::max(Sequence, State.Sequence);
  NextId = std::max(NextId, State.NextId);
  Breakpoints.clear();
  for (const Breakpoint &B : State.Breakpoints) {
    if (B.SetBy == Origin::Command)
      continue;
    Wanted W;
    W.Id = B.Id;
    W.SetBy = B.SetBy;
    W.Name = B.Place;
    if (B.SetBy == Origin::Line) {
      auto [File, Line] = StringRef(B.Place).rsplit(':');
      Line.getAsInteger(10, W.Line);
      W.Name = File.str();
    }
    W.Clauses = B.Clauses;
    W.Hits = B.Hits;
    W.Message = B.Message;
    W.Since = B.Since;
    W.Sent = B.Sent;
    W.IsVerified = B.IsVerified;
    W.IsEnabled = B.IsEnabled;
    Breakpoints.push_back(std::move(W));
  }
}

static Object changedBreakpoint(int64_t Id, bool IsVerified, StringRef Why) {
  Object B{{"id", Id}, {"verified", IsVerified}};
  if (!Why.empty())
    B["message"] = json::fixUTF8(Why);
  return Object{{"reason", "changed"}, {"breakpoint", std::move(B)}};
}

void Protocol::startLaunch(View &V, UserState &State) {
  // The first stop of all has the client's first breakpoints.
  if (State.Sequence == 0)
    return;
  catchUp(State);
  std::vector<unsigned> Waiting;
  for (const Wanted &W : Breakpoints)
    if (!W.IsVerified)
      Waiting.push_back(W.Id);
  Session Now{V, State};
  const std::map<int64_t, std::string> Refused = setBreakpoints(Now);
  for (unsigned Id : Waiting)
    if (!Refused.count(Id))
      event("breakpoint", changedBreakpoint(Id, true, ""));
  for (Breakpoint &B : State.Breakpoints)
    placeBreakpoint(B, V);
  State.Sequence = Sequence;
}

std::optional<Resume> Protocol::passing(const Stop &S, const UserState &State) {
  if (!IsOfProgram)
    return std::nullopt;
  if (S.Reason == Stop::Entry && !State.IsShown)
    return Resume{Resume::Continue};
  if (S.Reason != Stop::End || Going != Resume::Continue)
    return std::nullopt;
  if (!S.Text.empty())
    output("stdout", S.Text);
  return Resume{Resume::Leave};
}

void Protocol::beginLaunch(Session &Now, Stop &S) {
  reply(*LaunchRequest, nullptr);
  Now.State.Caught = Caught;
  for (const auto &[Id, Why] : setBreakpoints(Now))
    event("breakpoint", changedBreakpoint(Id, false, Why));
  for (const Breakpoint &B : Now.State.Breakpoints)
    if (B.IsOfEntry && S.Reason == Stop::Entry) {
      S.Reason = Stop::Breakpoint;
      S.Id = B.Id;
    }
}

static bool goesForward(const Resume &How) {
  return How.Kind == Resume::Continue || How.Kind == Resume::Line ||
         How.Kind == Resume::Instruction;
}

Resume Protocol::askAt(const Stop &S, Session &Now) {
  reportStop(S, Now);
  while (!Now.Next) {
    std::optional<Object> Request = receive();
    // An interrupt at a stop ends what is debugged.
    if (!Request && takeInterrupt())
      sayEnd(130);
    if (!Request)
      return {Resume::Quit};
    answer(*Request, Now);
    if (!Now.Next || S.Reason != Stop::End || !goesForward(*Now.Next))
      continue;
    Now.Next = Resume{IsOfProgram ? Resume::Leave : Resume::Quit};
    if (!IsOfProgram)
      sayEnd(0);
  }
  Going = Now.Next->Kind;
  return *Now.Next;
}

Resume Protocol::atStop(View &V, const Stop &Why, UserState &State) {
  Session Now{V, State};
  Stop S = Why;
  const bool IsFirst = State.Sequence == 0;
  if (IsFirst)
    beginLaunch(Now, S);
  else
    catchUp(State);
  auto Leave = [&](Resume How) {
    State.Sequence = Sequence;
    State.NextId = NextId;
    return How;
  };
  if (IsLeft)
    return Leave({State.IsDetached ? Resume::Leave : Resume::Quit});
  if (IsFirst && !StopsOnEntry && S.Reason == Stop::Entry)
    return Leave({Resume::Continue});
  if (std::optional<Resume> How = IsFirst ? std::nullopt : passing(S, State))
    return Leave(*How);
  // Nobody waits for the end of a launch that nothing was to stop.
  if (S.Reason == Stop::End && !IsOfProgram && !StopsOnEntry &&
      State.Watchpoints.empty() &&
      none_of(State.Breakpoints, [](const Breakpoint &B) {
        return (B.IsOfEntry || !B.Lines.empty()) && B.Message.empty();
      })) {
    output("stdout", S.Text);
    sayEnd(0);
    return Leave({Resume::Quit});
  }
  return Leave(askAt(S, Now));
}

bool Protocol::answerRunning(const Object &Request, Session &S) {
  StringRef Command = Request.getString("command").value_or("");
  if (Command == "pause") {
    reply(Request, nullptr);
    return true;
  }
  std::optional<Resume::KindType> Kind =
      kindOf(Command, Request.getObject("arguments"));
  if (Kind && *Kind != Resume::Quit) {
    fail(Request, "the kernel runs");
    return false;
  }
  S.IsRunning = true;
  answer(Request, S);
  // The launch stops, and atStop() has all processes end.
  IsLeft = Kind.has_value();
  return IsLeft;
}

bool Protocol::wantsPause(View &V, UserState &State) {
  if (takeInterrupt())
    return true;
  if (!hasInput())
    return false;
  catchUp(State);
  Session Now{V, State};
  bool Stops = false;
  while (!Stops && hasInput()) {
    std::optional<Object> Request = receive();
    IsLeft = !Request;
    Stops = !Request || answerRunning(*Request, Now);
  }
  State.Sequence = Sequence;
  State.NextId = NextId;
  return Stops;
}

void Protocol::tell(StringRef Text, UserState &State) {
  output("console", (Text + "\n").str());
  State.Sequence = Sequence;
}

// An interrupt comes to the copies that sleep, too, and is not for them.
void Protocol::wake() { (void)takeInterrupt(); }

void Protocol::endProgram(const UserState &State, int ExitCode) {
  if (State.IsDetached)
    return;
  Sequence = std::max(Sequence, State.Sequence);
  sayEnd(ExitCode);
}

void Protocol::died(int Signal) {
  output("stderr", fmt::format("the process that runs the kernel was ended by "
                               "signal {}\n",
                               Signal));
  if (!IsOfProgram)
    sayEnd(1);
}

} // namespace heddle::debugger
