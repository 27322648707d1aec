//===- AgentClocks.cpp - Work behind a thread's back ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous copies and wgmma access memory as if other threads did, one of
// each kind for each thread: an agent. Barriers do not wait for agents; a
// thread knows what its agent has done once it has waited for the group, or on
// the mbarrier that was told.
//
//===----------------------------------------------------------------------===//

#include "CtaClocks.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>

namespace heddle::sanitize {

ThreadId CtaClocks::agentId(uint64_t Agent, unsigned Thread,
                            bool IsWrite) const {
  constexpr unsigned Readers = ThreadsPerCta / 2, WarpsOfGroup = 4;
  if (AgentKind(Agent >> AgentShift) == AgentKind::WgmmaAgent)
    Thread -= Thread % (WarpsOfGroup * PerWarp);
  return threadId(Agent, IsWrite ? Thread : Thread + Readers);
}

CtaClocks::AgentClock &CtaClocks::agent(unsigned Thread, AgentKind Kind) {
  assert(Thread < Threads.size() && Kind != AgentKind::NoAgent &&
         "an agent works for a thread of the CTA");
  Agents.resize(Threads.size());
  return Agents[Thread][Kind];
}

uint32_t CtaClocks::agentClock(unsigned Thread, AgentKind Kind) const {
  return Agents.empty() ? AgentClock().Clock : Agents[Thread][Kind].Clock;
}

void CtaClocks::commit(unsigned Thread, AgentKind Kind) {
  AgentClock &A = agent(Thread, Kind);
  assert((A.Groups.empty() || A.Groups.back() < A.Clock) &&
         "groups are committed one behind another");
  A.Groups.push_back(A.Clock++);
}

void CtaClocks::await(unsigned Thread, AgentKind Kind, size_t Pending,
                      bool OfReads) {
  AgentClock &A = agent(Thread, Kind);
  if (A.Groups.size() <= Pending)
    return;
  const size_t Count = A.Groups.size() - Pending;
  const uint32_t Done = A.Groups[Count - 1];
  // Its writes have not happened with its reads.
  if (!OfReads)
    A.Groups.erase(A.Groups.begin(), A.Groups.begin() + ptrdiff_t(Count));
  auto Known = std::make_shared<VectorClock>();
  const uint64_t Agent = agentOf(Cta, Kind);
  Known->raiseThread(agentId(Agent, Thread, /*IsWrite=*/false), Done);
  if (!OfReads)
    Known->raiseThread(agentId(Agent, Thread, /*IsWrite=*/true), Done);
  learn(Thread, {Known, nullptr});
}

void CtaClocks::finishWork(unsigned Thread, AgentKind Kind, VectorClock &To) {
  AgentClock &A = agent(Thread, Kind);
  const uint64_t Agent = agentOf(Cta, Kind);
  for (bool IsWrite : {false, true})
    To.raiseThread(agentId(Agent, Thread, IsWrite), A.Clock);
  ++A.Clock;
}

bool CtaClocks::knowsAgent(unsigned Thread, uint64_t Agent, unsigned Other,
                           bool IsWrite, uint32_t Clock) const {
  const ClockRef &Known = Threads[Thread].Rest;
  return Known && Known->ofThread(agentId(Agent, Other, IsWrite)) >= Clock;
}

void CtaClocks::proxyFence(unsigned Thread) {
  // A thread that hands over what it wrote long ago has fenced it again.
  constexpr size_t Kept = 32;
  ProxyFences.resize(Threads.size());
  auto &Mine = ProxyFences[Thread];
  if (Mine.size() == Kept)
    Mine.erase(Mine.begin());
  Mine.push_back({Threads[Thread].Clock, snapshot(Thread).Clock});
  ++NumFences;
  parts(Thread);
  ++Threads[Thread].Clock;
}

const CtaClocks::ProxyFence *CtaClocks::fenceBy(unsigned By,
                                                unsigned Thread) const {
  for (const ProxyFence &F : llvm::reverse(ProxyFences[By]))
    if (By == Thread || knows(Thread, Cta, By, F.Clock))
      return &F;
  return nullptr;
}

const VectorClock &CtaClocks::fencedFor(unsigned Thread) const {
  const ThreadClock &T = Threads[Thread];
  Fenced.resize(Threads.size());
  FencedClock &Of = Fenced[Thread];
  if (Of.Known && Of.Base == T.Base && Of.Rest == T.Rest &&
      Of.Fences == NumFences)
    return *Of.Known;
  Of = {T.Base, T.Rest, NumFences, std::make_shared<VectorClock>()};
  for (unsigned By = 0; By != ProxyFences.size(); ++By)
    if (const ProxyFence *F = fenceBy(By, Thread))
      Of.Known->merge(*F->Known);
  return *Of.Known;
}

bool CtaClocks::isFenced(unsigned Thread, unsigned Other,
                         uint32_t Clock) const {
  if (ProxyFences.empty())
    return false;
  // Mostly who wrote has fenced it.
  const ProxyFence *F = fenceBy(Other, Thread);
  return (F && knowsMore(*F->Known, Cta, Other, Clock)) ||
         knowsMore(fencedFor(Thread), Cta, Other, Clock);
}

} // namespace heddle::sanitize
