//===- CountingObserver.cpp - Counts what warps do ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Observe/CountingObserver.h"
#include "heddle/ABI/TextureOps.inc"
#include "heddle/Machine/AccessRules.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/LaunchConfig.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

namespace heddle::sm {

void Counters::merge(const Counters &Other) {
  for (const CounterInfo &Info : CounterTable) {
    uint64_t &Mine = (*this)[Info.Id];
    switch (Info.Merge) {
    case CounterInfo::Sum:
      Mine += Other[Info.Id];
      break;
    case CounterInfo::Max:
      Mine = std::max(Mine, Other[Info.Id]);
      break;
    }
  }
}

double Counters::laneEfficiency() const {
  uint64_t Issued = (*this)[CounterId::Issued];
  return Issued ? double((*this)[CounterId::ActiveLanes]) /
                      (double(Lanes) * double(Issued))
                : 0;
}

/// The two halves of a warp, those with a lane that takes part.
template <class FnT>
static void forHalves(const MemoryAccess &A, uint32_t Executing, FnT Fn) {
  for (unsigned Half = 0; Half != 2; ++Half) {
    uint32_t Part = Executing >> (Half * HalfWarp) & 0xffff;
    if (Part)
      Fn(HalfAccess{
          {A.Address.data() + Half * HalfWarp, HalfWarp}, Part, A.Bytes});
  }
}

static unsigned lanesIn(uint32_t Mask) {
  return unsigned(llvm::popcount(Mask));
}

/// The counter of issued instructions of a class.
static CounterId classCounter(InstClass Class) {
  switch (Class) {
  case InstClass::Move:
    return CounterId::IssuedMove;
  case InstClass::Integer:
    return CounterId::IssuedInteger;
  case InstClass::Float:
    return CounterId::IssuedFloat;
  case InstClass::Double:
    return CounterId::IssuedDouble;
  case InstClass::Special:
    return CounterId::IssuedSpecial;
  case InstClass::Convert:
    return CounterId::IssuedConvert;
  case InstClass::SharedLoad:
  case InstClass::SharedStore:
    return CounterId::IssuedShared;
  case InstClass::ConstLoad:
    return CounterId::IssuedConst;
  case InstClass::LocalLoad:
  case InstClass::LocalStore:
    return CounterId::IssuedLocal;
  case InstClass::GlobalLoad:
  case InstClass::GlobalStore:
    return CounterId::IssuedGlobal;
  case InstClass::Atomic:
    return CounterId::IssuedAtomic;
  case InstClass::Control:
    return CounterId::IssuedControl;
  case InstClass::Texture:
    return CounterId::IssuedTexture;
  case InstClass::Barrier:
    return CounterId::IssuedBarrier;
  }
  llvm_unreachable("covered switch");
}

void CountingObserver::startLaunch(const LaunchView &L) {
  P = &L.P;
  Launch = Counters();
  ByInstruction.assign(P->Code.size(), Counters());
  Caches.clear();
  if (llvm::any_of(P->Code, [](const auto &I) { return I.isFetch(); }))
    Caches.resize(
        llvm::divideCeil(std::max(L.Config.NumSMs, 1u), TextureCacheShape::SMs),
        TextureCache(CacheShape));
}

std::unique_ptr<Observer> CountingObserver::split() {
  if (!Caches.empty())
    return nullptr;
  auto Part = std::make_unique<CountingObserver>();
  Part->P = P;
  Part->ByInstruction.resize(P->Code.size());
  return Part;
}

void CountingObserver::merge(Observer &Other) {
  const auto &Part = static_cast<const CountingObserver &>(Other);
  assert(Part.ByInstruction.size() == ByInstruction.size() &&
         "a part of another launch");
  Launch.merge(Part.Launch);
  for (size_t N = 0; N != ByInstruction.size(); ++N)
    ByInstruction[N].merge(Part.ByInstruction[N]);
}

void CountingObserver::addTo(LaunchStats &Stats) const {
  if (!P)
    return;
  assert(ByInstruction.size() == P->Code.size() &&
         "counters of another program");
  Counters &All = Stats.Counted.emplace(Launch);
  InstructionPrinter Printer(*P);
  // The mark at the end of the code is no instruction.
  for (size_t N = 0; N + 1 < P->Code.size(); ++N) {
    const DecodedInst &I = P->Code[N];
    object::LineEntry Place = P->Kernel.lineOf(I.Address);
    All.merge(ByInstruction[N]);
    object::Module::Place InPTX = P->Module.placeOf(Place.Line);
    Stats.ByInstruction.push_back(
        {I.Address, InPTX.Line, P->Module.Files.empty() ? "" : InPTX.File.str(),
         P->Module.Sources.text(Place.Line, Place.Column),
         Printer.text(I.Address), ByInstruction[N]});
  }
  All.merge(ByInstruction.back());
}

void CountingObserver::startCta(const Cta &C) {
  Now = &Launch;
  count(CounterId::Ctas);
  count(CounterId::Warps, C.numWarps());
}

/// Counts for the barrier at which one of the warps waited.
void CountingObserver::barrierReleased(const Cta &C, unsigned Barrier) {
  Now = &Launch;
  for (unsigned N = 0; N != C.numWarps(); ++N) {
    const Warp &W = C.warp(N);
    if (W.state() != WarpState::Running || !W.pc())
      continue;
    const DecodedInst &Before = P->Code[W.pc() - 1];
    if (!Before.isBarrier() || W.barrier() != Barrier)
      continue;
    select(W.pc() - 1);
    break;
  }
  count(CounterId::Barriers);
}

void CountingObserver::stackDepth(const Warp &W) {
  uint64_t &Deepest = (*Now)[CounterId::StackDepth];
  Deepest = std::max<uint64_t>(Deepest, W.stack().entries().size());
}

void CountingObserver::issued(uint32_t Active, uint32_t Executing) {
  count(CounterId::Issued);
  count(CounterId::ActiveLanes, lanesIn(Active));
  count(CounterId::ExecutedLanes, lanesIn(Executing));
}

void CountingObserver::join(const Warp &W, const DecodedInst &I,
                            uint32_t Arrived, uint32_t GoOn) {
  assert(&I >= P->Code.data() && &I < P->Code.data() + P->Code.size() &&
         "an instruction of another program");
  select(uint32_t(&I - P->Code.data()));
  stackDepth(W);
  if (GoOn) {
    if (GoOn & ~Arrived)
      count(CounterId::Reconvergences);
    return;
  }
  // Another path has its turn: the join was the instruction's only effect.
  issued(Arrived, 0);
  count(classCounter(InstClass(I.Class)));
}

void CountingObserver::branch(const Issue &E) {
  if (E.I.Flow != FlowKind::Branch)
    return;
  count(CounterId::Branches);
  if (E.Executing && E.Executing != E.Active)
    count(CounterId::DivergentBranches);
}

void CountingObserver::image(const Issue &E) {
  if (E.I.unit() != Unit::Texture)
    return;
  const bool IsQuery = E.I.is(TextureOp::Query);
  count(E.I.isFetch() ? CounterId::TextureFetches
        : IsQuery     ? CounterId::ImageQueries
                      : CounterId::SurfaceAccesses,
        lanesIn(E.Executing));
  if (E.I.isFetch())
    texels(E);
}

void CountingObserver::texels(const Issue &E) {
  llvm::SmallSetVector<uint64_t, Lanes> Asked;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    for (const MemoryAccess &A : E.Accesses)
      if ((E.Executing & A.Mask) >> Lane & 1) {
        count(CounterId::TextureTexels);
        Asked.insert(A.Address[Lane] / CacheShape.LineBytes);
      }
  assert(E.W.lanes().SmId / TextureCacheShape::SMs < Caches.size() &&
         "an SM without a cache");
  TextureCache &Cache = Caches[E.W.lanes().SmId / TextureCacheShape::SMs];
  for (uint64_t Line : Asked)
    count(Cache.ask(Line) ? CounterId::TextureCacheHits
                          : CounterId::TextureCacheMisses);
}

void CountingObserver::global(const MemoryAccess &A, uint32_t Executing) {
  // The counters of stores follow those of loads in the same order.
  constexpr unsigned Distance =
      unsigned(CounterId::GlobalStores) - unsigned(CounterId::GlobalLoads);
  auto Add = [&](CounterId Id, uint64_t N) {
    count(
        CounterId(unsigned(Id) + (A.Kind == AccessKind::Store ? Distance : 0)),
        N);
  };
  Add(CounterId::GlobalLoadBytes, lanesIn(Executing) * A.Bytes);
  forHalves(A, Executing, [&](const HalfAccess &Half) {
    Add(CounterId::GlobalLoads, 1);
    Transactions Old = coalesce10(Half), New = coalesce12(Half);
    Add(Old.Coalesced ? CounterId::GlobalLoadCoherent10
                      : CounterId::GlobalLoadIncoherent10,
        1);
    Add(CounterId::GlobalLoadTransactions10, Old.count());
    Add(CounterId::GlobalLoadMoved10, Old.bytes());
    Add(CounterId::GlobalLoad32, New.Of32);
    Add(CounterId::GlobalLoad64, New.Of64);
    Add(CounterId::GlobalLoad128, New.Of128);
    Add(CounterId::GlobalLoadMoved12, New.bytes());
  });
}

void CountingObserver::atomic(const MemoryAccess &A, uint32_t Executing) {
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    if (!(Executing >> Lane & 1))
      continue;
    count(CounterId::Atomics);
    for (unsigned N = 0; N != Lane; ++N)
      if ((Executing >> N & 1) && A.Address[N] == A.Address[Lane]) {
        count(CounterId::AtomicCollisions);
        break;
      }
  }
}

