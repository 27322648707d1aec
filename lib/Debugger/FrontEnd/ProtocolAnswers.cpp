//===- ProtocolAnswers.cpp - What a client is told of a launch ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Protocol.h"
#include "heddle/Debugger/Terminal.h"
#include "heddle/Debugger/Values.h"
#include "heddle/Machine/LaneMask.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <fmt/format.h>

using namespace llvm;
using json::Array;
using json::Object;
using json::Value;

namespace heddle::debugger {

/// The number of the PTX that no file has, in the protocol.
constexpr int64_t TextReference = 1;

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
  // A client goes back from a thread that has stopped, also from the end.
  if (Result.empty())
    Result.push_back(Object{{"id", threadOf(S.State.Focus)},
                            {"name", "the launch is over"}});
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

/// A file as a client can open it: by its path, or by a number if only the
/// debugger knows its text.
static Object sourceOf(StringRef Path, bool IsText) {
  Object Result{{"name", json::fixUTF8(sys::path::filename(Path))}};
  if (IsText && !sys::fs::exists(Path)) {
    Result["sourceReference"] = TextReference;
    return Result;
  }
  Result["path"] = json::fixUTF8(Path);
  if (!sys::fs::exists(Path))
    Result["presentationHint"] = "deemphasize";
  return Result;
}

/// The part of \p Frames that was asked for.
static Value framesOf(const Object &Arguments, Array Frames) {
  const int64_t Count = int64_t(Frames.size());
  const int64_t First = std::clamp<int64_t>(
      Arguments.getInteger("startFrame").value_or(0), 0, Count);
  int64_t Levels = Arguments.getInteger("levels").value_or(0);
  if (Levels <= 0 || Levels > Count - First)
    Levels = Count - First;
  Array Part;
  for (int64_t N = First; N != First + Levels; ++N)
    Part.push_back(std::move(Frames[size_t(N)]));
  return Object{{"stackFrames", std::move(Part)}, {"totalFrames", Count}};
}

/// The line of \p P; where its code is of none, as at a kernel's start, that of
/// the code behind it.
static uint32_t lineOf(const WarpPlace &P, const View &V) {
  if (P.Line != 0)
    return P.Line;
  for (const object::LineEntry &L : V.kernel().Lines)
    if (L.Address >= P.Address && L.Line != 0)
      return L.Line;
  return 0;
}

/// The PTX line, and above it the source that it was made from.
Value Protocol::frames(const Object &Arguments, const Session &S) {
  const WarpName Name = warpOf(
      Arguments.getInteger("threadId").value_or(threadOf(S.State.Focus)));
  const int64_t Id = threadOf(Name) * 2;
  Array Frames;
  if (!S.V.find(Name)) {
    Frames.push_back(
        Object{{"id", Id},
               {"name", S.V.warps().empty() ? "the launch is over"
                                            : "the warp has ended"},
               {"line", 0},
               {"column", 0},
               {"presentationHint", "label"}});
    return framesOf(Arguments, std::move(Frames));
  }
  WarpPlace P = S.V.place(Name);
  auto Add = [&](std::string Text, Object Source, int64_t Line,
                 int64_t Number) {
    Frames.push_back(
        Object{{"id", Number},
               {"name", std::move(Text)},
               {"line", Line},
               {"column", 1},
               {"instructionPointerReference", fmt::format("{:#x}", P.Address)},
               {"source", std::move(Source)}});
  };
  std::string What = fmt::format("{} lanes {} {}", S.V.kernelName(),
                                 sm::laneMask(P.Active, 0), P.Instruction);
  if (!P.Source.empty()) {
    auto [File, Line] = StringRef(P.Source).rsplit(':');
    int64_t Number = 0;
    Line.getAsInteger(10, Number);
    Add(S.V.kernelName(), sourceOf(File, false), Number, Id + 1);
  }
  object::Module::Place At = S.V.module().placeOf(lineOf(P, S.V));
  Add(What, sourceOf(pathOf(At.File, S.V), !S.V.text().empty()), At.Line, Id);
  return framesOf(Arguments, std::move(Frames));
}

void Protocol::source(const Object &Request, const Session &S) {
  const Object *Arguments = Request.getObject("arguments");
  const Object *Source = Arguments ? Arguments->getObject("source") : nullptr;
  const int64_t Number =
      Arguments
          ? Arguments->getInteger("sourceReference")
                .value_or(
                    Source ? Source->getInteger("sourceReference").value_or(0)
                           : 0)
          : 0;
  if (Number != TextReference || S.V.text().empty())
    return fail(Request, "only the PTX of the launch is known, by its number");
  reply(Request, Object{{"content", json::fixUTF8(S.V.text())},
                        {"mimeType", "text/x-ptx"}});
}

Value Protocol::scopes(const Object &Arguments, const Session &S) {
  const WarpName Name = warpOf(
      Arguments.getInteger("frameId").value_or(threadOf(S.State.Focus) * 2) /
      2);
  Array Result;
  auto Add = [&](StringRef Title, Scope Kind, bool IsExpensive) {
    Lists.push_back({Name, Kind});
    Object One{{"name", Title},
               {"variablesReference", int64_t(Lists.size())},
               {"expensive", IsExpensive}};
    if (Kind == Scope::Locals || Kind == Scope::Registers)
      One["presentationHint"] = Kind == Scope::Locals ? "locals" : "registers";
    Result.push_back(std::move(One));
  };
  if (S.V.find(Name)) {
    Expected<std::vector<std::string>> Locals = S.V.locals(Name);
    if (Locals)
      Add("Locals", Scope::Locals, false);
    else
      consumeError(Locals.takeError());
    Add("Registers", Scope::Registers, false);
    Add("Divergence stack", Scope::Stack, false);
  }
  Add("Memory", Scope::Memory, true);
  if (S.V.find(Name))
    Add("Machine registers", Scope::Machine, true);
  return Object{{"scopes", std::move(Result)}};
}

Value Protocol::variables(const Object &Arguments, const Session &S) {
  const int64_t Reference =
      Arguments.getInteger("variablesReference").value_or(0);
  Array Result;
  auto Add = [&](StringRef Line, StringRef Separator) {
    auto [Word, Text] = Line.split(Separator);
    Result.push_back(Object{{"name", json::fixUTF8(Word.trim())},
                            {"value", json::fixUTF8(Text.trim())},
                            {"evaluateName", json::fixUTF8(Word.trim())},
                            {"variablesReference", 0}});
  };
  auto AddAll = [&](ArrayRef<std::string> Lines, StringRef Separator) {
    for (const std::string &Line : Lines)
      Add(Line, Separator);
  };
  if (Reference < 1 || size_t(Reference) > Lists.size())
    return Object{{"variables", std::move(Result)}};
  auto [Name, Kind] = Lists[size_t(Reference) - 1];
  if (Kind == Scope::Memory) {
    for (const std::string &One : S.V.memoryNames()) {
      Expected<MemoryPart> Part = parseMemory(One, S.V, Name, 16);
      if (!Part) {
        consumeError(Part.takeError());
        continue;
      }
      std::string Text = One + " =";
      for (uint64_t I = Part->First; I != Part->End; ++I)
        Text += " " + Part->text(I);
      Add(Text, " =");
    }
    return Object{{"variables", std::move(Result)}};
  }
  if (!S.V.find(Name))
    return Object{{"variables", std::move(Result)}};
  switch (Kind) {
  case Scope::Locals:
    if (Expected<std::vector<std::string>> Locals = S.V.locals(Name))
      AddAll(*Locals, " = ");
    else
      consumeError(Locals.takeError());
    break;
  case Scope::Registers:
    AddAll(S.V.registers(Name), " = ");
    break;
  case Scope::Machine:
    AddAll(S.V.machineRegisters(Name), "=");
    break;
  case Scope::Stack:
    AddAll(S.V.stack(Name), " ");
    break;
  case Scope::Memory:
    break;
  }
  return Object{{"variables", std::move(Result)}};
}

void Protocol::keepChanges(const Session &S) {
  const std::vector<Wanted> Before = std::move(Breakpoints);
  catchUp(S.State);
  // The client shows those that a command has deleted, and would send them
  // again.
  for (const Wanted &W : Before)
    if (none_of(Breakpoints, [&](const Wanted &B) { return B.Id == W.Id; }))
      event("breakpoint",
            Object{{"reason", "removed"},
                   {"breakpoint", Object{{"id", W.Id}, {"verified", false}}}});
}

void Protocol::evaluate(const Object &Request, Session &S) {
  const Object *Arguments = Request.getObject("arguments");
  if (!Arguments)
    return fail(Request, "there is nothing to evaluate");
  if (std::optional<int64_t> Frame = Arguments->getInteger("frameId"))
    if (WarpName Name = warpOf(*Frame / 2); S.V.find(Name))
      S.State.Focus = Name;
  const StringRef Expression =
      Arguments->getString("expression").value_or("").trim();
  auto Answer = [&](StringRef Text) {
    reply(Request, Object{{"result", json::fixUTF8(Text.rtrim())},
                          {"variablesReference", 0}});
  };
  Expected<std::string> Value = valueText(Expression, S.V, S.State.Focus);
  if (Value)
    return Answer(*Value);
  const std::string Why = toString(Value.takeError());
  // The console of a client takes the commands of the terminal, too.
  if (Arguments->getString("context") != "repl" ||
      Expression.starts_with("%") || Expression.starts_with("$"))
    return fail(Request, Why);
  std::string Text;
  raw_string_ostream TextStream(Text);
  CommandContext Context{S.V, S.State, TextStream};
  std::optional<Resume> Next;
  // Its breakpoints have numbers of their own, and the client's go on behind.
  S.State.NextId = std::max(S.State.NextId, NextId);
  const unsigned FirstId = S.State.NextId;
  Error Failed = runCommand(Expression, Context, Next);
  if (Next && S.IsRunning)
    erase_if(S.State.Breakpoints,
             [&](const Breakpoint &B) { return B.IsUntil && B.Id >= FirstId; });
  keepChanges(S);
  if (Failed)
    return fail(Request, toString(std::move(Failed)));
  if (Next && S.IsRunning)
    return fail(Request, "the kernel runs");
  Answer(Text);
  if (!Next)
    return;
  if (Next->Kind == Resume::Quit)
    sayEnd(0);
  else
    event("continued", Object{{"threadId", threadOf(S.State.Focus)},
                              {"allThreadsContinued", true}});
  S.Next = Next;
}

void Protocol::complete(const Object &Request, const Session &S) {
  const Object *Arguments = Request.getObject("arguments");
  const StringRef Text =
      Arguments ? Arguments->getString("text").value_or("") : "";
  const int64_t Column = std::clamp<int64_t>(
      Arguments ? Arguments->getInteger("column").value_or(1) - 1 : 0, 0,
      int64_t(Text.size()));
  Array Targets;
  for (const std::string &One :
       completions(Text.take_front(size_t(Column)), S.V, S.State.Focus))
    Targets.push_back(Object{
        {"label", json::fixUTF8(One)}, {"start", 0}, {"length", Column}});
  reply(Request, Object{{"targets", std::move(Targets)}});
}

void Protocol::exceptionInfo(const Object &Request) {
  if (Last.Reason != Stop::Fault && Last.Reason != Stop::Finding)
    return fail(Request, "the launch stands at no fault and no finding");
  reply(Request, Object{{"exceptionId",
                         Last.Reason == Stop::Fault ? "fault" : Last.Rule},
                        {"description", json::fixUTF8(Last.Text)},
                        {"breakMode", "always"}});
}

bool Protocol::answerQuestion(const Object &Request, StringRef Command,
                              Session &S) {
  const Object None;
  const Object *Given = Request.getObject("arguments");
  const Object &Arguments = Given ? *Given : None;
  const uint64_t Since = S.V.time().Step + 1;
  if (Command == "threads") {
    reply(Request, Object{{"threads", threads(S)}});
  } else if (Command == "stackTrace") {
    reply(Request, frames(Arguments, S));
  } else if (Command == "scopes") {
    reply(Request, scopes(Arguments, S));
  } else if (Command == "variables") {
    reply(Request, variables(Arguments, S));
  } else if (Command == "evaluate") {
    evaluate(Request, S);
  } else if (Command == "completions") {
    complete(Request, S);
  } else if (Command == "source") {
    source(Request, S);
  } else if (Command == "setBreakpoints") {
    answerBreakpoints(Request, takeBreakpoints(Arguments, Since), S);
  } else if (Command == "setFunctionBreakpoints") {
    answerBreakpoints(Request, takeFunctions(Arguments, Since), S);
  } else if (Command == "dataBreakpointInfo") {
    dataBreakpointInfo(Request, S);
  } else if (Command == "setDataBreakpoints") {
    dataBreakpoints(Request, S);
  } else if (Command == "setExceptionBreakpoints") {
    Catches Wanted;
    Array Answers = readFilters(Arguments, S.V.checkers(), Wanted);
    S.State.Caught = Wanted;
    reply(Request, Object{{"breakpoints", std::move(Answers)}});
  } else if (Command == "exceptionInfo") {
    exceptionInfo(Request);
  } else if (Command == "configurationDone" || Command == "pause" ||
             Command == "cancel") {
    reply(Request, nullptr);
  } else if (Command == "launch" || Command == "attach" ||
             Command == "initialize") {
    fail(Request, "there is a launch already");
  } else {
    return false;
  }
  return true;
}

} // namespace heddle::debugger
