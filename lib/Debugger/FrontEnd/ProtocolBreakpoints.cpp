//===- ProtocolBreakpoints.cpp - Where a client wants to stop -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Protocol.h"
#include "heddle/Debugger/Terminal.h"
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

std::string Protocol::Wanted::place() const {
  return SetBy == Origin::Line ? fmt::format("{}:{}", Name, Line) : Name;
}

bool Protocol::Wanted::isLike(const Wanted &Other) const {
  return SetBy == Other.SetBy && place() == Other.place() &&
         Sent == Other.Sent && Message == Other.Message;
}

void Protocol::take(Wanted W, std::vector<Wanted> &Old, Array &Answers) {
  // A client sends those that it has kept, too, whose times go on.
  auto Same = find_if(Old, [&](const Wanted &O) { return O.isLike(W); });
  if (Same != Old.end()) {
    W = *Same;
    Old.erase(Same);
  } else {
    W.Id = NextId++;
  }
  Object Answer{{"id", W.Id}, {"verified", true}};
  if (W.SetBy == Origin::Line)
    Answer["line"] = W.Line;
  Answers.push_back(std::move(Answer));
  Breakpoints.push_back(std::move(W));
}

Array Protocol::takeBreakpoints(const Object &Arguments, uint64_t Since) {
  std::string File;
  if (const Object *Source = Arguments.getObject("source"))
    File = Source->getString("path")
               .value_or(Source->getString("name").value_or(""))
               .str();
  auto IsOld = [&](const Wanted &W) {
    return W.SetBy == Origin::Line && W.Name == File;
  };
  std::vector<Wanted> Old;
  copy_if(Breakpoints, std::back_inserter(Old), IsOld);
  erase_if(Breakpoints, IsOld);
  Array Result;
  if (const Array *List = Arguments.getArray("breakpoints"))
    for (const Value &One : *List) {
      const Object Empty;
      const Object &B = One.getAsObject() ? *One.getAsObject() : Empty;
      Wanted W;
      W.Name = File;
      W.Line = B.getInteger("line").value_or(0);
      W.Clauses = B.getString("condition").value_or("").str();
      W.Hits = B.getString("hitCondition").value_or("").str();
      W.Sent = W.Clauses + '\n' + W.Hits;
      W.Message = B.getString("logMessage").value_or("").str();
      W.Since = Since;
      take(std::move(W), Old, Result);
    }
  return Result;
}

Array Protocol::takeFunctions(const Object &Arguments, uint64_t Since) {
  auto IsOld = [](const Wanted &W) { return W.SetBy == Origin::Function; };
  std::vector<Wanted> Old;
  copy_if(Breakpoints, std::back_inserter(Old), IsOld);
  erase_if(Breakpoints, IsOld);
  Array Result;
  if (const Array *List = Arguments.getArray("breakpoints"))
    for (const Value &One : *List) {
      const Object Empty;
      const Object &B = One.getAsObject() ? *One.getAsObject() : Empty;
      Wanted W;
      W.SetBy = Origin::Function;
      W.Name = B.getString("name").value_or("").trim().str();
      W.Clauses = B.getString("condition").value_or("").str();
      W.Hits = B.getString("hitCondition").value_or("").str();
      W.Sent = W.Clauses + '\n' + W.Hits;
      W.Since = Since;
      take(std::move(W), Old, Result);
    }
  return Result;
}

/// Whether \p File, as a client names it, is the input at \p Path.
static bool isInput(StringRef File, StringRef Path) {
  bool AreSame = false;
  return File.empty() || File == Path ||
         (!sys::fs::equivalent(File, Path, AreSame) && AreSame);
}

/// The lines of \p Name, a file, that a client means by \p Line.
static Expected<std::vector<uint32_t>> linesOf(StringRef Name, int64_t Line,
                                               const View &V) {
  // Lines of several files are told apart by their names.
  bool IsPTX = V.inputs().size() == 1 && isInput(Name, V.inputs().front());
  Expected<std::vector<uint32_t>> Lines = V.linesOf(
      IsPTX ? std::to_string(Line) : (Name + ":" + Twine(Line)).str());
  if (!Lines) {
    // Files may be named by other paths.
    Expected<std::vector<uint32_t>> Others =
        V.linesOf(fmt::format("{}:{}", sys::path::filename(Name).str(), Line));
    // For the PTX itself the first message says more.
    if (Others || !IsPTX)
      std::swap(Lines, Others);
    if (!Others)
      consumeError(Others.takeError());
    if (!Lines)
      return Lines.takeError();
  }
  return Lines;
}