void CountingObserver::local(const MemoryAccess &A, uint32_t Executing) {
  count(A.Kind == AccessKind::Store ? CounterId::LocalStores
                                    : CounterId::LocalLoads);
  count(CounterId::LocalBytes, lanesIn(Executing) * A.Bytes);
}

unsigned CountingObserver::shared(const MemoryAccess &A, uint32_t Executing) {
  bool IsStore = A.Kind == AccessKind::Store || A.Kind == AccessKind::Unlock;
  unsigned Extra = 0;
  forHalves(A, Executing, [&](const HalfAccess &Half) {
    count(CounterId::SharedAccesses);
    Extra += sharedPasses(Half, IsStore) - 1;
  });
  count(CounterId::SharedConflicts, Extra);
  return Extra;
}

unsigned CountingObserver::constant(const MemoryAccess &A, uint32_t Executing) {
  unsigned Extra = 0;
  forHalves(A, Executing, [&](const HalfAccess &Half) {
    count(CounterId::ConstAccesses);
    Extra += constPasses(Half) - 1;
  });
  count(CounterId::ConstSerialized, Extra);
  return Extra;
}

unsigned CountingObserver::access(const MemoryAccess &A, uint32_t Executing) {
  switch (A.Where) {
  case Space::Global:
    if (A.Kind == AccessKind::Atomic)
      atomic(A, Executing);
    else
      global(A, Executing);
    return 0;
  case Space::Local:
    local(A, Executing);
    return 0;
  case Space::Shared:
    return shared(A, Executing);
  case Space::Const:
    return constant(A, Executing);
  // The list of accesses has none.
  case Space::Generic:
  case Space::None:
    return 0;
  }
  llvm_unreachable("covered switch");
}

void CountingObserver::issue(const Issue &E) {
  select(E.Index);
  issued(E.Active, E.Executing);
  count(classCounter(InstClass(E.I.Class)));
  stackDepth(E.W);
  unsigned Extra = 0;
  // Accesses to images are counted apart.
  if (E.I.unit() != Unit::Texture)
    for (const MemoryAccess &A : E.Accesses)
      if (uint32_t Part = E.Executing & A.Mask)
        Extra += access(A, Part);
  branch(E);
  image(E);
  if (Extra)
    count(CounterId::WarpSerialize);
}

} // namespace heddle::sm
