//===- Protocol.cpp - The debugger behind a protocol ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Protocol.h"
#include "Options.h"
#include "Streams.h"
#include "Terminal.h"
#include "heddle/Machine/LaneMask.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

using namespace llvm;
using namespace heddle::debugger;
using json::Array;
using json::Object;
using json::Value;

namespace heddle {

/// Warps of a block; the protocol's threads count from 1.
static constexpr int64_t WarpsPerBlock = 64;
/// The kinds of variables that a frame has.
enum ScopeKind : int64_t { Registers, Machine, Stack, Memory, NumScopes };

static int64_t threadOf(WarpName Name) {
  return int64_t(Name.Block) * WarpsPerBlock + Name.Warp + 1;
}
static WarpName warpOf(int64_t Thread) {
  return {uint64_t((Thread - 1) / WarpsPerBlock),
          unsigned((Thread - 1) % WarpsPerBlock)};
}

std::optional<Object> Protocol::receive() {
  size_t Length = 0;
  while (true) {
    std::optional<std::string> Line = readLine();
    if (!Line)
      return std::nullopt;
    StringRef Text = StringRef(*Line).trim();
    if (Text.empty())
      break;
    if (Text.consume_front("Content-Length:") &&
        Text.trim().getAsInteger(10, Length))
      return std::nullopt;
  }
  std::optional<std::string> Body = readBytes(Length);
  if (!Body)
    return std::nullopt;
  Expected<Value> Read = json::parse(*Body);
  if (!Read) {
    consumeError(Read.takeError());
    return std::nullopt;
  }
  Object *Message = Read->getAsObject();
  if (!Message)
    return std::nullopt;
  return std::move(*Message);
}

void Protocol::send(Object Message) {
  Message["seq"] = ++Sequence;
  std::string Text;
  raw_string_ostream TextStream(Text);
  TextStream << Value(std::move(Message));
  OS << "Content-Length: " << Text.size() << "\r\n\r\n" << Text;
  OS.flush();
}

void Protocol::event(StringRef Name, Object Body) {
  send(Object{{"type", "event"}, {"event", Name}, {"body", std::move(Body)}});
}

void Protocol::reply(const Object &Request, Value Body) {
  send(Object{{"type", "response"},
              {"request_seq", Request.getInteger("seq").value_or(0)},
              {"command", Request.getString("command").value_or("").str()},
              {"success", true},
              {"body", std::move(Body)}});
}

void Protocol::fail(const Object &Request, StringRef Why) {
  send(Object{{"type", "response"},
              {"request_seq", Request.getInteger("seq").value_or(0)},
              {"command", Request.getString("command").value_or("").str()},
              {"success", false},
              {"message", json::fixUTF8(Why)}});
}

static Object capabilities() {
  Object Result;
  for (StringRef Name :
       {"supportsConfigurationDoneRequest", "supportsConditionalBreakpoints",
        "supportsStepBack", "supportsEvaluateForHovers",
        "supportsSteppingGranularity", "supportsDataBreakpoints",
        "supportsTerminateRequest"})
    Result[Name] = true;
  return Result;
}

/// 8, "8,4" or [8, 4].
static Expected<sm::Dim3> sizeOf(StringRef Name, const Value *From) {
  std::string Text;
  if (From && From->getAsInteger())
    Text = std::to_string(*From->getAsInteger());
  else if (From && From->getAsString())
    Text = From->getAsString()->str();
  else if (From && From->getAsArray())
    for (const Value &Part : *From->getAsArray())
      Text += (Text.empty() ? "" : ",") +
              std::to_string(Part.getAsInteger().value_or(0));
  if (Text.empty())
    return createStringError("the launch has no '" + Name + "'");
  return parseSize(Name, Text);
}

Error Protocol::readLaunch(const Object &Arguments, LaunchSpec &Spec) {
  Spec.Program = Arguments.getString("program").value_or("").str();
  if (Spec.Program.empty())
    return createStringError("the launch has no 'program'");
  Program = Spec.Program;
  Spec.Entry = Arguments.getString("entry").value_or("").str();
  Spec.Arch = Arguments.getString("arch").value_or("").str();
  StopsOnEntry = Arguments.getBoolean("stopOnEntry").value_or(false);
  Expected<sm::Dim3> Grid = sizeOf("grid", Arguments.get("grid"));
  if (!Grid)
    return Grid.takeError();
  Expected<sm::Dim3> Block = sizeOf("block", Arguments.get("block"));
  if (!Block)
    return Block.takeError();
  Spec.Grid = *Grid;
  Spec.Block = *Block;
  Spec.Arguments.clear();
  const Value *Given = Arguments.get("args");
  if (Given && Given->kind() != Value::Null && !Given->getAsArray())
    return createStringError("'args' is a list");
  if (const Array *List = Given ? Given->getAsArray() : nullptr)
    for (const Value &One : *List) {
      Expected<runtime::Argument> A =
          runtime::parseArgument(One.getAsString().value_or(""));
      if (!A)
        return A.takeError();
      Spec.Arguments.push_back(std::move(*A));
    }
  return Error::success();
}

Array Protocol::takeBreakpoints(const Object &Arguments) {
  std::string File;
  if (const Object *Source = Arguments.getObject("source"))
    File = Source->getString("path")
               .value_or(Source->getString("name").value_or(""))
               .str();
  erase_if(Breakpoints, [&](const Wanted &W) { return W.File == File; });
  Array Result;
  if (const Array *List = Arguments.getArray("breakpoints"))
    for (const Value &One : *List) {
      const Object *B = One.getAsObject();
      if (!B)
        continue;
      Wanted W{NextId++, File, B->getString("condition").value_or("").str(),
               B->getInteger("line").value_or(0)};
      Result.push_back(
          Object{{"id", W.Id}, {"verified", true}, {"line", W.Line}});
      Breakpoints.push_back(std::move(W));
    }
  return Result;
}

bool Protocol::answerBefore(const Object &Request, LaunchSpec &Spec) {
  StringRef Command = Request.getString("command").value_or("");
  const Object None;
  const Object *Given = Request.getObject("arguments");
  const Object &Arguments = Given ? *Given : None;
  if (Command == "initialize") {
    reply(Request, capabilities());
    event("initialized", {});
  } else if (Command == "launch") {
    if (Error E = readLaunch(Arguments, Spec))
      fail(Request, toString(std::move(E)));
    else
      LaunchRequest = Request;
  } else if (Command == "setBreakpoints") {
    reply(Request, Object{{"breakpoints", takeBreakpoints(Arguments)}});
  } else if (Command == "setExceptionBreakpoints") {
    reply(Request, Object{{"breakpoints", Array()}});
  } else if (Command == "configurationDone") {
    IsConfigured = true;
    reply(Request, nullptr);
  } else if (Command == "threads") {
    reply(Request, Object{{"threads", Array()}});
  } else {
    return false;
  }
  return true;
}

bool Protocol::prepare(LaunchSpec &Spec) {
  while (!LaunchRequest || !IsConfigured) {
    std::optional<Object> Request = receive();
    if (!Request)
      return false;
    StringRef Command = Request->getString("command").value_or("");
    if (Command == "disconnect" || Command == "terminate") {
      reply(*Request, nullptr);
      return false;
    }
    if (!answerBefore(*Request, Spec))
      fail(*Request, "there is no launch yet");
  }
  return true;
}

void Protocol::refuse(StringRef Why) {
  if (LaunchRequest)
    fail(*LaunchRequest, Why);
  event("terminated", {});
}

/// Whether \p File, as a client names it, is the PTX that is debugged.
static bool isProgram(StringRef File, StringRef Program) {
  bool AreSame = false;
  return File.empty() || File == Program ||
         (!sys::fs::equivalent(File, Program, AreSame) && AreSame);
}

Expected<Breakpoint> Protocol::place(const Wanted &W, const View &V) const {
  bool IsPTX = isProgram(W.File, Program);
  Expected<std::vector<uint32_t>> Lines = V.linesOf(
      IsPTX ? std::to_string(W.Line) : fmt::format("{}:{}", W.File, W.Line));
  if (!Lines) {
    // Files may be named by other paths.
    Expected<std::vector<uint32_t>> Others = V.linesOf(
        fmt::format("{}:{}", sys::path::filename(W.File).str(), W.Line));
    // For the PTX itself the first message says more.
    if (Others || !IsPTX)
      std::swap(Lines, Others);
    if (!Others)
      consumeError(Others.takeError());
    if (!Lines)
      return Lines.takeError();
  }
  if (!W.Condition.empty())
    if (Error E = V.checkCondition(W.Condition))
      return std::move(E);
  Breakpoint B;
  B.Id = W.Id;
  B.Place = fmt::format("{}:{}", W.File, W.Line);
  B.Lines = std::move(*Lines);
  B.Condition = W.Condition;
  return B;
}

std::map<int64_t, std::string> Protocol::setBreakpoints(Session &S) {
  std::map<int64_t, std::string> Refused;
  S.State.Breakpoints.clear();
  for (const Wanted &W : Breakpoints)
    if (Expected<Breakpoint> B = place(W, S.V))
      S.State.Breakpoints.push_back(std::move(*B));
    else
      Refused[W.Id] = toString(B.takeError());
  return Refused;
}

Array Protocol::threads(const Session &S) const {
  Array Result;
  for (WarpName Name : S.V.warps()) {
    WarpPlace P = S.V.place(Name);
    if (P.State != sm::WarpState::Done)
      Result.push_back(
          Object{{"id", threadOf(Name)},
                 {"name", fmt::format("block {} warp {}",
                                      sm::tripleText(P.Block), Name.Warp)}});
  }
  return Result;
}

/// The PTX line, and above it the source that it was made from.
Value Protocol::frames(const Object &Arguments, const Session &S) const {
  WarpName Name = warpOf(Arguments.getInteger("threadId").value_or(1));
  Array Frames;
  if (!S.V.find(Name))
    return Object{{"stackFrames", std::move(Frames)}, {"totalFrames", 0}};
  WarpPlace P = S.V.place(Name);
  auto Add = [&](std::string Text, StringRef File, int64_t Line, int64_t Id) {
    Frames.push_back(
        Object{{"id", Id},
               {"name", std::move(Text)},
               {"line", Line},
               {"column", 1},
               {"instructionPointerReference", fmt::format("{:#x}", P.Address)},
               {"source", Object{{"name", sys::path::filename(File).str()},
                                 {"path", File.str()}}}});
  };
  std::string What = fmt::format("{} lanes {} {}", S.V.kernel().Info.Name,
                                 sm::laneMask(P.Active, 0), P.Instruction);
  int64_t Id = threadOf(Name) * 2;
  if (!P.Source.empty()) {
    auto [File, Line] = StringRef(P.Source).rsplit(':');
    int64_t Number = 0;
    Line.getAsInteger(10, Number);
    Add(S.V.kernel().Info.Name, File, Number, Id + 1);
  }
  SmallString<128> Path(Program);
  sys::fs::make_absolute(Path);
  Add(What, Path, P.Line, Id);
  int64_t Count = int64_t(Frames.size());
  return Object{{"stackFrames", std::move(Frames)}, {"totalFrames", Count}};
}

Value Protocol::scopes(const Object &Arguments) const {
  int64_t Thread = Arguments.getInteger("frameId").value_or(2) / 2;
  Array Result;
  auto Add = [&](StringRef Name, ScopeKind Kind, bool IsExpensive) {
    Result.push_back(Object{{"name", Name},
                            {"variablesReference", Thread * NumScopes + Kind},
                            {"expensive", IsExpensive}});
  };
  Add("Registers", Registers, false);
  Add("Divergence stack", Stack, false);
  Add("Memory", Memory, true);
  Add("Machine registers", Machine, true);
  return Object{{"scopes", std::move(Result)}};
}

Value Protocol::variables(const Object &Arguments, const Session &S) const {
  int64_t Reference = Arguments.getInteger("variablesReference").value_or(0);
  WarpName Name = warpOf(Reference / NumScopes);
  Array Result;
  auto Add = [&](StringRef Line, StringRef Separator) {
    auto [Word, Text] = Line.split(Separator);
    Result.push_back(Object{{"name", Word.trim().str()},
                            {"value", Text.trim().str()},
                            {"variablesReference", 0}});
  };
  if (!S.V.find(Name))
    return Object{{"variables", std::move(Result)}};
  switch (ScopeKind(Reference % NumScopes)) {
  case Registers:
    for (const std::string &Line : S.V.registers(Name))
      Add(Line, " = ");
    break;
  case Machine:
    for (const std::string &Line : S.V.machineRegisters(Name))
      Add(Line, "=");
    break;
  case Stack:
    for (const std::string &Line : S.V.stack(Name))
      Add(Line, " ");
    break;
  case Memory: {
    S.State.Focus = Name;
    for (const std::string &One : S.V.memoryNames()) {
      std::string Text;
      raw_string_ostream TextStream(Text);
      CommandContext Context{S.V, S.State, TextStream};
      std::optional<Resume> Next;
      if (Error E = runCommand("print " + One, Context, Next)) {
        consumeError(std::move(E));
        continue;
      }
      Add(Text, " =");
    }
    break;
  }
  case NumScopes:
    break;
  }
  return Object{{"variables", std::move(Result)}};
}

void Protocol::evaluate(const Object &Request, const Session &S) {
  const Object *Arguments = Request.getObject("arguments");
  if (!Arguments)
    return fail(Request, "there is nothing to evaluate");
  if (std::optional<int64_t> Frame = Arguments->getInteger("frameId"))
    if (WarpName Name = warpOf(*Frame / 2); S.V.find(Name))
      S.State.Focus = Name;
  std::string Expression =
      Arguments->getString("expression").value_or("").str();
  std::string Text;
  raw_string_ostream TextStream(Text);
  CommandContext Context{S.V, S.State, TextStream};
  std::optional<Resume> Next;
  // The console of a client takes the commands of the terminal, too.
  bool IsCommand = Arguments->getString("context") == "repl" &&
                   StringRef(Expression).contains(' ');
  if (Error E = runCommand(IsCommand ? Expression : "print " + Expression,
                           Context, Next))
    return fail(Request, toString(std::move(E)));
  if (Next)
    return fail(Request, "the client's own buttons go on");
  StringRef Result = StringRef(Text).rtrim();
  if (!IsCommand)
    Result = Result.split(" =").second.trim();
  reply(Request, Object{{"result", Result.str()}, {"variablesReference", 0}});
}

void Protocol::dataBreakpoints(const Object &Request, Session &S) {
  const Object *Arguments = Request.getObject("arguments");
  S.State.Watchpoints.clear();
  Array Result;
  if (const Array *List =
          Arguments ? Arguments->getArray("breakpoints") : nullptr)
    for (const Value &One : *List) {
      const Object *B = One.getAsObject();
      StringRef What = B ? B->getString("dataId").value_or("") : "";
      Expected<Watchpoint> W = parseWatchpoint(What, S.V, S.State.Focus);
      if (!W) {
        Result.push_back(
            Object{{"verified", false}, {"message", toString(W.takeError())}});
        continue;
      }
      W->Id = NextId++;
      Result.push_back(Object{{"id", W->Id}, {"verified", true}});
      S.State.Watchpoints.push_back(std::move(*W));
    }
  reply(Request, Object{{"breakpoints", std::move(Result)}});
}

bool Protocol::answerQuestion(const Object &Request, StringRef Command,
                              Session &S) {
  const Object None;
  const Object *Given = Request.getObject("arguments");
  const Object &Arguments = Given ? *Given : None;
  if (Command == "threads")
    reply(Request, Object{{"threads", threads(S)}});
  else if (Command == "stackTrace")
    reply(Request, frames(Arguments, S));
  else if (Command == "scopes")
    reply(Request, scopes(Arguments));
  else if (Command == "variables")
    reply(Request, variables(Arguments, S));
  else if (Command == "evaluate")
    evaluate(Request, S);
  else if (Command == "setBreakpoints") {
    Array Result = takeBreakpoints(Arguments);
    std::map<int64_t, std::string> Refused = setBreakpoints(S);
    for (Value &One : Result) {
      Object &B = *One.getAsObject();
      auto Why = Refused.find(B.getInteger("id").value_or(0));
      if (Why == Refused.end())
        continue;
      B["verified"] = false;
      B["message"] = json::fixUTF8(Why->second);
    }
    reply(Request, Object{{"breakpoints", std::move(Result)}});
  } else if (Command == "dataBreakpointInfo") {
    std::string Name = Arguments.getString("name").value_or("").str();
    reply(Request, Object{{"dataId", Name},
                          {"description", "writes to " + Name},
                          {"accessTypes", Array{"write"}}});
  } else if (Command == "setDataBreakpoints")
    dataBreakpoints(Request, S);
  else if (Command == "setExceptionBreakpoints")
    reply(Request, Object{{"breakpoints", Array()}});
  else
    return false;
  return true;
}

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
  S.Next = Resume{*Kind};
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
    return "exception";
  }
  llvm_unreachable("unknown reason");
}

void Protocol::reportStop(const Stop &S, const UserState &State) {
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

Resume Protocol::atStop(View &V, const Stop &S, UserState &State) {
  Session Now{V, State, std::nullopt};
  bool IsFirst = State.Sequence == 0;
  if (IsFirst) {
    reply(*LaunchRequest, nullptr);
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
    return Leave({Resume::Quit});
  if (IsFirst && !StopsOnEntry)
    return Leave({Resume::Continue});
  // Nobody waits for the end of a launch that nothing was to stop.
  if (S.Reason == Stop::End && !StopsOnEntry && State.Breakpoints.empty() &&
      State.Watchpoints.empty()) {
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
    if (S.Reason == Stop::End && GoesForward) {
      event("terminated", {});
      Now.Next = Resume{Resume::Quit};
    }
  }
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
  std::optional<Object> Request = receive();
  IsLeft = !Request;
  bool Stops = !Request || answerRunning(*Request, Now);
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
  event("terminated", {});
}

} // namespace heddle
