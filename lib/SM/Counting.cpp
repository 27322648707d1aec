//===- Counting.cpp - Counts what warps do --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Counting.h"
#include "AccessRules.h"
#include "Block.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace heddle::sm {

Watcher::~Watcher() = default;

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
static void forHalves(const uint32_t *Address, uint32_t Mask, unsigned Bytes,
                      FnT Fn) {
  for (unsigned Half = 0; Half != 2; ++Half) {
    uint32_t Part = Mask >> (Half * HalfWarp) & 0xffff;
    if (Part)
      Fn(HalfAccess{{Address + Half * HalfWarp, HalfWarp}, Part, Bytes});
  }
}

static unsigned lanesIn(uint32_t Mask) {
  return unsigned(llvm::popcount(Mask));
}

/// $a + offset of all lanes.
static std::array<uint32_t, Lanes> addresses(const Warp &W, unsigned Register,
                                             uint32_t Offset) {
  std::array<uint32_t, Lanes> R;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    R[Lane] = (W.lanes().AddressRegs[Register][Lane] + Offset) & 0xffff;
  return R;
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
  case InstClass::Barrier:
    return CounterId::IssuedBarrier;
  }
  llvm_unreachable("covered switch");
}

CountingWatcher::CountingWatcher(const Program &Prog) : P(Prog) {}

void CountingWatcher::select(const DecodedInst &I) {
  // Not before the first one: most launches are not counted.
  if (ByInstruction.empty())
    ByInstruction.resize(P.Code.size());
  Now = &ByInstruction[size_t(&I - P.Code.data())];
}

void CountingWatcher::addTo(LaunchStats &Stats) const {
  if (!Stats.Counted)
    Stats.Counted.emplace();
  Stats.Counted->merge(Launch);
  for (size_t N = 0; N != ByInstruction.size(); ++N) {
    Stats.Counted->merge(ByInstruction[N]);
    // The mark at the end of the code is no instruction.
    if (N < Stats.ByInstruction.size())
      Stats.ByInstruction[N].Counted.merge(ByInstruction[N]);
  }
}

void CountingWatcher::startBlock(const Block &B) {
  Now = &Launch;
  count(CounterId::Ctas);
  count(CounterId::Warps, B.numWarps());
}

void CountingWatcher::turn(const Block &, unsigned) {}

/// Counts for the barrier at which one of the warps waited.
void CountingWatcher::barrierReleased(const Block &B, unsigned Barrier) {
  Now = &Launch;
  for (unsigned N = 0; N != B.numWarps(); ++N) {
    const Warp &W = B.warp(N);
    if (W.state() != WarpState::Running || !W.pc())
      continue;
    const DecodedInst &Before = P.Code[W.pc() - 1];
    if (Before.Flow != FlowKind::Barrier || Before.Sub[0] != Barrier)
      continue;
    select(Before);
    break;
  }
  count(CounterId::Barriers);
}

void CountingWatcher::stackDepth(const Warp &W) {
  uint64_t &Deepest = (*Now)[CounterId::StackDepth];
  Deepest = std::max<uint64_t>(Deepest, W.stack().entries().size());
}

void CountingWatcher::issued(uint32_t Active, uint32_t Executing) {
  count(CounterId::Issued);
  count(CounterId::ActiveLanes, lanesIn(Active));
  count(CounterId::ExecutedLanes, lanesIn(Executing));
}

void CountingWatcher::join(const Warp &W, const DecodedInst &I,
                           uint32_t Arrived, uint32_t GoOn) {
  select(I);
  stackDepth(W);
  if (GoOn) {
    if (GoOn & ~Arrived)
      count(CounterId::Reconvergences);
    return;
  }
  // Another path has its turn: the instruction was issued for nothing but that.
  issued(Arrived, 0);
  count(classCounter(I.Class));
}

void CountingWatcher::branch(const Issue &E) {
  if (E.I.Flow != FlowKind::Branch)
    return;
  count(CounterId::Branches);
  if (E.Executing && E.Executing != E.Active)
    count(CounterId::DivergentBranches);
}

