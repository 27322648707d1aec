//===- WorkObserver.cpp - Counts products, copies and waits ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy is a loop of loads and stores of the machine, and ldmatrix loads and a
// move. That they are of one PTX instruction is told by their place. Emulated
// atomics load and store at one place, too: these swap, or take a lock.
//
//===----------------------------------------------------------------------===//

#include "heddle/Observe/WorkObserver.h"
#include "heddle/ABI/ClusterWindow.h"
#include "heddle/Machine/MatrixProducts.h"
#include "heddle/Machine/MbarrierUpdate.h"
#include "heddle/Machine/Program.h"
#include "heddle/Machine/Warp.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cassert>

namespace heddle::sm {

namespace {

/// The work of the machine's instructions at one place of the PTX.
struct PlaceUse {
  bool Loads = false, Stores = false, Atomics = false, Mbarriers = false;
  bool MovesMatrix = false, IsEmulated = false;

  void add(const DecodedInst &I) {
    MovesMatrix |= movesMatrix(I);
    Mbarriers |= I.isOfMbarrier();
    if (I.space() != Space::Global && I.space() != Space::Shared &&
        I.space() != Space::Generic)
      return;
    Loads |= I.isLoad();
    Stores |= I.isStore();
    Atomics |= I.isAtomic() && !I.isOfMbarrier();
    IsEmulated |=
        I.access() == AccessKind::Lock || I.access() == AccessKind::Unlock ||
        (I.isAtomic() && AtomicKind(I.Sub[0]) == AtomicKind::CompareAndSwap);
  }
  bool isCopy() const {
    return !IsEmulated && Loads + Stores + Atomics + Mbarriers > 1 &&
           (Stores || Atomics);
  }
};

} // namespace

void InstructionWork::merge(const InstructionWork &Part) {
  for (const auto &[Name, P] : Part.Products) {
    Product &To = Products[Name];
    To.Count += P.Count;
    To.Operations += P.Operations;
  }
  GlobalBytesRead += Part.GlobalBytesRead;
  BytesWritten += Part.BytesWritten;
  RowSets += Part.RowSets;
  RowConflicts += Part.RowConflicts;
  MbarrierLooks += Part.MbarrierLooks;
  MbarrierUpdates += Part.MbarrierUpdates;
}

void WorkObserver::startLaunch(const LaunchView &L) {
  P = &L.P;
  ByIndex.clear();
  auto PlaceOf = [&](const DecodedInst &I) {
    const object::LineEntry At = P->Kernel.lineOf(I.Address);
    return std::pair(At.Line, At.Column);
  };
  std::map<std::pair<uint32_t, uint32_t>, PlaceUse> Places;
  for (const DecodedInst &I : P->Code)
    Places[PlaceOf(I)].add(I);
  Kinds.assign(P->Code.size(), Other);
  for (size_t N = 0; N != P->Code.size(); ++N) {
    const DecodedInst &I = P->Code[N];
    const auto Place = PlaceOf(I);
    const PlaceUse &Use = Places[Place];
    if (multipliesMatrices(I))
      Kinds[N] = Multiplies;
    else if (I.isOfMbarrier())
      Kinds[N] = Mbarrier;
    else if (!Place.first || (!I.isLoad() && !I.writesMemory()))
      continue;
    else if (Use.MovesMatrix)
      Kinds[N] = Rows;
    else if (Use.isCopy())
      Kinds[N] = Copies;
  }
}

std::unique_ptr<Observer> WorkObserver::split() {
  auto Part = std::make_unique<WorkObserver>();
  Part->P = P;
  Part->Kinds = Kinds;
  return Part;
}

void WorkObserver::merge(Observer &Of) {
  for (const auto &[Index, Work] : static_cast<WorkObserver &>(Of).ByIndex)
    ByIndex[Index].merge(Work);
}

void WorkObserver::products(const Issue &E, InstructionWork &To) const {
  auto Add = [&To](const std::optional<MatrixProduct> &Made) {
    if (!Made)
      return;
    InstructionWork::Product &Sum = To.Products[Made->Name];
    ++Sum.Count;
    Sum.Operations += Made->Operations;
  };
  if (E.Executing == AllLanes)
    Add(productOfWarp(E.I));
  for (uint32_t Rest = E.Executing; Rest; Rest &= Rest - 1)
    Add(productOfLane(E.I, E.W.lanes(), unsigned(llvm::countr_zero(Rest))));
}

/// Counts the passes of the rows that lanes access: eight rows of 16 bytes are
/// a pass if each is in four banks of its own.
static void rows(const MemoryAccess &A, uint32_t Mask, InstructionWork &To) {
  constexpr unsigned Set = 8, RowBytes = 16;
  for (unsigned First = 0; First != Lanes; First += Set) {
    llvm::SmallVector<uint64_t, Set> Seen;
    unsigned InBanks[Set] = {};
    for (unsigned Lane = First; Lane != First + Set; ++Lane) {
      const uint64_t Row = A.Address[Lane] / RowBytes;
      if (!(Mask >> Lane & 1) || llvm::is_contained(Seen, Row))
        continue;
      Seen.push_back(Row);
      ++InBanks[Row % Set];
    }
    if (Seen.empty())
      continue;
    ++To.RowSets;
    To.RowConflicts += *std::max_element(InBanks, InBanks + Set) - 1;
  }
}

/// Returns the lanes that execute the access \p A, but for those that reach
/// what the machine keeps of a cluster behind the shared memory of its CTAs.
static uint32_t lanesOf(const Issue &E, const MemoryAccess &A) {
  uint32_t Mask = E.Executing & A.Mask;
  if (A.Where == Space::Shared)
    return Mask;
  for (uint32_t Rest = Mask; Rest; Rest &= Rest - 1) {
    const unsigned Lane = unsigned(llvm::countr_zero(Rest));
    if (abi::isInClusterWindow(A.Address[Lane]) &&
        (A.Address[Lane] & abi::ClusterOffsetMask) >= abi::ClusterBarrierOffset)
      Mask &= ~(uint32_t(1) << Lane);
  }
  return Mask;
}

void WorkObserver::issue(const Issue &E) {
  if (!E.Executing || Kinds[E.Index] == Other)
    return;
  InstructionWork &To = ByIndex[E.Index];
  switch (Kinds[E.Index]) {
  case Multiplies:
    products(E, To);
    return;
  case Mbarrier:
    for (const MemoryAccess &A : E.Accesses)
      for (uint32_t Rest = lanesOf(E, A); Rest; Rest &= Rest - 1)
        ++(mbarrierUpdate(E, unsigned(llvm::countr_zero(Rest)))
               ? To.MbarrierUpdates
               : To.MbarrierLooks);
    return;
  case Rows:
  case Copies:
    break;
  case Other:
    return;
  }
  for (const MemoryAccess &A : E.Accesses) {
    const uint32_t Mask = lanesOf(E, A);
    if (!Mask || (A.Where != Space::Global && A.Where != Space::Shared))
      continue;
    const uint64_t Bytes = uint64_t(llvm::popcount(Mask)) * A.Bytes;
    if (Kinds[E.Index] == Rows)
      rows(A, Mask, To);
    else if (A.Kind != AccessKind::Load && A.Kind != AccessKind::Lock)
      To.BytesWritten += Bytes;
    else if (A.Where == Space::Global)
      To.GlobalBytesRead += Bytes;
  }
}

std::map<uint32_t, InstructionWork> WorkObserver::take() {
  std::map<uint32_t, InstructionWork> Work;
  for (auto &[Index, Of] : ByIndex) {
    if (!Of.any())
      continue;
    const uint32_t Address = P->Code[Index].Address;
    const object::LineEntry At = P->Kernel.lineOf(Address);
    const object::Module::Place InPTX = P->Module.placeOf(At.Line);
    Of.Line = InPTX.Line;
    Of.Column = At.Column;
    if (!P->Module.Files.empty())
      Of.File = InPTX.File.str();
    Work.emplace(Address, std::move(Of));
  }
  ByIndex.clear();
  return Work;
}

} // namespace heddle::sm
