//===- Cluster.cpp - CTAs that reach each other ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/Cluster.h"
#include "heddle/ABI/Barrier.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Object/KernelInfo.h"
#include "llvm/Support/MathExtras.h"

using llvm::SaturatingMultiply;

namespace heddle::sm {

Dim3 clusterExtents(const object::KernelInfo &Info,
                    const LaunchConfig &Config) {
  if (Config.Cluster)
    return *Config.Cluster;
  if (!Info.hasCluster())
    return Dim3();
  return Dim3{Info.ReqCluster[0], Info.ReqCluster[1], Info.ReqCluster[2]};
}

Dim3 gridInBlocks(const object::KernelInfo &Info, const Dim3 &Grid) {
  if (!Info.BlocksAreClusters)
    return Grid;
  const auto &Each = Info.ReqCluster;
  return {SaturatingMultiply(Grid.X, Each[0]),
          SaturatingMultiply(Grid.Y, Each[1]),
          SaturatingMultiply(Grid.Z, Each[2])};
}

/// A place among \p Count things, x first.
static std::array<uint64_t, 3> placeAmong(const Dim3 &Count, uint64_t Number) {
  const uint64_t Row = Number / Count.X;
  return {Number % Count.X, Row % Count.Y, Row / Count.Y};
}

uint64_t ctaInOrder(uint64_t Order, const Dim3 &Extents, const Dim3 &Grid) {
  const uint64_t Size = Extents.count();
  if (Size == 1)
    return Order;
  const auto First =
      placeAmong({Grid.X / Extents.X, Grid.Y / Extents.Y, Grid.Z / Extents.Z},
                 Order / Size);
  const auto Within = placeAmong(Extents, Order % Size);
  return First[0] * Extents.X + Within[0] +
         Grid.X * (First[1] * Extents.Y + Within[1] +
                   Grid.Y * (First[2] * Extents.Z + Within[2]));
}

static uint64_t stateFor(uint64_t Threads) {
  return Threads | Threads << abi::BarrierExpectedShift;
}

Cluster::Cluster(uint64_t Number, unsigned Size, unsigned Threads)
    : Base(abi::clusterBase(Number)),
      FirstState(stateFor(uint64_t(Size) * Threads)), Barrier(FirstState) {}

void Cluster::restart(uint64_t Number) {
  Base = abi::clusterBase(Number);
  Barrier = FirstState;
}

void Cluster::leave(Cta &Member) {
  for (Cta *&Other : Members) {
    if (Other == &Member)
      Other = nullptr;
    else if (Other)
      Other->forgetWindows();
  }
}

FarWindow Cluster::find(uint64_t Address) {
  const unsigned Rank = abi::clusterRank(Address);
  const uint32_t Offset = uint32_t(Address) & abi::ClusterOffsetMask;
  const uint64_t Window = Address - Offset;
  if (Window != (Base | uint64_t(Rank) << abi::ClusterRankShift))
    return {};
  // The barrier outlives the CTA of rank 0, in whose window it is.
  if (Rank == 0 && Offset - abi::ClusterBarrierOffset < sizeof(Barrier))
    return {Window + abi::ClusterBarrierOffset, sizeof(Barrier),
            reinterpret_cast<uint8_t *>(&Barrier)};
  Cta *Member = Members[Rank];
  if (!Member)
    return {};
  if (Offset < abi::ClusterPhasesOffset)
    return {Window, Member->sharedBytes(), Member->sharedData()};
  llvm::MutableArrayRef<uint8_t> Phases = Member->clusterPhases();
  return {Window + abi::ClusterPhasesOffset, Phases.size(), Phases.data()};
}

void Cluster::exit(unsigned Threads) {
  Barrier = abi::updateBarrier(Barrier, stateFor(Threads));
}

} // namespace heddle::sm
