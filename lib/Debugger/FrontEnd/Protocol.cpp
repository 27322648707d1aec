//===- Protocol.cpp - The debugger behind a protocol ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Protocol.h"
#include "heddle/Debugger/Streams.h"
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
  if (*Kind == Resume::Quit)
    event("terminated", {});
  // A client that has attached leaves the program behind unless it says
  // otherwise.
  S.State.IsDetached =
      IsOfProgram && Command == "disconnect" &&
      LaunchRequest->getString("command") == "attach" &&
      !(Arguments &&
        Arguments->getBoolean("terminateDebuggee").value_or(false));
  S.Next = Resume{S.State.IsDetached ? Resume::Leave : *Kind};
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

void Protocol::reportStop(const Stop &S, UserState &State) {
  Last = S;
  State.IsShown = true;
  if (S.Reason == Stop::End)
    event("output", Object{{"category", "stdout"},
                           {"output", json::fixUTF8(S.Text + "\n")}});
  Object Body{{"reason", reasonText(S.Reason)},
              {"threadId", threadOf(State.Focus)},
              {"allThreadsStopped", true}};
  if (S.Id != 0)
    Body["hitBreakpointIds"] = Array{S.Id};
  if (!S.Text.empty())
    Body["text"] = json::fixUTF8(S.Text);
  if (S.Reason == Stop::End)
    Body["description"] = "the launch is over";
  if (S.Reason == Stop::Finding)
    Body["description"] = S.Rule;
  event("stopped", std::move(Body));
}

void Protocol::catchUp(const UserState &State) {
  // A process that was started anew knows what it knew when it was copied.
  Sequence = std::max(Sequence, State.Sequence);
  NextId = std::max(NextId, State.NextId);
  Breakpoints.clear();
  for (const Breakpoint &B : State.Breakpoints) {
    auto [File, Line] = StringRef(B.Place).rsplit(':');
    int64_t Number = 0;
    Line.getAsInteger(10, Number);
    Breakpoints.push_back({B.Id, File.str(), B.Condition, Number});
  }
}

void Protocol::startLaunch(View &V, UserState &State) {
  // The first stop of all has the client's first breakpoints.
  if (State.Sequence == 0)
    return;
  catchUp(State);
  Session Now{V, State, std::nullopt};
  (void)setBreakpoints(Now);
}

std::optional<Resume> Protocol::passing(const Stop &S, const UserState &State) {
  if (!IsOfProgram)
    return std::nullopt;
  if (S.Reason == Stop::Entry && !State.IsShown)
    return Resume{Resume::Continue};
  if (S.Reason != Stop::End || Going != Resume::Continue)
    return std::nullopt;
  if (!S.Text.empty())
    event("output",
          Object{{"category", "stdout"}, {"output", json::fixUTF8(S.Text)}});
  return Resume{Resume::Leave};
}

Resume Protocol::atStop(View &V, const Stop &S, UserState &State) {
  Session Now{V, State, std::nullopt};
  bool IsFirst = State.Sequence == 0;
  if (IsFirst) {
    reply(*LaunchRequest, nullptr);
    State.Caught = Caught;
    for (const auto &[Id, Why] : setBreakpoints(Now))
      event("breakpoint",
            Object{{"reason", "changed"},
                   {"breakpoint", Object{{"id", Id},
                                         {"verified", false},
                                         {"message", json::fixUTF8(Why)}}}});
  } else {
    catchUp(State);
  }
  auto Leave = [&](Resume How) {
    State.Sequence = Sequence;
    State.NextId = NextId;
    return How;
  };
  if (IsLeft)
    return Leave({State.IsDetached ? Resume::Leave : Resume::Quit});
  if (IsFirst && !StopsOnEntry)
    return Leave({Resume::Continue});
  if (std::optional<Resume> How = IsFirst ? std::nullopt : passing(S, State))
    return Leave(*How);
  // Nobody waits for the end of a launch that nothing was to stop.
  if (S.Reason == Stop::End && !IsOfProgram && !StopsOnEntry &&
      State.Breakpoints.empty() && State.Watchpoints.empty()) {
    event("output",
          Object{{"category", "stdout"}, {"output", json::fixUTF8(S.Text)}});
    event("terminated", {});
    return Leave({Resume::Quit});
  }
  reportStop(S, State);
  while (!Now.Next) {
    std::optional<Object> Request = receive();
    if (!Request)
      return Leave({Resume::Quit});
    answer(*Request, Now);
    bool GoesForward = Now.Next && (Now.Next->Kind == Resume::Continue ||
                                    Now.Next->Kind == Resume::Line ||
                                    Now.Next->Kind == Resume::Instruction);
    if (S.Reason == Stop::End && GoesForward && IsOfProgram) {
      Now.Next = Resume{Resume::Leave};
    } else if (S.Reason == Stop::End && GoesForward) {
      event("terminated", {});
      Now.Next = Resume{Resume::Quit};
    }
  }
  Going = Now.Next->Kind;
  return Leave(*Now.Next);
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
  answer(Request, S);
  // The launch stops, and atStop() has all processes end.
  IsLeft = Kind.has_value();
  return IsLeft;
}

bool Protocol::wantsPause(View &V, UserState &State) {
  if (!hasInput())
    return false;
  catchUp(State);
  Session Now{V, State, std::nullopt};
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

void Protocol::died(int Signal) {
  event("output",
        Object{{"category", "stderr"},
               {"output", fmt::format("the process that runs the kernel was "
                                      "ended by signal {}\n",
                                      Signal)}});
  if (!IsOfProgram)
    event("terminated", {});
}

} // namespace heddle::debugger