void CountingWatcher::global(const Issue &E, bool IsStore) {
  // The counters of stores follow those of loads in the same order.
  constexpr unsigned Distance =
      unsigned(CounterId::GlobalStores) - unsigned(CounterId::GlobalLoads);
  auto Add = [&](CounterId Id, uint64_t N) {
    count(CounterId(unsigned(Id) + (IsStore ? Distance : 0)), N);
  };
  const uint32_t *Address =
      E.W.lanes().Base[E.I.Src[0].Base] + E.I.Src[0].Row * Lanes;
  unsigned Bytes = memBytes(MemType(E.I.Sub[1]));
  Add(CounterId::GlobalLoadBytes, lanesIn(E.Executing) * Bytes);
  forHalves(Address, E.Executing, Bytes, [&](const HalfAccess &A) {
    Add(CounterId::GlobalLoads, 1);
    Transactions Old = coalesce10(A), New = coalesce12(A);
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

void CountingWatcher::atomic(const Issue &E) {
  const uint32_t *Address =
      E.W.lanes().Base[E.I.Src[0].Base] + E.I.Src[0].Row * Lanes;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    if (!(E.Executing >> Lane & 1))
      continue;
    count(CounterId::Atomics);
    for (unsigned N = 0; N != Lane; ++N)
      if ((E.Executing >> N & 1) && Address[N] == Address[Lane]) {
        count(CounterId::AtomicCollisions);
        break;
      }
  }
}

void CountingWatcher::local(const Issue &E, bool IsStore) {
  count(IsStore ? CounterId::LocalStores : CounterId::LocalLoads);
  count(CounterId::LocalBytes,
        lanesIn(E.Executing) * memBytes(MemType(E.I.Sub[1])));
}

unsigned CountingWatcher::shared(const uint32_t *Address, uint32_t Mask,
                                 unsigned Bytes, bool IsStore) {
  unsigned Extra = 0;
  forHalves(Address, Mask, Bytes, [&](const HalfAccess &A) {
    count(CounterId::SharedAccesses);
    Extra += sharedPasses(A, IsStore) - 1;
  });
  count(CounterId::SharedConflicts, Extra);
  return Extra;
}

unsigned CountingWatcher::constant(const uint32_t *Address, uint32_t Mask,
                                   unsigned Bytes) {
  unsigned Extra = 0;
  forHalves(Address, Mask, Bytes, [&](const HalfAccess &A) {
    count(CounterId::ConstAccesses);
    Extra += constPasses(A) - 1;
  });
  count(CounterId::ConstSerialized, Extra);
  return Extra;
}

unsigned CountingWatcher::operands(const Issue &E) {
  unsigned Extra = 0;
  for (const MemoryOperand &M : E.I.Mem) {
    if (M.Space == MemoryOperand::None)
      continue;
    std::array<uint32_t, Lanes> A = addresses(E.W, M.AddressReg, M.Offset);
    Extra += M.Space == MemoryOperand::Shared
                 ? shared(A.data(), E.Executing, memBytes(M.Type), false)
                 : constant(A.data(), E.Executing, memBytes(M.Type));
  }
  return Extra;
}

void CountingWatcher::issue(const Issue &E) {
  select(E.I);
  issued(E.Active, E.Executing);
  count(classCounter(E.I.Class));
  stackDepth(E.W);
  unsigned Extra = operands(E);
  unsigned Bytes = memBytes(MemType(E.I.Sub[1] % 7));
  auto Direct = [&] { return addresses(E.W, E.I.Sub[0], E.I.Imm); };
  switch (E.I.Class) {
  case InstClass::SharedLoad:
  case InstClass::SharedStore:
    Extra += shared(Direct().data(), E.Executing, Bytes,
                    E.I.Class == InstClass::SharedStore);
    break;
  case InstClass::ConstLoad:
    Extra += constant(Direct().data(), E.Executing, Bytes);
    break;
  case InstClass::LocalLoad:
  case InstClass::LocalStore:
    local(E, E.I.Class == InstClass::LocalStore);
    break;
  case InstClass::GlobalLoad:
  case InstClass::GlobalStore:
    global(E, E.I.Class == InstClass::GlobalStore);
    break;
  case InstClass::Atomic:
    atomic(E);
    break;
  case InstClass::Control:
    branch(E);
    break;
  case InstClass::Barrier:
  case InstClass::Move:
  case InstClass::Integer:
  case InstClass::Float:
  case InstClass::Double:
  case InstClass::Special:
  case InstClass::Convert:
    break;
  }
  if (Extra)
    count(CounterId::WarpSerialize);
}

} // namespace heddle::sm
