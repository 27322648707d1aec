//===- RaceModel.cpp - Whether a program races ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Happens-before as it is defined, with nothing saved: each agent, a thread or,
// in lock-step, a warp, has for each other agent the last step of that agent
// that it knows of, each byte a list of all accesses, and each access is held
// against all of them. Agents go through the steps together, which is one of
// the orders that are possible: flags are raised before they are waited for.
//
// A weak access behind an atomic that observed another atomic is behind that,
// too (PTX ISA, "Causality order"). Which of two atomics comes first is up to
// the schedule, and so is whether such accesses race.
//
//===----------------------------------------------------------------------===//

#include "RaceModel.h"
#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <memory>

namespace heddle::ptxrandom {
namespace {

/// By agent: one more than the last step known; 0: none.
using Known = std::vector<unsigned>;

void learn(Known &To, const Known &From) {
  for (size_t N = 0; N != To.size(); ++N)
    To[N] = std::max(To[N], From[N]);
}

class RaceModel {
public:
  RaceModel(const RaceProgram &Of, bool WithoutStep)
      : P(Of), IsRemoved(WithoutStep),
        PerBlock(P.isLockStep() ? P.Warps : P.threads()),
        Agents(size_t(PerBlock) * P.Blocks, Agent(PerBlock * P.Blocks)) {}

  RaceVerdict run();

private:
  struct Agent {
    explicit Agent(unsigned Count)
        : Knows(Count), AtFence(Count), HasSeen(Count) {}

    Known Knows;
    /// What a later flag tells of; what flags told that waits for a fence.
    Known AtFence, HasSeen;
  };
  struct Access {
    unsigned Agent, Thread;
    size_t Step;
    RaceStep::KindType Kind;
    /// Of the first byte.
    unsigned Offset, Bytes;
    /// What the agent knew then.
    std::shared_ptr<const Known> Knew;

    bool isAtomic() const { return Kind == RaceStep::Atomic; }
    /// Whether it happens before \p Other in each schedule.
    bool isBefore(const Access &Other) const {
      return (*Other.Knew)[Agent] > Step;
    }
  };

  unsigned agentOf(unsigned Block, unsigned Thread) const {
    return Block * PerBlock + (P.isLockStep() ? Thread / 32 : Thread);
  }
  /// The agents of a block whose first threads are those that \p Of says.
  std::vector<unsigned> some(unsigned Block,
                             const std::function<bool(unsigned)> &Of) const;
  void wait(const std::vector<unsigned> &Group, const Known &More);
  void barrier(const RaceStep &S);
  void flag(const RaceStep &S, bool IsOrdered);
  void access(const RaceStep &S, size_t Step);
  static bool mayObserve(const Access &A, const Access &B,
                         const std::vector<Access> &All);
  void hold(const Access &Now, unsigned Space, unsigned Byte);

