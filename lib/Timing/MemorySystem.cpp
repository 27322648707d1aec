//===- MemorySystem.cpp - All between the SMs and the DRAM ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemorySystem.h"
#include "CacheShapes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <functional>
#include <tuple>

namespace heddle::timing {

MemorySystem::MemorySystem(const Board &B, const Watchers &By)
    : Rules(B), Seen(By), SMsPerTPC(B.count(Parameter::SMsPerTPC)),
      CoreClock(ticksOf(B.coreClocks(1))), PortTime(CoreClock),
      TextureBusy(ticksOf(B.coreClocks(B[Parameter::TextureBusy]))),
      PortBytes(B.count(Parameter::PortBytes)),
      L2Latency(B.count(Parameter::L2Latency)),
      L3Latency(B.count(Parameter::L3Latency)),
      FillLatency(B.count(Parameter::FillLatency)), L3(l3Shape(B)),
      PageBytes(B.count(Parameter::TLBPage)),
      TLB2Extra(ticksOf(Clock(B.count(Parameter::TLB2Latency)))),
      TLBMissExtra(ticksOf(Clock(B.count(Parameter::TLBMissLatency)))) {
  // A request crosses the port, and its data comes back through it.
  const Ticks Least = Rules.unloaded(Rules.Burst) + 2 * CoreClock;
  const Ticks Global = ticksOf(Clock(B.count(Parameter::GlobalLatency)));
  Way = WayBack = Global > Least + 2 * ticksOf(Clock(1)) ? (Global - Least) / 2
                                                         : ticksOf(Clock(1));
  auto Beyond = [](Ticks Of, Ticks What) { return Of > What ? Of - What : 0; };
  auto Latency = [&](Parameter P) { return ticksOf(Clock(B.count(P))); };
  TextureHit = Latency(Parameter::TextureHit);
  TextureExtra = Beyond(Latency(Parameter::TextureMiss), Global);
  TextureL2Back =
      std::max(Beyond(Latency(Parameter::TextureL2Hit), Way + 2 * CoreClock),
               ticksOf(Clock(1)));
  constexpr Clock LongestWindow = 64;
  Window = std::min(
      {LongestWindow, L2Latency, Clock(B.count(Parameter::CtaGap)),
       Clock(B.count(Parameter::TextureHit)), (Way + WayBack) / TicksPerClock});
  Window = std::max(Window, Clock(1));

  const unsigned TPCs = B.count(Parameter::TPCs);
  Queues.resize(size_t(TPCs) * (SMsPerTPC + 1));
  UnderWay.resize(size_t(TPCs) * SMsPerTPC);
  WritesUnderWay.resize(UnderWay.size());
  PortFree.resize(TPCs);
  BackFree.resize(TPCs);
  TextureFree.resize(TPCs);
  LastQueue.resize(TPCs);
  TextureL1.assign(TPCs, Cache(textureL1Shape(B)));
  L2.assign(TPCs, Cache(l2Shape(B)));
  if (unsigned Entries = B.count(Parameter::TLBEntries))
    TLBs.assign(TPCs, Cache(entriesShape(Entries)));
  if (unsigned Entries = B.count(Parameter::TLB2Entries))
    TLB2.emplace(entriesShape(Entries));
  TextureL2.assign(Rules.Partitions, Cache(textureL2Shape(B)));
  for (unsigned N = 0; N != Rules.Partitions; ++N)
    Partitions.emplace_back(Rules);
}

bool MemorySystem::isIdle() const {
  return Fills.empty() && Arrivals.empty() && Fetches.empty() &&
         Replies.empty() &&
         llvm::all_of(Queues, [](const auto &Q) { return Q.empty(); }) &&
         llvm::all_of(Partitions,
                      [](const DramPartition &P) { return P.isIdle(); });
}

/// Takes those of \p List out that are from before \p Until, in order of time
/// and, at one time, of SMs.
template <class T>
static std::vector<T> takeBefore(std::vector<T> &List, Clock Until) {
  std::vector<T> Taken, Later;
  for (T &R : List)
    (R.At < Until ? Taken : Later).push_back(std::move(R));
  List = std::move(Later);
  llvm::sort(Taken, [](const T &A, const T &B) {
    return std::tuple(A.At, A.SM, A.order()) <
           std::tuple(B.At, B.SM, B.order());
  });
  return Taken;
}

Clock MemorySystem::fillTime(const FillRequest &R) {
  // One cache has both, so that their lines need numbers of their own.
  constexpr uint64_t Code = uint64_t(1) << 40;
  const uint64_t Line =
      R.IsCode ? R.Line | Code : R.Line / (L2LineBytes / ConstLineBytes);
  const bool IsInL2 = L2[R.SM / SMsPerTPC].ask(Line);
  if (IsInL2)
    return R.At + L2Latency;
  return R.At + (L3.ask(Line) ? L3Latency : FillLatency);
}

void MemorySystem::serveFills(Clock Until, std::vector<Fill> &Filled) {
  if (Fills.empty())
    return;
  for (const FillRequest &R : takeBefore(Fills, Until))
    Filled.push_back({R, fillTime(R)});
}

void MemorySystem::serveFetches(Clock Until) {
  if (Fetches.empty())
    return;
  for (const TextureRequest &R : takeBefore(Fetches, Until))
    serveFetch(R);
}

void MemorySystem::serveFetch(const TextureRequest &R) {
  const unsigned TPC = R.SM / SMsPerTPC;
  const Ticks Start = std::max(ticksOf(R.At), TextureFree[TPC]);
  TextureFree[TPC] = Start + TextureBusy;
  if (R.Lines.empty())
    reply(Start + TextureHit, R.SM, R.Load, 0);
  std::deque<Departure> &Queue = Queues[(TPC + 1) * (SMsPerTPC + 1) - 1];
  for (const Transaction &T : R.Lines) {
    if (TextureL1[TPC].ask(T.Address / TextureLineBytes)) {
      reply(Start + TextureHit, R.SM, R.Load, 0);
    } else {
      Queue.push_back({Start, T, Request::Texture, R.SM, R.Load});
      ++UnderWay[R.SM];
    }
  }
}

Ticks MemorySystem::translation(unsigned TPC, uint64_t Address) {
  const uint64_t Page = Address / PageBytes;
  if (TLBs.empty() || TLBs[TPC].ask(Page))
    return 0;
  return TLB2 && TLB2->ask(Page) ? TLB2Extra : TLBMissExtra;
}

void MemorySystem::departFrom(unsigned TPC, Ticks Until) {
  const unsigned Count = SMsPerTPC + 1, First = TPC * Count;
  while (true) {
    Ticks Best = Until;
    unsigned Chosen = Count;
    for (unsigned N = 1; N <= Count; ++N) {
      const unsigned K = (LastQueue[TPC] + N) % Count;
      const std::deque<Departure> &Queue = Queues[First + K];
      if (Queue.empty())
        continue;
      const Ticks At = std::max(Queue.front().At, PortFree[TPC]);
      if (At < Best) {
        Best = At;
        Chosen = K;
      }
    }
    if (Chosen == Count)
      return;
    const Departure D = Queues[First + Chosen].front();
    Queues[First + Chosen].pop_front();
    LastQueue[TPC] = Chosen;
    const uint64_t Flits = D.Kind == Request::Write
                               ? llvm::divideCeil(D.What.Bytes, PortBytes)
                               : 1;
    PortFree[TPC] = Best + Flits * PortTime;
    const bool IsTexel = D.Kind == Request::Texture;
    const Ticks At = Best + CoreClock + Way +
                     (IsTexel ? 0 : translation(TPC, D.What.Address));
    Arrivals.push_back({{At, Rules.placeOf(D.What.Address), D.What.Bytes,
                         D.Kind, D.SM, D.Load, D.What.Address},
                        NumArrivals++});
  }
}

void MemorySystem::depart(Clock Until) {
  for (unsigned TPC = 0; TPC != PortFree.size(); ++TPC)
    departFrom(TPC, ticksOf(Until));
  // At one time those of the first cluster come first.
  llvm::sort(Arrivals, [](const Arrival &A, const Arrival &B) {
    return std::tuple(A.What.Arrival, A.What.SM, A.Number) <
           std::tuple(B.What.Arrival, B.What.SM, B.Number);
  });
}

void MemorySystem::arrive(Ticks Until) {
  size_t N = 0;
  for (; N != Arrivals.size() && Arrivals[N].What.Arrival < Until; ++N) {
    const Arrival &A = Arrivals[N];
    const unsigned P = A.What.Place.Partition;
    if (A.What.Kind == Request::Texture &&
        TextureL2[P].ask(Rules.withinPartition(A.What.Address) / L2LineBytes)) {
      reply(A.What.Arrival + TextureL2Back, A.What.SM, A.What.Load,
            A.What.Bytes);
      --UnderWay[A.What.SM];
    } else {
      Partitions[P].push(A.What);
    }
  }
  // Others are still being translated.
  Arrivals.erase(Arrivals.begin(), Arrivals.begin() + ptrdiff_t(N));
}

void MemorySystem::reply(Ticks At, uint32_t SM, uint32_t Load, uint32_t Bytes) {
  Replies.push_back({At, NumReplies++, SM, Load, Bytes});
  std::push_heap(Replies.begin(), Replies.end(), std::greater<Reply>());
}

void MemorySystem::deliver(Ticks Until, std::vector<Answer> &Answers) {
  while (!Replies.empty() && Replies.front().At < Until) {
    std::pop_heap(Replies.begin(), Replies.end(), std::greater<Reply>());
    const Reply R = Replies.back();
    Replies.pop_back();
    // Lines that the cluster had do not come through the port.
    Ticks At = R.At;
    if (R.Bytes) {
      Ticks &Free = BackFree[R.SM / SMsPerTPC];
      At = std::max(At, Free) + llvm::divideCeil(R.Bytes, PortBytes) * PortTime;
      Free = At;
    }
    Answers.push_back({R.SM, R.Load, clockAfter(At)});
  }
}

void MemorySystem::serve(DramPartition &P, Ticks Until) {
  P.serve(Until, [&](const DramRequest &R, const Transfer &T) {
    LastTransfer = std::max(LastTransfer, T.End);
    --UnderWay[R.SM];
    WritesUnderWay[R.SM] -= R.Kind == Request::Write;
    MovedBytes += R.Bytes * (R.Kind == Request::Atomic ? 2 : 1);
    const Ticks Extra = R.Kind == Request::Texture ? TextureExtra : 0;
    if (R.Kind != Request::Write)
      reply(T.End + Extra + WayBack, R.SM, R.Load, R.Bytes);
    if (Seen.Load)
      Seen.Load->add(R.Place.Partition, R.Address, T.End - T.Start, T.End);
    if (Seen.Shown)
      Seen.Shown->transfer(R, T);
  });
}

Clock MemorySystem::next() const {
  Ticks First = Never;
  auto Note = [&](Ticks At) { First = std::min(First, At); };
  for (const FillRequest &R : Fills)
    Note(ticksOf(R.At));
  for (const TextureRequest &R : Fetches)
    Note(ticksOf(R.At));
  for (unsigned N = 0; N != Queues.size(); ++N)
    if (!Queues[N].empty())
      Note(std::max(Queues[N].front().At, PortFree[N / (SMsPerTPC + 1)]));
  auto NoteBehindPort = [&](Ticks At) {
    Note(At > ahead() ? At - ahead() : 0);
  };
  if (!Arrivals.empty())
    NoteBehindPort(Arrivals.front().What.Arrival);
  for (const DramPartition &P : Partitions)
    if (!P.isIdle())
      NoteBehindPort(P.next());
  if (!Replies.empty()) {
    const Ticks At = Replies.front().At;
    Note(At > deliveredAhead() ? At - deliveredAhead() : 0);
  }
  return First == Never ? Never : First / TicksPerClock;
}

void MemorySystem::serve(Clock Until, std::vector<Answer> &Answers,
                         std::vector<Fill> &Filled) {
  serveFills(Until, Filled);
  serveFetches(Until);
  depart(Until);
  const Ticks Horizon = ticksOf(Until) + ahead();
  arrive(Horizon);
  for (DramPartition &P : Partitions)
    serve(P, Horizon);
  if (Seen.Load)
    Seen.Load->close(Horizon);
  // No transfer that is still to be chosen ends before the horizon.
  deliver(ticksOf(Until) + deliveredAhead(), Answers);
}

} // namespace heddle::timing
