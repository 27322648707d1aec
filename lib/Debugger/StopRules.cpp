//===- StopRules.cpp - Where a launch stops -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StopRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::debugger {

void StopRules::forget(const sm::Cta &C) {
  for (unsigned N = 0; N != C.numWarps(); ++N)
    Positions.erase(&C.warp(N));
}

void StopRules::follow(const sm::Issue &E) {
  Position &Now = Positions[&E.W];
  Last = Now;
  // On in the same line is not another time, but round a loop is.
  Arrived = Now.Line != E.I.Line || E.I.Address <= Now.Address ||
            (E.Active & Now.Active) == 0;
  Now = {E.I.Line, E.I.Address, E.Active};
}

/// ">= 5" as its sign and its number; nothing if it is not like that.
static std::optional<std::pair<StringRef, uint64_t>> readHits(StringRef Hits) {
  Hits = Hits.trim();
  const StringRef Sign =
      Hits.take_while([](char C) { return StringRef("=<>%").contains(C); });
  uint64_t Number = 0;
  if (Hits.drop_front(Sign.size()).trim().getAsInteger(10, Number))
    return std::nullopt;
  static constexpr StringLiteral Signs[] = {"",   "=", "==", ">",
                                            ">=", "<", "<=", "%"};
  if (!is_contained(Signs, Sign) || (Sign == "%" && Number == 0))
    return std::nullopt;
  return std::pair(Sign, Number);
}

Error checkHits(StringRef Hits) {
  if (Hits.trim().empty() || readHits(Hits))
    return Error::success();
  return createStringError("'" + Hits +
                           "' is no number of times: N, or N behind ==, >, "
                           ">=, <, <= or %");
}

bool holdsHits(StringRef Hits, uint64_t Count) {
  auto Read = readHits(Hits);
  if (!Read)
    return true;
  auto [Sign, Number] = *Read;
  if (Sign == "%")
    return Count % Number == 0;
  if (Sign.starts_with(">"))
    return Count > Number || (Sign == ">=" && Count == Number);
  if (Sign.starts_with("<"))
    return Count < Number || (Sign == "<=" && Count == Number);
  return Count == Number;
}

bool StopRules::isAt(const sm::Issue &E, const Breakpoint &B) const {
  if (!B.IsEnabled || !is_contained(B.Lines, E.I.Line))
    return false;
  // Several lines that one place of a source became are one stop.
  if (Last.Line != E.I.Line && is_contained(B.Lines, Last.Line) &&
      E.I.Address > Last.Address && (E.Active & Last.Active))
    return false;
  const sm::Cta &C = E.W.cta();
  if (B.Block && *B.Block != C.index())
    return false;
  if (B.Warp && *B.Warp != E.W.number())
    return false;
  if (B.Thread) {
    bool IsActive = false;
    for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
      IsActive |=
          (E.Active >> Lane & 1) && C.thread(E.W.number(), Lane) == *B.Thread;
    if (!IsActive)
      return false;
  }
  if (B.Condition.empty())
    return true;
  // A register that has no value there has none that the condition is about.
  Expected<uint32_t> Where =
      V.lanesWhere({C.number(), E.W.number()}, B.Condition);
  if (Where)
    return *Where != 0;
  consumeError(Where.takeError());
  return false;
}

bool StopRules::matches(const sm::Issue &E, const Breakpoint &B) const {
  if (!isAt(E, B))
    return false;
  auto Count = Counts.find({B.Id, B.Since});
  return B.Hits.empty() ||
         holdsHits(B.Hits, Count == Counts.end() ? 0 : Count->second);
}

void StopRules::count(const sm::Issue &E, const UserState &State,
                      uint64_t Step) {
  if (!Arrived || E.I.Line == 0)
    return;
  for (const Breakpoint &B : State.Breakpoints)
    if (!B.Hits.empty() && Step >= B.Since && isAt(E, B))
      ++Counts[{B.Id, B.Since}];
}

std::vector<const Breakpoint *>
StopRules::messages(const sm::Issue &E, const UserState &State) const {
  std::vector<const Breakpoint *> Result;
  if (!Arrived || E.I.Line == 0)
    return Result;
  for (const Breakpoint &B : State.Breakpoints)
    if (!B.Message.empty() && matches(E, B))
      Result.push_back(&B);
  return Result;
}

bool StopRules::matches(const sm::Issue &E, const UserState &State,
                        Stop &S) const {
  if (!Arrived || E.I.Line == 0)
    return false;
  for (const Breakpoint &B : State.Breakpoints)
    if (B.Message.empty() && matches(E, B)) {
      S.Reason = Stop::Breakpoint;
      S.Id = B.Id;
      return true;
    }
  return false;
}

const Watchpoint *StopRules::written(const sm::Issue &E,
                                     const UserState &State) {
  for (const Watchpoint &W : State.Watchpoints)
    for (const sm::MemoryAccess &A : E.Accesses) {
      if (A.Where != (W.IsShared ? sm::Space::Shared : sm::Space::Global) ||
          A.Kind == sm::AccessKind::Load ||
          (W.IsShared && W.Block != E.W.cta().number()))
        continue;
      for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
        if ((E.Executing & A.Mask) >> Lane & 1 &&
            A.Address[Lane] < W.Address + W.Bytes &&
            W.Address < A.Address[Lane] + A.Bytes)
          return &W;
    }
  return nullptr;
}

unsigned openCalls(const sm::Warp &W) {
  return unsigned(count_if(W.stack().entries(), [](const sm::StackEntry &E) {
    return E.Kind == sm::EntryKind::Call;
  }));
}

bool StopRules::isStepped(const sm::Issue &E, const Resume &How,
                          WarpName Focus) const {
  const WarpName Name{E.W.cta().number(), E.W.number()};
  if (How.IsOfBlock ? Name.Block != Focus.Block : !(Name == Focus))
    return false;
  if (How.MostCalls != ~0u && openCalls(E.W) > How.MostCalls)
    return false;
  switch (How.Kind) {
  case Resume::Instruction:
  case Resume::ReverseInstruction:
    return true;
  case Resume::Line:
  case Resume::ReverseLine:
    return Arrived && E.I.Line != 0;
  case Resume::Continue:
  case Resume::ReverseContinue:
  case Resume::Restart:
  case Resume::Leave:
  case Resume::Quit:
    return false;
  }
  llvm_unreachable("unknown way to go on");
}

} // namespace heddle::debugger