  const RaceProgram &P;
  const bool IsRemoved;
  const unsigned PerBlock;
  std::vector<Agent> Agents;
  /// By flag: what it tells of.
  std::map<unsigned, Known> Told;
  /// By memory and byte.
  std::map<std::pair<unsigned, unsigned>, std::vector<Access>> Memory;
  RaceVerdict Verdict;
};

} // namespace

std::vector<unsigned>
RaceModel::some(unsigned Block, const std::function<bool(unsigned)> &Of) const {
  std::vector<unsigned> Group;
  for (unsigned Thread = 0; Thread != P.threads(); ++Thread) {
    unsigned A = agentOf(Block, Thread);
    if (Of(Thread) && (Group.empty() || Group.back() != A))
      Group.push_back(A);
  }
  return Group;
}

/// Those in \p Group wait for each other.
void RaceModel::wait(const std::vector<unsigned> &Group, const Known &More) {
  Known All = More;
  for (unsigned A : Group)
    learn(All, Agents[A].Knows);
  for (unsigned A : Group)
    Agents[A].Knows = All;
}

void RaceModel::barrier(const RaceStep &S) {
  const Known Nothing(Agents.size());
  const unsigned Half = P.threads() / 2;
  for (unsigned Block = 0; Block != P.Blocks; ++Block) {
    auto Parts = [&](unsigned Size) {
      for (unsigned First = 0; First < P.threads(); First += Size)
        wait(some(Block, [&](unsigned T) { return T / Size == First / Size; }),
             Nothing);
    };
    switch (S.Kind) {
    case RaceStep::BlockBarrier:
      Parts(P.threads());
      break;
    case RaceStep::PairBarrier:
      Parts(64);
      break;
    case RaceStep::WarpBarrier:
    case RaceStep::WarpShuffle:
      Parts(32);
      break;
    case RaceStep::ArriveBarrier: {
      Known Arrived = Nothing;
      for (unsigned A : some(Block, [&](unsigned T) { return T < Half; }))
        learn(Arrived, Agents[A].Knows);
      wait(some(Block, [&](unsigned T) { return T >= Half; }), Arrived);
      break;
    }
    default:
      break;
    }
  }
}

void RaceModel::flag(const RaceStep &S, bool IsOrdered) {
  Agent &From = Agents[agentOf(S.From, 0)];
  Agent &Into = Agents[agentOf(S.Into, 0)];
  switch (S.Kind) {
  case RaceStep::ReleaseFence:
  case RaceStep::AcquireFence: {
    // Any fence is both.
    Agent &A = S.Kind == RaceStep::ReleaseFence ? From : Into;
    learn(A.Knows, A.HasSeen);
    A.AtFence = A.Knows;
    return;
  }
  case RaceStep::Signal:
    Told[S.Flag] = IsOrdered ? From.Knows : From.AtFence;
    return;
  case RaceStep::Wait:
    learn(Into.HasSeen, Told[S.Flag]);
    if (IsOrdered)
      learn(Into.Knows, Told[S.Flag]);
    return;
  default:
    return;
  }
}

/// Whether an atomic in front of the weak one of \p A and \p B may observe the
/// other.
bool RaceModel::mayObserve(const Access &A, const Access &B,
                           const std::vector<Access> &All) {
  if (A.isAtomic() == B.isAtomic())
    return false;
  const Access &Weak = A.isAtomic() ? B : A, &Seen = A.isAtomic() ? A : B;
  return std::any_of(All.begin(), All.end(), [&](const Access &By) {
    return By.isAtomic() && By.Offset == Seen.Offset &&
           By.Bytes == Seen.Bytes && By.isBefore(Weak) && !By.isBefore(Seen);
  });
}

/// Holds an access against all others of the byte.
void RaceModel::hold(const Access &Now, unsigned Space, unsigned Byte) {
  std::vector<Access> &All = Memory[{Space, Byte}];
  for (const Access &Then : All) {
    const bool Reads =
        Now.Kind == RaceStep::Read && Then.Kind == RaceStep::Read;
    const bool AreAtomic = Now.isAtomic() && Then.isAtomic();
    const bool IsSame = Now.Agent == Then.Agent &&
                        (Now.Step != Then.Step || Now.Thread == Then.Thread);
    if (Reads || AreAtomic || IsSame || Then.isBefore(Now))
      continue;
    std::string &Race =
        mayObserve(Now, Then, All) ? Verdict.Maybe : Verdict.Always;
    if (Race.empty())
      Race = fmt::format("thread {} in step {} and thread {} in step {}, byte "
                         "{} of memory {}",
                         Now.Thread, Now.Step, Then.Thread, Then.Step, Byte,
                         Space);
  }
  All.push_back(Now);
}

void RaceModel::access(const RaceStep &S, size_t Step) {
  std::vector<std::shared_ptr<const Known>> Knew(Agents.size());
  for (unsigned Block = 0; Block != P.Blocks; ++Block)
    for (unsigned Thread = 0; Thread != P.threads(); ++Thread) {
      if (!S.accesses(Block, Thread))
        continue;
      const unsigned Space =
          S.IsShared ? Block : MaxRaceBlocks + *S.Regions[Block];
      const unsigned First = S.offset(Thread, P.threads());
      const unsigned By = agentOf(Block, Thread);
      if (!Knew[By])
        Knew[By] = std::make_shared<const Known>(Agents[By].Knows);
      const Access Now = {
          By,      Block * P.threads() + Thread, Step, S.Kind, First, S.Bytes,
          Knew[By]};
      for (unsigned Byte = First; Byte != First + S.Bytes; ++Byte)
        hold(Now, Space, Byte);
    }
}

RaceVerdict RaceModel::run() {
  for (size_t N = 0; N != P.Steps.size() && Verdict.Always.empty(); ++N) {
    const RaceStep &S = P.Steps[N];
    const bool IsGone = IsRemoved && N == P.Removed;
    if (S.isAccess()) {
      access(S, N);
    } else if (S.Kind >= RaceStep::ReleaseFence) {
      if (!IsGone || S.IsOrdered)
        flag(S, S.IsOrdered && !IsGone);
    } else if (!IsGone) {
      barrier(S);
    }
    // Each knows what it did itself.
    for (unsigned A = 0; A != Agents.size(); ++A)
      Agents[A].Knows[A] = unsigned(N) + 1;
  }
  return Verdict;
}

RaceVerdict findRace(const RaceProgram &P, bool IsRemoved) {
  return RaceModel(P, IsRemoved).run();
}

} // namespace heddle::ptxrandom
