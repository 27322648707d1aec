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

namespace heddle::timing {

SMRules::SMRules(const Board &B, const KernelCosts &OfKernel)
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
      MaxUnderWay(B.count(Parameter::QueuedTransactions)) {}

SMModel::SMModel(const SMRules &How, unsigned Number, unsigned MaxCtas,
                 unsigned NumWarps, MemorySystem &To, LaunchTime &Into)
    : Rules(How), Index(Number), WarpsPerCta(NumWarps), Memory(To), Total(Into),
      Ctas(MaxCtas), Warps(size_t(MaxCtas) * NumWarps),
      Ready(Warps.size(), Never), ReadyFor(Warps.size(), Stall::NoWarp),
      Living(Warps.size()), Results(Warps.size() * How.Costs.numRegisters()),
      Producers(Results.size(), Stall::Alu), ConstL1(How.ConstL1),
      CodeL1(How.CodeL1) {}

void SMModel::start(unsigned Place, std::unique_ptr<CtaTrace> Trace, Clock At) {
  CtaPlace &C = Ctas[Place];
  assert(!C.Trace && "two CTAs at one place");
  C = CtaPlace();
  C.Trace = std::move(Trace);
  C.Living = WarpsPerCta;
  ++LivingCtas;
  for (unsigned N = 0; N != WarpsPerCta; ++N) {
    const unsigned Warp = Place * WarpsPerCta + N;
    WarpPlace &W = Warps[Warp];
    W = WarpPlace();
    W.Trace = &C.Trace->Warps[N];
    W.Details.emplace(W.Trace->Details.Bytes);
    W.NotBefore = W.LastIssue = At;
    W.NotBeforeFor = Stall::NoWarp;
    std::fill_n(results(Warp), Rules.Costs.numRegisters(), Clock(0));
    Living[Warp] = true;
    if (W.Trace->Runs.empty())
      endTrace(Warp, At);
    else
      enter(Warp);
  }
  Next = std::min(Next, At);
}

Clock SMModel::unitReady(unsigned Warp, Clock Until) const {
  const InstructionCost &C = *Warps[Warp].Cost;
  Clock Free = PortFree[unsigned(C.Where)];
  if (C.MayUseSFU)
    Free = std::min(Free, std::max(MulFree, PortFree[unsigned(Port::SFU)]));
  // How long the queue is later is known when the memory has worked on.
  if (C.Where == Port::Memory && Memory.underWay(Index) >= Rules.MaxUnderWay)
    Free = std::max(Free, Until);
  return Free;
}

SMModel::Pick SMModel::pick(Clock At, Clock Until) const {
  Pick Best;
  const unsigned Count = unsigned(Warps.size());
  for (unsigned N = 1, Warp = LastWarp; N <= Count; ++N) {
    if (++Warp >= Count)
      Warp = 0;
    const Clock Own = Ready[Warp];
    if (Own >= Best.At)
      continue;
    const Clock Unit = unitReady(Warp, Until);
    const Clock First = std::max(Own, Unit);
    if (First >= Best.At)
      continue;
    Best = {Warp, First, ReadyFor[Warp]};
    if (Unit > Own)
      Best.For = Unit == Until && Warps[Warp].Cost->Where == Port::Memory
                     ? Stall::Queue
                     : Stall::Unit;
    if (First <= At)
      break;
  }
  return Best;
}

void SMModel::noteIdle(const Pick &P, Clock From, Clock To) {
  if (To <= From)
    return;
  Stall For = P.For;
  // Nobody knows yet when one goes on: what the first of them waits for.
  if (P.At == Never)
    for (unsigned N = 0; N != Warps.size(); ++N)
      if (Living[N]) {
        For = Warps[N].IsThrough ? Stall::Global : ReadyFor[N];
        break;
      }
  Total.Idle[unsigned(For)] += To - From;
}

void SMModel::run(Clock Until) {
  while (Now < Until) {
    const Pick P = pick(Now, Until);
    if (P.At <= Now) {
      issue(P.Warp, Now);
      Now += Rules.PickInterval;
      continue;
    }
    Next = P.At == Never ? Never : llvm::alignTo(P.At, Rules.PickInterval);
    noteIdle(P, Now, std::min(Next, Until));
    Now = std::min(Next, Until);
    if (Next >= Until)
      return;
  }
  Next = Now;
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

void SMModel::noteIssue(WarpPlace &W, unsigned Warp, Clock At) {
  InstructionTime &I = Total.Instructions[W.PC];
  ++I.Issued;
  ++Total.WarpInstructions;
  const Clock Own = std::max(Ready[Warp], W.LastIssue);
  I.Waits[unsigned(ReadyFor[Warp])] += Own - W.LastIssue;
  I.Waits[unsigned(Stall::Unit)] += At - Own;
  W.LastIssue = At;
}

void SMModel::issue(unsigned Warp, Clock At) {
  WarpPlace &W = Warps[Warp];
  const InstructionCost &C = *W.Cost;
  noteIssue(W, Warp, At);
  LastWarp = Warp;
  const Clock Extra = conflicts(W);
  const Port On = choosePort(C, At);
  const Clock Busy =
      (On == Port::SFU && C.MayUseSFU ? Rules.SFUMulBusy : C.Busy) + Extra;
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
  if (!step(Warp))
    endTrace(Warp, At + Busy);
  else
    enter(Warp);
}

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
    PipeFree += Rules.Departure;
  }
}

void SMModel::answer(uint32_t Id, Clock At) {
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
  --W.Loads;
  if (!W.IsThrough)
    prepare(Warp);
  else if (!W.Loads)
    endWarp(Warp, Last);
  Next = std::min(Next, Ready[Warp]);
}

void SMModel::arrive(unsigned Warp, Clock At) {
  WarpPlace &W = Warps[Warp];
  CtaPlace &C = Ctas[Warp / WarpsPerCta];
  CtaPlace::BarrierState &B = C.Barriers[W.Now.Barrier];
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

void SMModel::releaseBarriers() {
  for (CtaPlace &C : Ctas)
    for (unsigned Barrier = 0; C.Trace && Barrier != sm::NumBarriers; ++Barrier)
      if (!C.Barriers[Barrier].Waiting.empty())
        release(C, Barrier, Now);
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
    // What a register holds is overwritten in the order of the code.
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
  if (C.HasDetail)
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
  if (--C.Living)
    return;
  Ended.push_back({C.End, Place});
  C.Trace.reset();
  --LivingCtas;
}

void SMModel::finish(Clock End) {
  if (End > Now)
    Total.Idle[unsigned(Stall::NoWarp)] += End - Now;
}

} // namespace heddle::timing
