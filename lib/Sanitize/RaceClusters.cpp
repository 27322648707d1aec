//===- RaceClusters.cpp - Shared memory that other blocks reach -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of a cluster accesses its shared memory by addresses of s[], and the
// others by those of its window. All are held against each other by the latter.
// The memory ends with its block, which must know by then of all that others
// have done there.
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "RaceChecker.h"
#include "heddle/ABI/ClusterWindow.h"
#include "heddle/Machine/AddressNames.h"

namespace heddle::sanitize {

using sm::Issue;
using sm::Lanes;
using sm::MemoryAccess;

static uint64_t windowOf(const sm::Cta &C) {
  const abi::ClusterFacts &Facts = C.clusterFacts();
  return Facts.Base + (uint64_t(Facts.Rank) << abi::ClusterRankShift);
}

MemoryAccess RaceChecker::inWindow(const Issue &E, const MemoryAccess &A) {
  MemoryAccess Moved = A;
  Moved.Where = sm::Space::Global;
  const uint64_t Window = windowOf(E.W.cta());
  for (uint64_t &Address : Moved.Address)
    Address += Window;
  return Moved;
}

const uint8_t *RaceChecker::inCluster(const Issue &E, uint64_t Address,
                                      unsigned Bytes) {
  if (!abi::isInClusterWindow(Address))
    return nullptr;
  const sm::LaneContext &L = E.W.lanes();
  const sm::FarWindow W = L.FindFarGlobal(L.GlobalMemory, Address, false);
  const uint64_t Offset = Address - W.Base;
  return W.Data && Offset <= W.Size && W.Size - Offset >= Bytes
             ? W.Data + Offset
             : nullptr;
}

std::string RaceChecker::placeText(sm::Space Where, uint64_t Address) const {
  const object::KernelInfo &Info = Launch->P.Kernel.Info;
  if (Where == sm::Space::Shared)
    return sm::sharedPlaceText(Info, Address);
  if (abi::isInClusterWindow(Address))
    return sm::sharedPlaceText(Info, Address & abi::ClusterOffsetMask) +
           " of the block of rank " +
           std::to_string(abi::clusterRank(Address)) + " of the cluster";
  return sm::globalPlaceText(*Launch, Address);
}

bool RaceChecker::knowsAtEnd(const CtaState &C, AccessRef Ref,
                             const AccessEvent &Event) {
  const uint64_t Cta = ctaOfAgent(Event.Cta);
  const unsigned By = C.Clocks.threadOf(Event.Warp, AccessEvents::laneOf(Ref));
  for (unsigned Thread = 0; Thread != C.Clocks.numThreads(); ++Thread)
    if (isAgent(Event.Cta)
            ? C.Clocks.knowsAgent(Thread, Event.Cta, By, Event.Flags & IsWrite,
                                  Event.Clock)
            : C.Clocks.knows(Thread, Cta, By, Event.Clock))
      return true;
  return false;
}

void RaceChecker::endWindow(const sm::Cta &C, const CtaState &State) {
  if (C.clusterFacts().Size == 1)
    return;
  const uint64_t Window = windowOf(C), Size = C.sharedBytes();
  auto Look = [&](AccessRef Ref, uint64_t Address) {
    if (Ref < Global.Past)
      return;
    const AccessEvent &Event = Global.Events.of(Ref);
    if (ctaOfAgent(Event.Cta) == C.number() || knowsAtEnd(State, Ref, Event))
      return;
    add(isAgent(Event.Cta) ? Rule::RaceAsync : Rule::RaceShared, Event.Index,
        Event.Index, [&] {
          Finding F;
          F.TheRule = isAgent(Event.Cta) ? Rule::RaceAsync : Rule::RaceShared;
          F.Kernel = Launch->P.Kernel.Info.Name;
          F.Place = placeText(sm::Space::Global, Address);
          F.Message = "access of " + F.Place +
                      ", which may have ended before: nothing orders the two";
          F.Missing =
              "shared memory ends with its block: barrier.cluster by both "
              "blocks, behind the last access of another, is missing";
          F.Sides.push_back(
              sideAt(*Launch, Event.Index, ctaOfAgent(Event.Cta),
                     Event.Warp * Lanes + AccessEvents::laneOf(Ref)));
          F.Sides.back().What = "access";
          F.Sides.back().Bytes = Event.Bytes;
          F.SourceName = F.Sides.front().File;
          return F;
        });
  };
  uint64_t Step;
  for (uint64_t At = 0; At < Size; At += Step) {
    const uint64_t Address = Window + At;
    if (!Global.Cells.hasPage(Address)) {
      Step = ShadowMemory::PageBytes;
      continue;
    }
    const ShadowLine &Line = Global.Cells.line(Address);
    Step = Line.cellBytes();
    const ShadowCell Cell = Line.cellAt(Address % ShadowLine::Bytes);
    Look(Cell.Write, Address);
    for (AccessRef Ref : Cell.Others)
      Look(Ref, Address);
    if (auto *More = Global.Cells.more(Address, /*Make=*/false))
      for (AccessRef Ref : *More)
        Look(Ref, Address);
  }
  Global.Cells.drop(Window, Size);
}

} // namespace heddle::sanitize
