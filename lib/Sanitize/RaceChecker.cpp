//===- RaceChecker.cpp - Accesses that nothing orders ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceChecker.h"
#include "heddle/ABI/HostServices.h"
#include "heddle/Machine/LaunchConfig.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>
#include <map>

namespace heddle::sanitize {

using object::SyncOperation;
using sm::AccessKind;
using sm::Issue;
using sm::Lanes;
using sm::MemoryAccess;
using sm::Space;

std::unique_ptr<sm::Observer> makeRaceChecker(const CheckOptions &Options,
                                              Findings &To) {
  return std::make_unique<RaceChecker>(Options, To);
}

/// Whether \p O orders single threads, not a whole CTA.
static bool isFine(const SyncOperation &O) {
  switch (O.Kind) {
  case SyncOperation::Fence:
    return true;
  case SyncOperation::Access:
  case SyncOperation::Atomic:
  case SyncOperation::Completion:
    // A relaxed one orders nothing without a fence.
    return O.Order != MemoryOrder::Weak && O.Order != MemoryOrder::Relaxed;
  case SyncOperation::WarpBarrier:
  case SyncOperation::Exchange:
    return O.IsSync && O.Members != sm::AllLanes;
  // An agent is known by itself.
  case SyncOperation::AsyncWork:
  case SyncOperation::AsyncCommit:
  case SyncOperation::AsyncWait:
    return true;
  case SyncOperation::Barrier:
  case SyncOperation::ActiveMask:
  case SyncOperation::WordInit:
  case SyncOperation::WordInval:
    return false;
  }
  llvm_unreachable("covered switch");
}

/// Whether \p I stands for \p O, which closes groups of an agent, or waits for
/// them.
static bool isOfGroups(const sm::DecodedInst &I, const SyncOperation &O) {
  return I.isNop() && (O.Kind == SyncOperation::AsyncCommit ||
                       O.Kind == SyncOperation::AsyncWait);
}

/// Whether a thread that reads what such an operation wrote may learn from it.
static bool isRelease(const SyncOperation &O) {
  return O.Kind == SyncOperation::Fence || O.Order == MemoryOrder::Release ||
         O.Order == MemoryOrder::AcquireRelease;
}

/// Whether \p I accesses memory that threads share. Shared memory below
/// \p SharedLow is only read.
static bool accessesShared(const sm::DecodedInst &I, uint32_t SharedLow) {
  for (const sm::MemoryOperand &M : I.Mem)
    if (M.Space == sm::MemoryOperand::Shared &&
        (M.AddressReg != 0 || M.Offset >= SharedLow))
      return true;
  if (I.imageAccess() != AccessKind::None)
    return true;
  if (I.access() == AccessKind::None)
    return false;
  switch (I.space()) {
  case Space::Global:
  case Space::Generic:
    return true;
  case Space::Shared:
    return I.isFar() || I.Sub[0] != 0 || I.Imm >= SharedLow;
  case Space::Local:
  case Space::Const:
  case Space::None:
    return false;
  }
  llvm_unreachable("covered switch");
}

RaceChecker::Note RaceChecker::noteOf(const sm::DecodedInst &I) const {
  Note N;
  object::LineEntry Place = Launch->P.Kernel.lineOf(I.Address);
  if (Launch->P.Module.Operations)
    N.Operation = Launch->P.Module.Operations->find(Place.Line, Place.Column);
  // The accesses to the data have no order.
  if (N.Operation &&
      (N.Operation->Kind == SyncOperation::AsyncWork ||
       (N.Operation->Kind == SyncOperation::Completion && !I.isOfMbarrier()))) {
    N.Agent = N.Operation->Agent;
    N.IsProxy = N.Operation->IsProxy;
    N.Operation = nullptr;
  }
  const SyncOperation *O = N.Operation;
  if (I.imageAccess() == AccessKind::Store)
    N.Flags |= IsWrite;
  else if (I.imageAccess() == AccessKind::Atomic)
    N.Flags |= IsWrite | IsAtomic | IsStrong;
  if (I.access() != AccessKind::None || I.hasMemoryOperand()) {
    // Emulated, an atomic is a load that locks a word, and a store.
    if (I.isAtomic() || I.access() == AccessKind::Lock ||
        I.access() == AccessKind::Unlock ||
        (O && O->Kind == SyncOperation::Atomic))
      N.Flags |= IsAtomic | IsStrong;
    if (O && O->Order != MemoryOrder::Weak)
      N.Flags |= IsStrong;
    if (O && O->Scope == MemoryScope::Cta)
      N.Flags |= IsCtaScope;
    if (I.writesMemory())
      N.Flags |= IsWrite;
  }
  // Atomics of 128 bits are the host's.
  if (I.isHostCall() && O && O->Kind == SyncOperation::Atomic) {
    N.Flags |= IsWrite | IsAtomic | IsStrong;
    if (O->Scope == MemoryScope::Cta)
      N.Flags |= IsCtaScope;
  }
  const bool IsMeeting = O && isMeeting(Launch->P, I, *O);
  // Others of a warp barrier or an exchange prepare it.
  if (O && !IsMeeting &&
      (O->Kind == SyncOperation::WarpBarrier ||
       O->Kind == SyncOperation::Exchange))
    N.Operation = nullptr;
  N.Matters =
      accessesShared(I, object::ownSharedStart(Launch->P.Kernel.Info)) ||
      I.isBarrier() || I.isHostCall() || IsMeeting || sm::usesTensorMemory(I) ||
      (O && (O->Kind == SyncOperation::Fence || isOfGroups(I, *O)));
  return N;
}

void RaceChecker::startLaunch(const sm::LaunchView &L) {
  Launch.emplace(L);
  unsigned Target = L.P.Module.Operations ? L.P.Module.Operations->Target : 0;
  InLockStep =
      Options.WarpSynchronous.value_or(Target < abi::FirstIndependentTarget);
  MayPart =
      !InLockStep && Target >= abi::FirstIndependentTarget && !L.P.MeetsAcross;
  Notes.clear();
  Firsts.clear();
  IsFine = HasReleases = HasAgents = HasTensors = false;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> AtPlace;
  for (const sm::DecodedInst &I : L.P.Code) {
    const auto Index = uint32_t(Notes.size());
    object::LineEntry Place = L.P.Kernel.lineOf(I.Address);
    Firsts.push_back(
        Place.Line ? AtPlace.try_emplace({Place.Line, Place.Column}, Index)
                         .first->second
                   : Index);
    Notes.push_back(noteOf(I));
    const Note &N = Notes.back();
    HasTensors |= sm::usesTensorMemory(I);
    if (N.Agent != AgentKind::NoAgent)
      IsFine = HasAgents = true;
    if (N.Operation) {
      IsFine |= isFine(*N.Operation);
      HasReleases |= isRelease(*N.Operation);
    }
    if (I.isBarrier())
      IsFine |= I.Sub[2] != sm::BarrierFixed || I.Imm != 0 ||
                sm::BarrierKind(I.Sub[1]) == sm::BarrierKind::Arrive;
  }
}

void RaceChecker::endLaunch() {
  for (auto &[Number, C] : Ctas)
    releaseAll(*C);
  // The next launch happens after all of this one.
  Global.clear();
  Released.clear();
  Tensors.clear();
  Ctas.clear();
  Idle.clear();
  LastCta = nullptr;
  Launch.reset();
}

void RaceChecker::startSpan(CtaState &C) {
  MemoryState &M = *C.Shared;
  M.Events.forget();
  if (M.Events.room() < AccessEvents::MaxEvents / 2)
    M.clear();
  M.Past = M.Events.end();
  M.Cells.clearMore();
  if (!M.Observed.isEmpty())
    M.Observed.clear();
  C.Since = ++LastSpan;
}

void RaceChecker::startCta(const sm::Cta &C) {
  std::unique_ptr<CtaState> &State = Ctas[C.number()];
  State = std::make_unique<CtaState>(C.number(), C.numWarps(), InLockStep);
  if (Idle.empty())
    Idle.push_back(std::make_unique<MemoryState>(SharedPages));
  // Accesses of earlier CTAs there are past.
  State->Shared = std::move(Idle.back());
  Idle.pop_back();
  startSpan(*State);
  LastCta = nullptr;
}

void RaceChecker::endCta(const sm::Cta &C) {
  auto It = Ctas.find(C.number());
  assert(It != Ctas.end() && "the end of a CTA that never started");
  releaseAll(*It->second);
  endWindow(C, *It->second);
  Tensors.endCta(C.number());
  Idle.push_back(std::move(It->second->Shared));
  Ctas.erase(It);
  LastCta = nullptr;
}

void RaceChecker::barrierReleased(const sm::Cta &C, unsigned Barrier) {
  CtaState &State = *Ctas[C.number()];
  assert(State.Shared && "a barrier of a CTA without shadow memory");
  // No barrier waits for agents.
  if (State.Clocks.release(C, Barrier) && !HasAgents)
    startSpan(State);
}

void RaceChecker::issue(const Issue &E) {
  const Note &N = Notes[E.Index];
  if (!N.Matters || !E.Executing)
    return;
  uint64_t Number = E.W.cta().number();
  if (!LastCta || LastCta->Clocks.cta() != Number)
    LastCta = Ctas[Number].get();
  assert(LastCta && LastCta->Clocks.cta() == Number &&
         "a warp of a CTA that never started");
  CtaState &C = *LastCta;
  // Operands come first. The PTX's operation is about a load of its own, or
  // about one that became an operand, since then there is no other.
  bool HasOwn = E.I.access() != AccessKind::None;
  for (const MemoryAccess &A : E.Accesses) {
    bool IsOperand =
        E.I.hasMemoryOperand() && HasOwn && &A != &E.Accesses.back();
    if (A.Where == Space::Global || A.Where == Space::Shared)
      access(E, A, N, IsOperand, C);
  }
  if (HasTensors)
    tensorMemory(E, N);
  if (E.I.isBarrier()) {
    sm::BarrierCall Call = E.W.barrierCall(E.I, E.Executing);
    if (Call.Id < sm::NumBarriers)
      C.Clocks.arrive(E.W.number(), Call.Id,
                      Call.Kind != sm::BarrierKind::Arrive, Call.Count == 0);
  } else if (E.I.isHostCall()) {
    callHost(E, N, C);
  } else if (N.Operation) {
    sync(E, N, C);
  }
  if (Global.isFull() || C.Shared->isFull())
    sweep(C);
}

/// Fences, and where lanes wait for each other.
void RaceChecker::sync(const Issue &E, const Note &N, CtaState &C) {
  const SyncOperation &O = *N.Operation;
  unsigned Warp = E.W.number();
  switch (O.Kind) {
  case SyncOperation::Fence: {
    uint32_t Mask = InLockStep ? 1 : E.Executing;
    for (; Mask; Mask &= Mask - 1) {
      const unsigned Thread =
          C.Clocks.threadOf(Warp, unsigned(llvm::countr_zero(Mask)));
      if (O.IsProxy && HasAgents)
        C.Clocks.proxyFence(Thread);
      C.Clocks.fence(Thread, O.Order, O.Scope);
    }
    return;
  }
  case SyncOperation::AsyncCommit:
  case SyncOperation::AsyncWait:
    return awaitAgents(E, O, C);
  case SyncOperation::WarpBarrier:
  case SyncOperation::Exchange:
    return meet(E, O, C);
  case SyncOperation::Access:
  case SyncOperation::Atomic:
  case SyncOperation::Completion:
  case SyncOperation::AsyncWork:
  case SyncOperation::Barrier:
  case SyncOperation::ActiveMask:
  case SyncOperation::WordInit:
  case SyncOperation::WordInval:
    return;
  }
}

/// Lets the lanes \p Together meet lanes on the other side of a branch: they
/// know of each other from here on. What the others have done meanwhile counts
/// as before.
uint32_t RaceChecker::meetOtherSide(const Issue &E, uint32_t Members,
                                    uint32_t Together, CtaState &C) {
  const unsigned Warp = E.W.number();
  PartedMeetings &Parted = C.Parted[Warp];
  if (!Parted.empty()) {
    if (!Parted.giveUp(E.Executing).empty())
      release(C, Warp, /*Meets=*/false);
    if (auto Other = Parted.answer(Launch->P, E.Index, Together, Members)) {
      release(C, Warp, /*Meets=*/true);
      return Other->Executing;
    }
  }
  uint32_t Absent = Members & E.W.live() & ~E.Executing;
  Absent &= ~leavingLanes(E.W, Launch->P, Absent);
  if (Absent)
    Parted.open({E.Index, unsigned(llvm::countr_zero(Together)), Together,
                 Members, Absent});
  return 0;
}

void RaceChecker::meet(const Issue &E, const SyncOperation &O, CtaState &C) {
  std::optional<MemberMasks> Masks = C.Members.membersAt(E, O);
  // Some of the lanes here may have met others already, which executed their
  // instruction first, and some not.
  uint32_t &Known = C.KnownToMeet[E.W.number()];
  const uint32_t Unmet = E.Executing & ~Known;
  Known &= ~E.Executing;
  uint32_t Rest = Masks ? Unmet : 0;
  while (Rest) {
    const uint32_t Mask = (*Masks)[unsigned(llvm::countr_zero(Rest))];
    uint32_t Together = Rest & (~Rest + 1);
    for (uint32_t Others = Mask & Rest; Others; Others &= Others - 1)
      if (unsigned Lane = unsigned(llvm::countr_zero(Others));
          (*Masks)[Lane] == Mask)
        Together |= uint32_t(1) << Lane;
    Rest &= ~Together;
    Together |= E.Fellows & Mask;
    Known |= Together & ~E.Executing;
    if (MayPart)
      Together |= meetOtherSide(E, Mask, Together, C);
    C.Clocks.meet(E.W.number(), Together);
  }
  // Exchanges of the silicon count as exchanges of all lanes that come.
  if (!Masks && O.IsSync && !Launch->P.PartsWarps)
    C.Clocks.meet(E.W.number(), E.Executing);
}

/// The address that each lane hands to the host first.
static std::array<uint64_t, Lanes> hostAddresses(const Issue &E) {
  const sm::LaneContext &L = E.W.lanes();
  const uint32_t *Row =
      L.Base[E.I.Src[0].Base] + size_t(E.I.Src[0].Row) * Lanes;
  std::array<uint64_t, Lanes> Addresses;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    Addresses[Lane] = uint64_t(Row[Lanes + Lane]) << 32 | Row[Lane];
  return Addresses;
}

void RaceChecker::callHost(const Issue &E, const Note &N, CtaState &C) {
  switch (abi::HostService(E.I.Sub[0])) {
  case abi::HostService::Free:
    return freeHeap(E);
  case abi::HostService::Exchange128:
  case abi::HostService::CompareAndSwap128:
    return wideAtomic(E, N, C);
  case abi::HostService::BadCall:
  case abi::HostService::Print:
  case abi::HostService::Assert:
  case abi::HostService::Allocate:
  case abi::HostService::StackOverflow:
  case abi::HostService::Misuse:
    return;
  }
}

/// An atomic of 128 bits, which no instruction accesses memory for.
void RaceChecker::wideAtomic(const Issue &E, const Note &N, CtaState &C) {
  const std::array<uint64_t, Lanes> Addresses = hostAddresses(E);
  for (Space Where : {Space::Global, Space::Shared}) {
    MemoryAccess A = {
        Where,      AccessKind::Atomic,     /*Bank=*/0, /*Bytes=*/16, {},
        /*Mask=*/0, sm::AddressShape::Other};
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      const sm::GenericPlace Place = sm::placeOf(Addresses[Lane]);
      A.Address[Lane] = Place.Address;
      A.Mask |= uint32_t(Place.Where == Where) << Lane;
    }
    access(E, A, N, /*IsOperand=*/false, C);
  }
}

