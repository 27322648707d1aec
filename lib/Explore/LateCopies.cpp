//===- LateCopies.cpp - Delays asynchronous copies ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Explore/LateCopies.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/MbarrierUpdate.h"
#include "heddle/Machine/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cstring>

namespace heddle::explore {

using object::SyncOperation;
using sm::Issue;
using sm::Lanes;
using sm::MemoryAccess;

/// Rows that a load of a copy fills at most.
static constexpr unsigned Quad = 4;

/// The place on the host that \p Lane accesses; null where there is none.
static uint8_t *placeOf(const Issue &E, const MemoryAccess &A, unsigned Lane) {
  const sm::LaneContext &L = E.W.lanes();
  const uint64_t At = A.Address[Lane];
  if (A.Where == sm::Space::Shared)
    return At <= L.SharedBytes && L.SharedBytes - At >= A.Bytes ? L.Shared + At
                                                                : nullptr;
  if (A.Where != sm::Space::Global)
    return nullptr;
  const sm::FarWindow W =
      L.FindFarGlobal(L.GlobalMemory, At, A.Kind == sm::AccessKind::Store);
  const uint64_t Offset = At - W.Base;
  return W.Data && Offset <= W.Size && W.Size - Offset >= A.Bytes
             ? W.Data + Offset
             : nullptr;
}

template <class FnT>
static void forLanesOf(const Issue &E, const MemoryAccess &A, FnT Do) {
  for (uint32_t Rest = E.Executing & A.Mask; Rest; Rest &= Rest - 1)
    Do(unsigned(llvm::countr_zero(Rest)));
}

unsigned LateCopies::threadOf(const Issue &E, unsigned Lane) {
  return E.W.number() * Lanes + Lane;
}

uint64_t LateCopies::cta(const Issue &E) { return E.W.cta().number(); }

static bool isDelayed(SyncOperation::AgentType Agent) {
  switch (Agent) {
  case SyncOperation::CopyAgent:
  case SyncOperation::BulkAgent:
  case SyncOperation::BarrierAgent:
    return true;
  case SyncOperation::WgmmaAgent:
  case SyncOperation::NoAgent:
    return false;
  }
  llvm_unreachable("covered switch");
}

LateCopies::Note LateCopies::noteOf(const sm::LaunchView &L,
                                    const sm::DecodedInst &I) const {
  Note N;
  const object::LineEntry Place = L.P.Kernel.lineOf(I.Address);
  N.Operation = L.P.Module.Operations->find(Place.Line, Place.Column);
  if (!N.Operation)
    return N;
  if (I.isOfMbarrier()) {
    N.Kind = Note::Barrier;
    return N;
  }
  if (!isDelayed(N.Operation->Agent))
    return N;
  switch (N.Operation->Kind) {
  case SyncOperation::AsyncWork:
  case SyncOperation::Completion:
    N.Kind = Note::Copies;
    return N;
  case SyncOperation::AsyncCommit:
  case SyncOperation::AsyncWait:
    N.Kind = I.isNop() ? Note::Groups : Note::Other;
    return N;
  case SyncOperation::Access:
  case SyncOperation::Atomic:
  case SyncOperation::Fence:
  case SyncOperation::Barrier:
  case SyncOperation::WarpBarrier:
  case SyncOperation::Exchange:
  case SyncOperation::ActiveMask:
  case SyncOperation::WordInit:
  case SyncOperation::WordInval:
    return N;
  }
  llvm_unreachable("covered switch");
}

void LateCopies::startLaunch(const sm::LaunchView &L) {
  Notes.assign(L.P.Code.size(), Note());
  if (!L.P.Module.Operations)
    return;
  const auto Results = sm::registerResults(L.P);
  for (uint32_t Index = 0; Index != L.P.Code.size(); ++Index) {
    Note &N = Notes[Index];
    N = noteOf(L, L.P.Code[Index]);
    if (N.Kind == Note::Copies && Index < Results.size())
      for (const sm::RegisterUse &U : Results[Index])
        N.Results.push_back(sm::rowsOf(U));
  }
}

void LateCopies::endLaunch() {
  // A launch that ended with a fault has blocks that did not end.
  Asked.clear();
  Told.clear();
  Loads.clear();
  Before.clear();
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

void LateCopies::perform(Batch &B) {
  for (const Write &W : B)
    std::memmove(W.To, W.From ? W.From : W.Value.data(), W.Size);
  B.clear();
}

void LateCopies::readSources(Batch &B) {
  for (Write &W : B)
    if (W.From) {
      std::memcpy(W.Value.data(), W.From, W.Size);
      W.From = nullptr;
    }
}

void LateCopies::close(Work &Of, Batches &To) {
  if (Of.Open.empty())
    return;
  To.push_back(std::make_shared<Batch>(std::move(Of.Open)));
  Of.Open.clear();
}

void LateCopies::perform(Work &Of) {
  for (Batches &Group : Of.Groups)
    for (const std::shared_ptr<Batch> &B : Group)
      perform(*B);
  for (const std::shared_ptr<Batch> &B : Of.Loose)
    perform(*B);
  perform(Of.Open);
}

/// Takes the writes out whose source or destination is in the memory of a block
/// that has ended.
void LateCopies::forget(const uint8_t *Begin, const uint8_t *End) {
  auto IsThere = [=](const uint8_t *At) { return At >= Begin && At < End; };
  auto Clean = [&](Batch &B) {
    llvm::erase_if(
        B, [&](const Write &W) { return IsThere(W.To) || IsThere(W.From); });
  };
  for (auto It = Told.begin(); It != Told.end();) {
    for (const std::shared_ptr<Batch> &B : It->second)
      Clean(*B);
    It = IsThere(It->first) ? Told.erase(It) : std::next(It);
  }
  for (auto &[Key, W] : Asked) {
    Clean(W.Open);
    for (const std::shared_ptr<Batch> &B : W.Loose)
      Clean(*B);
    for (Batches &Group : W.Groups)
      for (const std::shared_ptr<Batch> &B : Group)
        Clean(*B);
  }
}

void LateCopies::endCta(const sm::Cta &C) {
  const uint64_t Number = C.number();
  const auto First =
      Asked.lower_bound(WorkKey(Number, 0, SyncOperation::AgentType::NoAgent));
  const auto Last = Asked.lower_bound(
      WorkKey(Number + 1, 0, SyncOperation::AgentType::NoAgent));
  for (auto It = First; It != Last; ++It)
    perform(It->second);
  Asked.erase(First, Last);
  Loads.erase(Loads.lower_bound({Number, 0, 0}),
              Loads.lower_bound({Number + 1, 0, 0}));
  const sm::LaneContext &L = C.warp(0).lanes();
  forget(L.Shared, L.Shared + L.SharedBytes);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void LateCopies::noteLoad(const Issue &E, const MemoryAccess &A) {
  Loaded &Of = Loads[{cta(E), E.W.number(), E.I.DstRow}];
  Of.Operation = Notes[E.Index].Operation;
  Of.Size = A.Bytes;
  forLanesOf(E, A, [&](unsigned Lane) { Of.From[Lane] = placeOf(E, A, Lane); });
}

void LateCopies::takeBack(const Issue &E) {
  const SyncOperation &O = *Notes[E.Index].Operation;
  const unsigned Bytes = memBytes(E.I.memType());
  const auto Load = Loads.find({cta(E), E.W.number(), E.I.Src[1].Row});
  const bool IsLoaded = Load != Loads.end() && Load->second.Operation == &O &&
                        Load->second.Size == Bytes &&
                        E.I.Src[1].Base == sm::WarpRows;
  for (const Overwritten &Old : Before) {
    Write W = {Old.At, nullptr, {}, uint8_t(Bytes)};
    std::memcpy(W.Value.data(), Old.At, Bytes);
    const uint8_t *From = IsLoaded ? Load->second.From[Old.Lane] : nullptr;
    // A load may have changed the value, as those of tf32 do.
    if (From && std::memcmp(From, W.Value.data(), Bytes) == 0)
      W.From = From;
    workOf(E, Old.Lane, O.Agent).Open.push_back(W);
  }
  for (const Overwritten &Old : Before)
    std::memcpy(Old.At, Old.Bytes.data(), Bytes);
  Before.clear();
}

/// Forgets loads into registers that get another value.
void LateCopies::overwrite(const Issue &E, const sm::RowRange &Rows) {
  const unsigned Warp = E.W.number(), End = Rows.First + Rows.Count;
  const unsigned Start = Rows.First < Quad ? 0 : Rows.First - Quad + 1;
  auto It = Loads.lower_bound({cta(E), Warp, Start});
  while (It != Loads.end() && It->first < std::tuple(cta(E), Warp, End)) {
    const unsigned Words = (It->second.Size + 3u) / 4;
    It = std::get<2>(It->first) + Words > Rows.First ? Loads.erase(It)
                                                     : std::next(It);
  }
}

void LateCopies::executed(const Issue &E) {
  const Note &N = Notes[E.Index];
  if (N.Kind != Note::Copies)
    return;
  if (E.I.writesMemory())
    return takeBack(E);
  for (const sm::RowRange &Rows : N.Results)
    overwrite(E, Rows);
  if (E.I.isLoad())
    for (const MemoryAccess &A : E.Accesses)
      noteLoad(E, A);
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

void LateCopies::awaitGroups(Work &Of, const SyncOperation &O) {
  if (Of.Groups.size() <= O.Pending)
    return;
  const size_t Done = Of.Groups.size() - O.Pending;
  for (size_t N = 0; N != Done; ++N)
    for (const std::shared_ptr<Batch> &B : Of.Groups[N])
      O.IsOfReads ? readSources(*B) : perform(*B);
  if (!O.IsOfReads)
    Of.Groups.erase(Of.Groups.begin(), Of.Groups.begin() + ptrdiff_t(Done));
}

void LateCopies::group(const Issue &E, const SyncOperation &O) {
  for (uint32_t Rest = E.Executing; Rest; Rest &= Rest - 1) {
    Work &Of = workOf(E, unsigned(llvm::countr_zero(Rest)), O.Agent);
    if (O.Kind == SyncOperation::AsyncCommit || O.IsOfAll) {
      close(Of, Of.Loose);
      Of.Groups.push_back(std::move(Of.Loose));
      Of.Loose.clear();
      dropDone(Of);
    }
    if (O.Kind == SyncOperation::AsyncWait)
      awaitGroups(Of, O);
  }
}

void LateCopies::lookAtBarrier(const Issue &E) {
  for (const MemoryAccess &A : E.Accesses)
    forLanesOf(E, A, [&](unsigned Lane) {
      if (A.Kind != sm::AccessKind::Atomic || sm::mbarrierUpdate(E, Lane))
        return;
      const auto It = Told.find(placeOf(E, A, Lane));
      if (It == Told.end())
        return;
      for (const std::shared_ptr<Batch> &B : It->second)
        perform(*B);
      Told.erase(It);
    });
}

/// Drops what has happened: waits count from the newest group on, so that the
/// oldest ones may go.
void LateCopies::dropDone(Work &Of) {
  const auto IsDone = [](const std::shared_ptr<Batch> &B) {
    return B->empty();
  };
  llvm::erase_if(Of.Loose, IsDone);
  while (!Of.Groups.empty() && llvm::all_of(Of.Groups.front(), IsDone))
    Of.Groups.pop_front();
}

/// What the lanes have asked for is awaited at the mbarrier, too.
void LateCopies::tellBarrier(const Issue &E) {
  const SyncOperation::AgentType Agent = Notes[E.Index].Operation->Agent;
  for (const MemoryAccess &A : E.Accesses)
    forLanesOf(E, A, [&](unsigned Lane) {
      const uint8_t *Word = placeOf(E, A, Lane);
      if (A.Kind != sm::AccessKind::Atomic || !Word)
        return;
      Work &Of = workOf(E, Lane, Agent);
      if (Agent == SyncOperation::BarrierAgent)
        return close(Of, Told[Word]);
      dropDone(Of);
      close(Of, Of.Loose);
      Batches &To = Told[Word];
      for (const Batches &Group : Of.Groups)
        llvm::append_range(To, Group);
      llvm::append_range(To, Of.Loose);
    });
}

void LateCopies::issue(const Issue &E) {
  const Note &N = Notes[E.Index];
  Before.clear();
  switch (N.Kind) {
  case Note::Other:
    return;
  case Note::Groups:
    return group(E, *N.Operation);
  case Note::Barrier:
    if (isDelayed(N.Operation->Agent))
      return tellBarrier(E);
    return lookAtBarrier(E);
  case Note::Copies:
    break;
  }
  for (const MemoryAccess &A : E.Accesses) {
    if (A.Kind != sm::AccessKind::Store)
      continue;
    assert(A.Bytes <= MostBytes && "a store is a quad at most");
    forLanesOf(E, A, [&](unsigned Lane) {
      uint8_t *At = placeOf(E, A, Lane);
      if (!At)
        return;
      Overwritten Old = {Lane, At, {}};
      std::memcpy(Old.Bytes.data(), At, A.Bytes);
      Before.push_back(Old);
    });
  }
}

} // namespace heddle::explore