Expected<Breakpoint> Protocol::place(const Wanted &W, const View &V) {
  Breakpoint B;
  if (W.SetBy == Origin::Function) {
    if (!V.isKernel(W.Name))
      return createStringError("the kernel of this launch is '" +
                               V.kernelName() + "'");
    if (!W.Clauses.empty() || !W.Hits.empty())
      return createStringError("a kernel starts once: only a breakpoint at a "
                               "line has a condition");
    B.IsOfEntry = true;
    return B;
  }
  Expected<std::vector<uint32_t>> Lines = linesOf(W.Name, W.Line, V);
  if (!Lines)
    return Lines.takeError();
  if (Error E = parseClauses(W.Clauses, V, B))
    return std::move(E);
  if (Error E = checkHits(W.Hits))
    return std::move(E);
  B.Lines = std::move(*Lines);
  return B;
}

std::map<int64_t, std::string> Protocol::setBreakpoints(Session &S) {
  std::map<int64_t, std::string> Refused;
  erase_if(S.State.Breakpoints,
           [](const Breakpoint &B) { return B.SetBy != Origin::Command; });
  for (Wanted &W : Breakpoints) {
    Expected<Breakpoint> Placed = place(W, S.V);
    W.IsVerified |= bool(Placed);
    // A kernel that is launched later may have it.
    Breakpoint B;
    if (Placed)
      B = std::move(*Placed);
    else
      Refused[W.Id] = toString(Placed.takeError());
    B.Id = W.Id;
    B.SetBy = W.SetBy;
    B.Place = W.place();
    B.Clauses = W.Clauses;
    B.Hits = W.Hits;
    B.Message = W.Message;
    B.Since = W.Since;
    B.Sent = W.Sent;
    B.IsVerified = W.IsVerified;
    B.IsEnabled = W.IsEnabled;
    S.State.Breakpoints.push_back(std::move(B));
  }
  return Refused;
}

void Protocol::answerBreakpoints(const Object &Request, Array Answers,
                                 Session &S) {
  std::map<int64_t, std::string> Refused = setBreakpoints(S);
  for (Value &One : Answers) {
    Object &B = *One.getAsObject();
    auto Why = Refused.find(B.getInteger("id").value_or(0));
    if (Why == Refused.end())
      continue;
    B["verified"] = false;
    B["message"] = json::fixUTF8(Why->second);
  }
  reply(Request, Object{{"breakpoints", std::move(Answers)}});
}

void Protocol::dataBreakpointInfo(const Object &Request, Session &S) {
  const Object *Arguments = Request.getObject("arguments");
  const std::string Name =
      Arguments ? Arguments->getString("name").value_or("").str() : "";
  Expected<Watchpoint> W = parseWatchpoint(Name, S.V, S.State.Focus);
  if (!W)
    return reply(Request, Object{{"dataId", nullptr},
                                 {"description",
                                  json::fixUTF8(toString(W.takeError()))}});
  reply(Request, Object{{"dataId", Name},
                        {"description", "writes to " + Name},
                        {"accessTypes", Array{"write"}},
                        {"canPersist", false}});
}

/// The watchpoint that a client means.
static Expected<Watchpoint> readWatchpoint(const Object &B, const View &V,
                                           WarpName Focus) {
  if (!B.getString("condition").value_or("").empty() ||
      !B.getString("hitCondition").value_or("").empty())
    return createStringError("a data breakpoint has no condition");
  if (B.getString("accessType").value_or("write") != "write")
    return createStringError("a data breakpoint is about writes");
  return parseWatchpoint(B.getString("dataId").value_or(""), V, Focus);
}

void Protocol::dataBreakpoints(const Object &Request, Session &S) {
  const Object *Arguments = Request.getObject("arguments");
  erase_if(S.State.Watchpoints,
           [](const Watchpoint &W) { return W.SetBy != Origin::Command; });
  Array Result;
  if (const Array *List =
          Arguments ? Arguments->getArray("breakpoints") : nullptr)
    for (const Value &One : *List) {
      const Object Empty;
      Expected<Watchpoint> W = readWatchpoint(
          One.getAsObject() ? *One.getAsObject() : Empty, S.V, S.State.Focus);
      if (!W) {
        Result.push_back(
            Object{{"verified", false},
                   {"message", json::fixUTF8(toString(W.takeError()))}});
        continue;
      }
      W->Id = NextId++;
      W->SetBy = Origin::Line;
      Result.push_back(Object{{"id", W->Id}, {"verified", true}});
      S.State.Watchpoints.push_back(std::move(*W));
    }
  reply(Request, Object{{"breakpoints", std::move(Result)}});
}

} // namespace heddle::debugger
