//===- ProtocolAnswers.cpp - What a client is told of a launch ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Protocol.h"
#include "heddle/Debugger/Terminal.h"
#include "heddle/Machine/LaneMask.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

using namespace llvm;
using json::Array;
using json::Object;
using json::Value;

namespace heddle::debugger {

/// The kinds of variables that a frame has.
enum ScopeKind : int64_t { Registers, Machine, Stack, Memory, NumScopes };

/// Whether \p File, as a client names it, is the input at \p Path.
static bool isInput(StringRef File, StringRef Path) {
  bool AreSame = false;
  return File.empty() || File == Path ||
         (!sys::fs::equivalent(File, Path, AreSame) && AreSame);
}

Expected<Breakpoint> Protocol::place(const Wanted &W, const View &V) {
  // Lines of several files are told apart by their names.
  bool IsPTX = V.inputs().size() == 1 && isInput(W.File, V.inputs().front());
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
  for (const Wanted &W : Breakpoints) {
    Expected<Breakpoint> B = place(W, S.V);
    if (B) {
      S.State.Breakpoints.push_back(std::move(*B));
    } else {
      Refused[W.Id] = toString(B.takeError());
      // A kernel that is launched later may have it.
      if (S.V.isOfProgram()) {
        Breakpoint Pending;
        Pending.Id = W.Id;
        Pending.Place = fmt::format("{}:{}", W.File, W.Line);
        Pending.Condition = W.Condition;
        S.State.Breakpoints.push_back(std::move(Pending));
      }
    }
  }
  return Refused;
}

Array Protocol::threads(const Session &S) {
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

/// The path of PTX that the module calls \p File: an input, or what lies beside
/// an object that was made of it.
static std::string pathOf(StringRef File, const View &V) {
  StringRef Name = sys::path::filename(File);
  SmallString<128> Path(V.inputs().front());
  auto It = find_if(V.inputs(), [&](StringRef Input) {
    return sys::path::filename(Input) == Name;
  });
  if (It != V.inputs().end()) {
    Path = *It;
  } else if (!Name.empty()) {
    SmallString<128> Beside = sys::path::parent_path(Path);
    sys::path::append(Beside, Name);
    if (sys::fs::exists(Beside))
      Path = Beside;
  }
  // Without a working folder a client gets the path as it is.
  (void)sys::fs::make_absolute(Path);
  return std::string(Path);
}

/// The PTX line, and above it the source that it was made from.
Value Protocol::frames(const Object &Arguments, const Session &S) {
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
  std::string What = fmt::format("{} lanes {} {}", S.V.kernelName(),
                                 sm::laneMask(P.Active, 0), P.Instruction);
  int64_t Id = threadOf(Name) * 2;
  if (!P.Source.empty()) {
    auto [File, Line] = StringRef(P.Source).rsplit(':');
    int64_t Number = 0;
    Line.getAsInteger(10, Number);
    Add(S.V.kernelName(), File, Number, Id + 1);
  }
  object::Module::Place At = S.V.module().placeOf(P.Line);
  Add(What, pathOf(At.File, S.V), At.Line, Id);
  int64_t Count = int64_t(Frames.size());
  return Object{{"stackFrames", std::move(Frames)}, {"totalFrames", Count}};
}

Value Protocol::scopes(const Object &Arguments) {
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

Value Protocol::variables(const Object &Arguments, const Session &S) {
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

void Protocol::exceptionInfo(const Object &Request) {
  if (Last.Reason != Stop::Fault && Last.Reason != Stop::Finding)
    return fail(Request, "the launch stands at no fault and no finding");
  reply(Request, Object{{"exceptionId",
                         Last.Reason == Stop::Fault ? "fault" : Last.Rule},
                        {"description", json::fixUTF8(Last.Text)},
                        {"breakMode", "always"}});
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
  else if (Command == "setExceptionBreakpoints") {
    Catches Wanted;
    Array Answers = readFilters(Arguments, S.V.checkers(), Wanted);
    S.State.Caught = Wanted;
    reply(Request, Object{{"breakpoints", std::move(Answers)}});
  } else if (Command == "exceptionInfo")
    exceptionInfo(Request);
  else
    return false;
  return true;
}

} // namespace heddle::debugger
