//===- SMModel.cpp - When an SM issues what -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SMModel.h"
#include "CacheShapes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <numeric>

namespace heddle::timing {

SMRules::SMRules(const Board &B, const KernelCosts &OfKernel, IssuePolicy How,
                 LiveWarps *Source, Timeline *On)
    : Costs(OfKernel), ConstL1(constL1Shape(B)), CodeL1(codeL1Shape(B)),
      PickInterval(B.count(Parameter::PickInterval)),
      SameWarpGap(B.count(Parameter::SameWarpGap)),
      BranchGap(B.count(Parameter::BranchGap)),
      SFUMulBusy(B.count(Parameter::SFUMulBusy)),
      SFUMulPause(B.count(Parameter::SFUMulPause)),
      AddLatency(B.count(Parameter::AddLatency)),
      BarrierLatency(B.count(Parameter::BarrierLatency)),
      SharedPass(B.count(Parameter::SharedPass)),
      ConstPass(B.count(Parameter::ConstPass)),
      Departure(B.count(Parameter::Departure)),
      MaxUnderWay(B.count(Parameter::QueuedTransactions)),
      MaxWrites(B.count(Parameter::QueuedWrites)), Policy(How), Live(Source),
      Shown(On) {}

SMModel::SMModel(const SMRules &How, unsigned Number, unsigned MaxCtas,
                 unsigned NumWarps, MemorySystem &To, LaunchTime &Into)
    : Rules(How), Index(Number), WarpsPerCta(NumWarps), Memory(To), Total(Into),
      Ctas(MaxCtas), Warps(size_t(MaxCtas) * NumWarps),
      Ready(Warps.size(), Never), ReadyFor(Warps.size(), Stall::NoWarp),
      Living(Warps.size()), Results(Warps.size() * How.Costs.numRegisters()),
      Producers(Results.size(), Stall::Alu), ConstL1(How.ConstL1),
      CodeL1(How.CodeL1) {
  ByAge.resize(Warps.size());
  std::iota(ByAge.begin(), ByAge.end(), 0);
}

void SMModel::start(unsigned Place, uint64_t Number,
                    std::unique_ptr<CtaTrace> Trace, Clock At) {
  CtaPlace &C = Ctas[Place];
  assert(!C.IsTaken && "two CTAs at one place");
  assert((Trace == nullptr) == (Rules.Live != nullptr) && "no instructions");
  C = CtaPlace();
  C.IsTaken = true;
  C.Number = Number;
  C.Trace = std::move(Trace);
  C.Living = WarpsPerCta;
  ++LivingCtas;
  if (Rules.Shown)
    Rules.Shown->startCta(Index, Place, Number, At);
  for (unsigned N = 0; N != WarpsPerCta; ++N) {
    const unsigned Warp = Place * WarpsPerCta + N;
    WarpPlace &W = Warps[Warp];
    W = WarpPlace();
    W.NotBefore = W.LastIssue = At;
    W.NotBeforeFor = Stall::NoWarp;
    std::fill_n(results(Warp), Rules.Costs.numRegisters(), Clock(0));
    Living[Warp] = true;
    ByAge.erase(std::find(ByAge.begin(), ByAge.end(), Warp));
    ByAge.push_back(Warp);
    if (Rules.Live) {
      enterLive(Warp, At);
      continue;
    }
    W.Trace = &C.Trace->Warps[N];
    W.Details.emplace(W.Trace->Details.Bytes);
    if (W.Trace->Runs.empty())
      endTrace(Warp, At);
    else
      enter(Warp);
  }
  Next = std::min(Next, At);
}

bool SMModel::execute(unsigned Warp, bool &Issues) {
  Issues = true;
  if (!Rules.Live)
    return true;
  WarpPlace &W = Warps[Warp];
  const unsigned Place = Warp / WarpsPerCta;
  const LiveWarps::Turn T = {Ctas[Place].Number, Warp % WarpsPerCta, Now};
  switch (Rules.Live->execute(T, W.Now, HasReleased)) {
  case LiveWarps::Outcome::Later:
    return false;
  case LiveWarps::Outcome::Executed:
    return true;
  case LiveWarps::Outcome::Nothing:
    W.NotBefore = Now + Rules.SameWarpGap;
    LastWarp = Warp;
    enterLive(Warp, Now);
    break;
  case LiveWarps::Outcome::Stopped:
    stop(Place, Now);
    break;
  }
  Issues = false;
  return true;
}

bool SMModel::run(Clock Until) {
  while (Now < Until) {
    const Pick P = pick(Now, Until);
    if (P.At <= Now) {
      bool Issues;
      if (!execute(P.Warp, Issues))
        return false;
      if (Issues)
        issue(P.Warp, Now);
      Now += Rules.PickInterval;
      continue;
    }
    Next = P.At == Never ? Never : llvm::alignTo(P.At, Rules.PickInterval);
    noteIdle(P, Now, std::min(Next, Until));
    Now = std::min(Next, Until);
    if (Next >= Until) {
      noteHoldUp(P, Until);
      return true;
    }
  }
  Next = Now;
  return true;
}

Clock SMModel::conflicts(const WarpPlace &W) const {
  if (!W.Cost->HasDetail)
    return 0;
  Clock Extra = 0;
  // Each half-warp has its usual one.
  if (W.Now.SharedPasses > 2)
    Extra += (W.Now.SharedPasses - 2) * Rules.SharedPass;
  if (W.Now.ConstPasses > 1)
    Extra += (W.Now.ConstPasses - 1) * Rules.ConstPass;
  return Extra;
}

Port SMModel::choosePort(const InstructionCost &C, Clock At) const {
  // The SPs are left to what only they can do.
  if (C.MayUseSFU && PortFree[unsigned(Port::SFU)] <= At && MulFree <= At)
    return Port::SFU;
  return C.Where;
}

void SMModel::noteIssue(WarpPlace &W, unsigned Warp, Clock At, UnitUse Unit) {
  InstructionTime &I = Total.Instructions[W.PC];
  ++I.Issued;
  ++Total.WarpInstructions;
  const Clock Own = std::max(Ready[Warp], W.LastIssue);
  I.Waits[unsigned(ReadyFor[Warp])] += Own - W.LastIssue;
  I.Waits[unsigned(Stall::Unit)] += At - Own;
  W.LastIssue = At;
  if (Rules.Shown)
    Rules.Shown->issue({Index, Warp}, {W.PC, At, Own, ReadyFor[Warp], Unit});
}

void SMModel::issue(unsigned Warp, Clock At) {
  WarpPlace &W = Warps[Warp];
  const InstructionCost &C = *W.Cost;
  const Clock Extra = conflicts(W);
  const Port On = choosePort(C, At);
  const Clock Busy =
      (On == Port::SFU && C.MayUseSFU ? Rules.SFUMulBusy : C.Busy) + Extra;
  noteIssue(W, Warp, At, {On, Busy});
  LastWarp = Warp;
  PortFree[unsigned(On)] = At + Busy;
  if (C.Where == Port::SFU)
    MulFree = At + Rules.SFUMulPause;
  Total.SPBusy += On == Port::SP ? Busy : 0;
  Total.SFUBusy += On == Port::SFU ? Busy : 0;
  Total.DoubleBusy += On == Port::Double ? Busy : 0;

  const uint16_t *Written = Rules.Costs.registers(C) + C.NumReads;
  const Clock Latency = C.Where == Port::Memory ? Rules.AddLatency : C.Latency;
  for (unsigned N = 0; N != C.NumWrites; ++N) {
    results(Warp)[Written[N]] = At + Latency + Extra;
    producers(Warp)[Written[N]] = C.Result;
  }
  W.NotBefore =
      At + std::max(Rules.SameWarpGap, C.IsBranch ? Rules.BranchGap : Clock(0));
  W.NotBeforeFor = Stall::Alu;
  if (C.Where == Port::Memory)
    goToMemory(Warp, At);
  if (C.HasDetail && W.Now.IsArrival)
    arrive(Warp, At);
  if (Rules.Live)
    goOnLive(Warp, At, At + Busy);
  else if (!step(Warp))
    endTrace(Warp, At + Busy);
  else
    enter(Warp);
}

void SMModel::goOnLive(unsigned Warp, Clock At, Clock End) {
  WarpPlace &W = Warps[Warp];
  const llvm::SmallVector<uint32_t, 4> Lines = W.Now.ConstLines;
  enterLive(Warp, End);
  // Lines that it lacked keep the warp from going on.
  if (W.Cost && !Lines.empty()) {
    for (uint32_t Line : Lines)
      lookUp(Warp, /*IsCode=*/false, Line, At);
    prepare(Warp);
  }
  if (std::exchange(HasReleased, false))
    releaseLive(Warp / WarpsPerCta, At);
}

bool SMModel::step(unsigned Warp) {
  WarpPlace &W = Warps[Warp];
  const Run &R = W.Trace->Runs[W.Run];
  if (++W.Step != R.Count)
    return true;
  W.Step = 0;
  if (++W.Time != R.Times)
    return true;
  W.Time = 0;
  return ++W.Run != W.Trace->Runs.size();
}

void SMModel::enter(unsigned Warp) {
  WarpPlace &W = Warps[Warp];
  W.PC = W.Trace->Runs[W.Run].First + W.Step;
  W.Cost = &Rules.Costs[W.PC];
  if (W.Cost->HasDetail)
    W.Details->read(W.Now);
  W.HasConstants = false;
  prepare(Warp);
}

void SMModel::enterLive(unsigned Warp, Clock At) {
  WarpPlace &W = Warps[Warp];
  const LiveWarps::State Is =
      Rules.Live->stateOf(Ctas[Warp / WarpsPerCta].Number, Warp % WarpsPerCta);
  switch (Is.Kind) {
  case LiveWarps::StateKind::Ended:
    endTrace(Warp, At);
    return;
  case LiveWarps::StateKind::WaitsAtBarrier:
    W.IsAtBarrier = true;
    break;
  case LiveWarps::StateKind::Runs:
    // The warp that comes last to a barrier has not been let go yet.
    W.IsAtBarrier &= HasReleased;
    break;
  }
  W.PC = Is.PC;
  W.Cost = &Rules.Costs[W.PC];
  W.HasConstants = false;
  prepare(Warp);
}

void SMModel::prepare(unsigned Warp) {
  WarpPlace &W = Warps[Warp];
  const InstructionCost &C = *W.Cost;
  Ready[Warp] = Never;
  if (W.IsAtBarrier) {
    ReadyFor[Warp] = Stall::Barrier;
    return;
  }
  if (C.CodeLine != W.CodeLine && !fetchCode(Warp)) {
    ReadyFor[Warp] = Stall::Code;
    return;
  }
  Clock At = W.NotBefore;
  Stall For = W.NotBeforeFor;
  const uint16_t *Used = Rules.Costs.registers(C);
  const Clock *Times = results(Warp);
  for (unsigned N = 0; N != unsigned(C.NumReads) + C.NumWrites; ++N) {
    Clock There = Times[Used[N]];
    // Writes to one register happen in the order of the code.
    if (N >= C.NumReads && There != Never)
      There = There > C.Latency ? There - C.Latency : 0;
    if (There > At) {
      At = There;
      For = producers(Warp)[Used[N]];
    }
  }
  if (At != Never && !W.HasConstants) {
    if (!fetchConstants(Warp, At)) {
      ReadyFor[Warp] = Stall::Const;
      return;
    }
    if (W.NotBefore > At) {
      At = W.NotBefore;
      For = W.NotBeforeFor;
    }
  }
  Ready[Warp] = At;
  ReadyFor[Warp] = For;
}

void SMModel::endTrace(unsigned Warp, Clock At) {
  WarpPlace &W = Warps[Warp];
  W.IsThrough = true;
  W.Cost = nullptr;
  Ready[Warp] = Never;
  W.NotBefore = At;
  // A warp goes when all that it asked for has come.
  if (!W.Loads)
    endWarp(Warp, At);
}

void SMModel::endWarp(unsigned Warp, Clock At) {
  const unsigned Place = Warp / WarpsPerCta;
  CtaPlace &C = Ctas[Place];
  Living[Warp] = false;
  C.End = std::max({C.End, At, Warps[Warp].NotBefore});
  if (Rules.Shown)
    Rules.Shown->endWarp({Index, Warp});
  if (--C.Living)
    return;
  if (Rules.Shown)
    Rules.Shown->endCta(Index, Place, C.End);
  Ended.push_back({C.End, Place});
  C.IsTaken = false;
  C.Trace.reset();
  --LivingCtas;
}

void SMModel::stop(unsigned Place, Clock At) {
  for (unsigned N = 0; N != WarpsPerCta; ++N)
    if (const unsigned Warp = Place * WarpsPerCta + N;
        Living[Warp] && !Warps[Warp].IsThrough) {
      for (Coming &C : OnTheWay)
        llvm::erase(C.Waiting, Warp);
      endTrace(Warp, At);
    }
}

void SMModel::stopAll() {
  for (unsigned Place = 0; Place != Ctas.size(); ++Place)
    if (Ctas[Place].IsTaken)
      stop(Place, Now);
}

void SMModel::finish(Clock End) {
  if (End > Now)
    Total.Idle[unsigned(Stall::NoWarp)] += End - Now;
  // The last window may be longer than the grid.
  Clock &Over = Total.Idle[unsigned(LastIdle)];
  if (Now > End)
    Over -= std::min(Over, Now - End);
}

} // namespace heddle::timing