/// A block of the heap starts anew with its next owner.
void RaceChecker::freeHeap(const Issue &E) {
  const std::array<uint64_t, Lanes> Addresses = hostAddresses(E);
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    if (!(E.Executing >> Lane & 1) || !Launch->Memory.heap())
      continue;
    if (auto Block = Launch->Memory.heap()->find(Addresses[Lane]))
      Global.Cells.clear(Block->Address, Block->Size);
  }
}

void RaceChecker::MemoryState::clear() {
  Cells.clear();
  Events.clear();
  Observed.clear();
  Past = Events.end();
  NextSweep = FewEvents;
}

void RaceChecker::MemoryState::sweep() {
  Cells.eachRef([this](AccessRef &R) { R = R < Past ? 0 : R; });
  EventSweep Sweep(Events);
  Cells.eachRef([&](AccessRef R) {
    if (R)
      Sweep.mark(R);
  });
  Sweep.drop();
  Cells.eachRef([&](AccessRef &R) {
    if (R)
      Sweep.renumber(R);
  });
  // There are numbers for no more events: all earlier ones are forgotten.
  if (Events.room() < AccessEvents::MaxEvents / 4)
    clear();
  // A sweep takes as long as there are lines.
  NextSweep = uint32_t(
      std::min<uint64_t>(uint64_t(Events.size()) * 2 +
                             std::max<uint64_t>(FewEvents, Cells.numLines()),
                         Events.size() + Events.room()));
  Events.reserve(NextSweep);
}

void RaceChecker::sweep(CtaState &C) {
  auto Forget = [](CtaState &Of) {
    std::fill(Of.LastEvents.begin(), Of.LastEvents.end(), 0);
  };
  if (C.Shared->isFull()) {
    C.Shared->sweep();
    Forget(C);
  }
  if (Global.isFull()) {
    Global.sweep();
    for (auto &[Number, Other] : Ctas)
      Forget(*Other);
  }
}

} // namespace heddle::sanitize
