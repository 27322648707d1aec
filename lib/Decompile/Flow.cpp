//===- Flow.cpp - Where the instructions of a kernel go -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "heddle/Machine/FlowKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <cassert>
#include <map>
#include <optional>
#include <utility>

using namespace llvm;

namespace heddle::decompile {
namespace {

/// Code that calls itself has no end of copies.
constexpr unsigned MostCalls = 16;
constexpr size_t MostNodes = 200000;

/// An entry of the stack that a thread would see.
struct Entry {
  enum KindType : uint8_t { Join, Break, Call };
  KindType Kind;
  /// Where a break, or a return, goes on.
  uint32_t PC;
  uint32_t Copy;
};
using Stack = std::vector<Entry>;

class Walker {
public:
  explicit Walker(const sm::Program &Prog) : P(Prog) {}
  Expected<Flow> walk();

private:
  using Place = std::pair<uint32_t, uint32_t>;

  uint32_t nodeAt(uint32_t PC, uint32_t Copy, Stack S);
  Error visit(uint32_t Node, Stack S);
  Error leave(uint32_t Node, Entry::KindType To, Stack S);
  Error call(uint32_t Node, Stack S);
  Error problem(uint32_t PC, const Twine &What) const {
    return createStringError("at 0x" + Twine::utohexstr(P.Code[PC].Address) +
                             ": " + What);
  }

