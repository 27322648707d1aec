//===- State.cpp - What survives going back, as text ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeTravel.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using json::Array;
using json::Object;
using json::ObjectMapper;
using json::Path;
using json::Value;

namespace heddle::debugger {

static Value toJSON(const std::optional<std::array<uint32_t, 3>> &Index) {
  if (!Index)
    return nullptr;
  return Array{int64_t((*Index)[0]), int64_t((*Index)[1]),
               int64_t((*Index)[2])};
}

static std::optional<std::array<uint32_t, 3>> readIndex(const Value *From) {
  const Array *List = From ? From->getAsArray() : nullptr;
  if (!List || List->size() != 3)
    return std::nullopt;
  std::array<uint32_t, 3> Index;
  for (unsigned I = 0; I != 3; ++I)
    Index[I] = uint32_t((*List)[I].getAsInteger().value_or(0));
  return Index;
}

/// Reads a number of any width; the mapper knows only some.
template <class N>
static bool readNumber(const Value &From, StringRef Name, N &To) {
  const Object *O = From.getAsObject();
  const Value *Number = O ? O->get(Name) : nullptr;
  std::optional<uint64_t> Read = Number ? Number->getAsUINT64() : std::nullopt;
  if (!Read)
    return false;
  To = static_cast<N>(*Read);
  return true;
}

static Value toJSON(const Breakpoint &B) {
  Array Lines;
  for (uint32_t Line : B.Lines)
    Lines.push_back(int64_t(Line));
  return Object{{"id", B.Id},
                {"place", json::fixUTF8(B.Place)},
                {"kernel", json::fixUTF8(B.Kernel)},
                {"entry", B.IsOfEntry},
                {"lines", std::move(Lines)},
                {"thread", toJSON(B.Thread)},
                {"block", toJSON(B.Block)},
                {"warp", B.Warp ? Value(*B.Warp) : Value(nullptr)},
                {"condition", json::fixUTF8(B.Condition)},
                {"clauses", json::fixUTF8(B.Clauses)},
                {"hits", json::fixUTF8(B.Hits)},
                {"since", B.Since},
                {"message", json::fixUTF8(B.Message)},
                {"setBy", unsigned(B.SetBy)},
                {"enabled", B.IsEnabled},
                {"verified", B.IsVerified},
                {"sent", json::fixUTF8(B.Sent)},
                {"temporary", B.IsTemporary},
                {"until", B.IsUntil}};
}

static bool fromJSON(const Value &From, Breakpoint &B, Path P) {
  ObjectMapper Map(From, P);
  std::vector<int64_t> Lines;
  if (!Map || !readNumber(From, "id", B.Id) || !Map.map("place", B.Place) ||
      !Map.map("kernel", B.Kernel) || !Map.map("entry", B.IsOfEntry) ||
      !Map.map("lines", Lines) || !Map.map("condition", B.Condition) ||
      !Map.map("clauses", B.Clauses) || !Map.map("hits", B.Hits) ||
      !readNumber(From, "since", B.Since) || !Map.map("message", B.Message) ||
      !readNumber(From, "setBy", B.SetBy) || !Map.map("enabled", B.IsEnabled) ||
      !Map.map("verified", B.IsVerified) || !Map.map("sent", B.Sent) ||
      !Map.map("temporary", B.IsTemporary) || !Map.map("until", B.IsUntil))
    return false;
  B.Lines.assign(Lines.begin(), Lines.end());
  if (unsigned Warp; readNumber(From, "warp", Warp))
    B.Warp = Warp;
  B.Thread = readIndex(From.getAsObject()->get("thread"));
  B.Block = readIndex(From.getAsObject()->get("block"));
  return true;
}

static Value toJSON(const Watchpoint &W) {
  return Object{{"id", W.Id},
                {"name", W.Name},
                {"shared", W.IsShared},
                {"address", W.Address},
                {"bytes", W.Bytes},
                {"block", W.Block},
                {"setBy", unsigned(W.SetBy)}};
}

static bool fromJSON(const Value &From, Watchpoint &W, Path P) {
  ObjectMapper Map(From, P);
  return Map && readNumber(From, "id", W.Id) && Map.map("name", W.Name) &&
         Map.map("shared", W.IsShared) &&
         readNumber(From, "address", W.Address) &&
         readNumber(From, "bytes", W.Bytes) &&
         readNumber(From, "block", W.Block) &&
         readNumber(From, "setBy", W.SetBy);
}

static Value toJSON(const std::optional<Catches> &Caught) {
  if (!Caught)
    return nullptr;
  Array Checks;
  for (bool Is : Caught->Checks)
    Checks.push_back(Is);
  return Object{{"checks", std::move(Checks)}, {"faults", Caught->Faults}};
}

/// False: there is something that is no Catches.
static bool readCatches(const Value &From, std::optional<Catches> &To) {
  const Object *State = From.getAsObject();
  const Value *Said = State ? State->get("caught") : nullptr;
  if (!Said || Said->kind() == Value::Null)
    return Said;
  const Object *O = Said->getAsObject();
  const Array *Checks = O ? O->getArray("checks") : nullptr;
  if (!Checks || Checks->size() != sanitize::NumCheckers)
    return false;
  To.emplace();
  To->Faults = O->getBoolean("faults").value_or(true);
  for (auto [Is, One] : zip_equal(To->Checks, *Checks))
    Is = One.getAsBoolean().value_or(false);
  return true;
}

static Value toJSON(const std::map<unsigned, std::string> &Displays) {
  Array List;
  for (const auto &[Id, Text] : Displays)
    List.push_back(Array{Id, json::fixUTF8(Text)});
  return List;
}

static bool readDisplays(const Value &From,
                         std::map<unsigned, std::string> &To) {
  const Object *State = From.getAsObject();
  const Array *List = State ? State->getArray("displays") : nullptr;
  if (!List)
    return false;
  for (const Value &One : *List) {
    const Array *Pair = One.getAsArray();
    if (!Pair || Pair->size() != 2)
      return false;
    To[unsigned((*Pair)[0].getAsInteger().value_or(0))] =
        (*Pair)[1].getAsString().value_or("").str();
  }
  return true;
}

Value toJSON(const UserState &State) {
  Array Breakpoints, Watchpoints;
  for (const Breakpoint &B : State.Breakpoints)
    Breakpoints.push_back(toJSON(B));
  for (const Watchpoint &W : State.Watchpoints)
    Watchpoints.push_back(toJSON(W));
  return Object{{"breakpoints", std::move(Breakpoints)},
                {"watchpoints", std::move(Watchpoints)},
                {"caught", toJSON(State.Caught)},
                {"displays", toJSON(State.Displays)},
                {"block", State.Focus.Block},
                {"warp", State.Focus.Warp},
                {"next", State.NextId},
                {"launches", State.Launches},
                {"shown", State.IsShown},
                {"detached", State.IsDetached},
                {"told", State.IsTold},
                {"sequence", State.Sequence}};
}

bool fromJSON(const Value &From, UserState &State, Path P) {
  ObjectMapper Map(From, P);
  return Map && Map.map("breakpoints", State.Breakpoints) &&
         Map.map("watchpoints", State.Watchpoints) &&
         readCatches(From, State.Caught) &&
         readDisplays(From, State.Displays) &&
         readNumber(From, "block", State.Focus.Block) &&
         readNumber(From, "warp", State.Focus.Warp) &&
         readNumber(From, "next", State.NextId) &&
         readNumber(From, "launches", State.Launches) &&
         Map.map("shown", State.IsShown) &&
         Map.map("detached", State.IsDetached) &&
         Map.map("told", State.IsTold) && Map.map("sequence", State.Sequence);
}

Value toJSON(const Quest &Q) {
  return Object{{"kind", unsigned(Q.Kind)},
                {"target", Q.Target},
                {"how", unsigned(Q.How.Kind)},
                {"ofBlock", Q.How.IsOfBlock},
                {"mostCalls", Q.How.MostCalls},
                {"reason", unsigned(Q.Why.Reason)},
                {"id", Q.Why.Id},
                {"text", json::fixUTF8(Q.Why.Text)},
                {"rule", Q.Why.Rule},
                {"fault", json::fixUTF8(Q.Fault)},
                {"exit", Q.ExitCode},
                {"leaves", Q.Leaves},
                {"state", toJSON(Q.State)}};
}

bool fromJSON(const Value &From, Quest &Q, Path P) {
  ObjectMapper Map(From, P);
  unsigned Kind = 0, How = 0, Reason = 0;
  if (!Map || !readNumber(From, "kind", Kind) ||
      !readNumber(From, "target", Q.Target) || !readNumber(From, "how", How) ||
      !Map.map("ofBlock", Q.How.IsOfBlock) ||
      !readNumber(From, "mostCalls", Q.How.MostCalls) ||
      !readNumber(From, "reason", Reason) ||
      !readNumber(From, "id", Q.Why.Id) || !Map.map("text", Q.Why.Text) ||
      !Map.map("rule", Q.Why.Rule) || !Map.map("fault", Q.Fault) ||
      !Map.map("exit", Q.ExitCode) || !Map.map("leaves", Q.Leaves) ||
      !Map.map("state", Q.State))
    return false;
  Q.Kind = Quest::KindType(Kind);
  Q.How.Kind = Resume::KindType(How);
  Q.Why.Reason = Stop::ReasonType(Reason);
  return true;
}

} // namespace heddle::debugger
