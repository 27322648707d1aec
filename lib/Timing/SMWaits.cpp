//===- SMWaits.cpp - What the warps of an SM wait for ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SMModel.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>

namespace heddle::timing {

uint32_t SMModel::newLoad(const Load &L) {
  if (FreeLoads.empty()) {
    Loads.push_back(L);
    return uint32_t(Loads.size() - 1);
  }
  const uint32_t Id = FreeLoads.back();
  FreeLoads.pop_back();
  Loads[Id] = L;
  return Id;
}

void SMModel::goToMemory(unsigned Warp, Clock At) {
  WarpPlace &W = Warps[Warp];
  assert(W.Cost && "a warp without an instruction");
  const InstructionCost &C = *W.Cost;
  const bool IsFetch = W.Now.Kind == Request::Texture;
  if (W.Now.Transactions.empty() && !IsFetch)
    return;
  uint32_t Id = 0;
  if (W.Now.Kind != Request::Write) {
    const unsigned Answers =
        std::max<unsigned>(1, unsigned(W.Now.Transactions.size()));
    Id = newLoad({Warp, Answers, &C, At});
    ++W.Loads;
    const uint16_t *Written = Rules.Costs.registers(C) + C.NumReads;
    for (unsigned N = 0; N != C.NumWrites; ++N)
      results(Warp)[Written[N]] = Never;
  }
  if (IsFetch) {
    Memory.ask(TextureRequest{At, Index, Id, W.Now.Transactions});
    return;
  }
  for (const Transaction &T : W.Now.Transactions) {
    PipeFree = std::max(PipeFree, At);
    Memory.send({ticksOf(PipeFree), T, W.Now.Kind, Index, Id});
    if (Rules.Shown)
      Rules.Shown->depart(Index, W.Now.Kind, T, PipeFree, Rules.Departure);
    PipeFree += Rules.Departure;
  }
}

void SMModel::answer(uint32_t Id, Clock At) {
  assert(Id < Loads.size() && Loads[Id].Left && "nobody waits for it");
  Load &L = Loads[Id];
  L.Last = std::max(L.Last, At);
  if (--L.Left)
    return;
  const unsigned Warp = L.Warp;
  const Clock Last = L.Last;
  const uint16_t *Written = Rules.Costs.registers(*L.Of) + L.Of->NumReads;
  for (unsigned N = 0; N != L.Of->NumWrites; ++N)
    if (Clock &Is = results(Warp)[Written[N]]; Is == Never)
      Is = Last;
  FreeLoads.push_back(Id);
  WarpPlace &W = Warps[Warp];
  assert(W.Loads && "an answer to another warp's load");
  --W.Loads;
  if (!W.IsThrough)
    prepare(Warp);
  else if (!W.Loads)
    endWarp(Warp, Last);
  Next = std::min(Next, Ready[Warp]);
}

void SMModel::arrive(unsigned Warp, Clock At) {
  WarpPlace &W = Warps[Warp];
  assert(W.Now.Barrier < sm::NumBarriers && "there is no such barrier");
  CtaPlace &C = Ctas[Warp / WarpsPerCta];
  CtaPlace::BarrierState &B = C.Barriers[W.Now.Barrier];
  if (Rules.Live) {
    W.IsAtBarrier = W.Now.Waits;
    return;
  }
  const std::vector<uint8_t> &Arrivals = C.Trace->Arrivals[W.Now.Barrier];
  // One that nobody was let go from is the end of the launch.
  if (B.Phase == Arrivals.size())
    return;
  if (W.Now.Waits) {
    W.IsAtBarrier = true;
    B.Waiting.push_back(Warp);
  }
  if (++B.Arrived >= Arrivals[B.Phase])
    release(C, W.Now.Barrier, At);
}

void SMModel::release(CtaPlace &C, unsigned Barrier, Clock At) {
  CtaPlace::BarrierState &B = C.Barriers[Barrier];
  ++B.Phase;
  B.Arrived = 0;
  for (unsigned Warp : std::exchange(B.Waiting, {})) {
    WarpPlace &W = Warps[Warp];
    W.IsAtBarrier = false;
    W.NotBefore = std::max(W.NotBefore, At + Rules.BarrierLatency);
    W.NotBeforeFor = Stall::Barrier;
    // The one that comes last has not gone on to its next instruction yet.
    if (W.Cost && Ready[Warp] == Never && !W.IsThrough)
      prepare(Warp);
    Next = std::min(Next, Ready[Warp]);
  }
}

void SMModel::releaseLive(unsigned Place, Clock At) {
  for (unsigned N = 0; N != WarpsPerCta; ++N) {
    const unsigned Warp = Place * WarpsPerCta + N;
    WarpPlace &W = Warps[Warp];
    if (!Living[Warp] || !W.IsAtBarrier ||
        Rules.Live->stateOf(Ctas[Place].Number, N).Kind ==
            LiveWarps::StateKind::WaitsAtBarrier)
      continue;
    W.IsAtBarrier = false;
    W.NotBefore = std::max(W.NotBefore, At + Rules.BarrierLatency);
    W.NotBeforeFor = Stall::Barrier;
    enterLive(Warp, At);
    Next = std::min(Next, Ready[Warp]);
  }
}

void SMModel::releaseBarriers() {
  for (CtaPlace &C : Ctas)
    for (unsigned Barrier = 0; C.IsTaken && Barrier != sm::NumBarriers;
         ++Barrier)
      if (!C.Barriers[Barrier].Waiting.empty())
        release(C, Barrier, Now);
}

bool SMModel::fetchCode(unsigned Warp) {
  WarpPlace &W = Warps[Warp];
  if (W.Fills || !lookUp(Warp, /*IsCode=*/true, W.Cost->CodeLine, W.NotBefore))
    return false;
  W.CodeLine = W.Cost->CodeLine;
  return true;
}

bool SMModel::fetchConstants(unsigned Warp, Clock At) {
  WarpPlace &W = Warps[Warp];
  const InstructionCost &C = *W.Cost;
  if (W.Fills)
    return false;
  bool HasAll = true;
  for (unsigned N = 0; N != C.NumConstLines; ++N)
    HasAll &= lookUp(Warp, /*IsCode=*/false, C.ConstLines[N], At);
  // A live warp's are known when the instruction is executed.
  if (C.HasDetail && !Rules.Live)
    for (uint32_t Line : W.Now.ConstLines)
      HasAll &= lookUp(Warp, /*IsCode=*/false, Line, At);
  W.HasConstants = true;
  return HasAll;
}

bool SMModel::lookUp(unsigned Warp, bool IsCode, uint32_t Line, Clock At) {
  WarpPlace &W = Warps[Warp];
  llvm::erase_if(OnTheWay, [&](const Coming &C) { return C.At <= Now; });
  for (Coming &C : OnTheWay) {
    if (C.IsCode != IsCode || C.Line != Line)
      continue;
    if (C.At == Never) {
      C.Waiting.push_back(Warp);
      ++W.Fills;
      return false;
    }
    if (C.At > W.NotBefore) {
      W.NotBefore = C.At;
      W.NotBeforeFor = IsCode ? Stall::Code : Stall::Const;
    }
    return true;
  }
  if ((IsCode ? CodeL1 : ConstL1).ask(Line))
    return true;
  OnTheWay.push_back({IsCode, Line, Never, {Warp}});
  ++W.Fills;
  Memory.ask(FillRequest{At, Index, IsCode, Line});
  return false;
}

void SMModel::fill(const FillRequest &R, Clock At) {
  auto Which = llvm::find_if(OnTheWay, [&](const Coming &C) {
    return C.IsCode == R.IsCode && C.Line == R.Line && C.At == Never;
  });
  assert(Which != OnTheWay.end() && "nobody asked for the line");
  Which->At = At;
  for (unsigned Warp : std::exchange(Which->Waiting, {})) {
    WarpPlace &W = Warps[Warp];
    assert(W.Fills && "a line that the warp does not wait for");
    if (At > W.NotBefore) {
      W.NotBefore = At;
      W.NotBeforeFor = R.IsCode ? Stall::Code : Stall::Const;
    }
    if (R.IsCode)
      W.CodeLine = R.Line;
    if (--W.Fills == 0)
      prepare(Warp);
    Next = std::min(Next, Ready[Warp]);
  }
}

} // namespace heddle::timing