  const sm::Program &P;
  Flow Result;
  std::map<Place, uint32_t> Nodes;
  /// The copy of each call, by where it stands.
  std::map<Place, uint32_t> Copies;
  std::vector<std::pair<uint32_t, Stack>> ToVisit;
};

uint32_t Walker::nodeAt(uint32_t PC, uint32_t Copy, Stack S) {
  assert(PC < P.Code.size() && "the guard at the end lets nothing by");
  auto [It, IsNew] =
      Nodes.try_emplace({Copy, PC}, uint32_t(Result.Nodes.size()));
  if (IsNew) {
    Result.Nodes.push_back({PC, Copy});
    ToVisit.push_back({It->second, std::move(S)});
  }
  return It->second;
}

/// A return or a break: pops what lies above its entry.
Error Walker::leave(uint32_t Node, Entry::KindType To, Stack S) {
  assert(To != Entry::Join && "lanes wait there, and leave nothing");
  const uint32_t PC = Result.Nodes[Node].PC;
  // A break does not leave a function.
  while (!S.empty() && S.back().Kind != To && S.back().Kind != Entry::Call)
    S.pop_back();
  if (S.empty() || S.back().Kind != To) {
    if (To == Entry::Break)
      return problem(PC, "a break outside of all that can be left by one");
    Result.Nodes[Node].Exits = true;
    return Error::success();
  }
  const Entry Goal = S.back();
  S.pop_back();
  const uint32_t Taken = nodeAt(Goal.PC, Goal.Copy, std::move(S));
  Result.Nodes[Node].Taken = Taken;
  return Error::success();
}

Error Walker::call(uint32_t Node, Stack S) {
  const FlowNode N = Result.Nodes[Node];
  if (size_t(count_if(S, [](const Entry &E) {
        return E.Kind == Entry::Call;
      })) >= MostCalls)
    return problem(N.PC, "calls are nested too deep to be written out");
  auto [It, IsNew] =
      Copies.try_emplace({N.Copy, N.PC}, uint32_t(Copies.size() + 1));
  S.push_back({Entry::Call, N.PC + 1, N.Copy});
  const uint32_t Taken = nodeAt(P.Code[N.PC].Target, It->second, std::move(S));
  Result.Nodes[Node].Taken = Taken;
  return Error::success();
}

Error Walker::visit(uint32_t Node, Stack S) {
  const FlowNode N = Result.Nodes[Node];
  assert(N.Next == NoNode && N.Taken == NoNode && "a node is visited once");
  const sm::DecodedInst &I = P.Code[N.PC];
  auto GoOn = [&](Stack To) {
    const uint32_t Next = nodeAt(N.PC + 1, N.Copy, std::move(To));
    Result.Nodes[Node].Next = Next;
  };
  if (I.Join && !S.empty() && S.back().Kind == Entry::Join)
    S.pop_back();
  const bool HasTarget =
      I.Flow == sm::FlowKind::Branch || I.Flow == sm::FlowKind::Call ||
      I.Flow == sm::FlowKind::ReturnAt || I.Flow == sm::FlowKind::BreakAt;
  if (HasTarget && I.Target == sm::NoTarget)
    return problem(N.PC, "the target is no instruction's address");
  switch (I.Flow) {
  case sm::FlowKind::Plain:
  case sm::FlowKind::Barrier:
    if (I.Exit)
      Result.Nodes[Node].Exits = true;
    else
      GoOn(std::move(S));
    return Error::success();
  case sm::FlowKind::Branch: {
    if (I.isPredicated())
      GoOn(S);
    if (I.Cond == 0)
      return Error::success();
    const uint32_t Taken = nodeAt(I.Target, N.Copy, std::move(S));
    Result.Nodes[Node].Taken = Taken;
    return Error::success();
  }
  case sm::FlowKind::Call:
    return call(Node, std::move(S));
  case sm::FlowKind::Return:
  case sm::FlowKind::Break:
    if (I.isPredicated())
      GoOn(S);
    if (I.Cond == 0)
      return Error::success();
    return leave(Node,
                 I.Flow == sm::FlowKind::Break ? Entry::Break : Entry::Call,
                 std::move(S));
  case sm::FlowKind::ReturnAt:
    S.push_back({Entry::Call, I.Target, N.Copy});
    GoOn(std::move(S));
    return Error::success();
  case sm::FlowKind::BreakAt:
    S.push_back({Entry::Break, I.Target, N.Copy});
    GoOn(std::move(S));
    return Error::success();
  case sm::FlowKind::JoinAt:
    S.push_back({Entry::Join, I.Target, N.Copy});
    GoOn(std::move(S));
    return Error::success();
  case sm::FlowKind::Trap:
    return Error::success();
  case sm::FlowKind::HostCall:
  case sm::FlowKind::Illegal: {
    auto Why = P.Complaints.find(N.PC);
    return problem(N.PC, Why == P.Complaints.end() ? "the code ends here"
                                                   : StringRef(Why->second));
  }
  }
  llvm_unreachable("covered switch");
}

/// Puts nodes into the order of text.
void order(Flow &F) {
  std::vector<uint32_t> Order(F.Nodes.size()), To(F.Nodes.size());
  for (auto [N, Node] : enumerate(Order))
    Node = uint32_t(N);
  llvm::sort(Order, [&](uint32_t A, uint32_t B) {
    const FlowNode &X = F.Nodes[A], &Y = F.Nodes[B];
    return std::pair(X.Copy, X.PC) < std::pair(Y.Copy, Y.PC);
  });
  for (auto [N, Node] : enumerate(Order))
    To[Node] = uint32_t(N);
  std::vector<FlowNode> Sorted;
  for (uint32_t Node : Order) {
    FlowNode N = F.Nodes[Node];
    N.Next = N.Next == NoNode ? NoNode : To[N.Next];
    N.Taken = N.Taken == NoNode ? NoNode : To[N.Taken];
    Sorted.push_back(N);
  }
  F.Nodes = std::move(Sorted);
  assert(F.Nodes.front().Copy == 0 && F.Nodes.front().PC == 0 &&
         "the kernel starts with its first instruction");
}

Expected<Flow> Walker::walk() {
  nodeAt(0, 0, {});
  while (!ToVisit.empty()) {
    auto [Node, S] = std::move(ToVisit.back());
    ToVisit.pop_back();
    if (Result.Nodes.size() > MostNodes)
      return createStringError("with each subroutine written out at each call "
                               "the kernel is too long");
    if (Error E = visit(Node, std::move(S)))
      return std::move(E);
  }
  order(Result);
  return std::move(Result);
}

} // namespace

Expected<Flow> flowOf(const sm::Program &P) { return Walker(P).walk(); }

} // namespace heddle::decompile
