//===- Cluster.h - CTAs that reach each other -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A cluster is in progress as a whole, on one host thread. Each of its CTAs
/// keeps it alive, and leaves it at its end; what it had in its shared memory
/// is out of reach from there on.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_CLUSTER_H
#define HEDDLE_MACHINE_CLUSTER_H

#include "heddle/ABI/ClusterWindow.h"
#include "heddle/Machine/LaneContext.h"
#include "heddle/Machine/LaunchConfig.h"
#include <array>

namespace heddle::object {
struct KernelInfo;
}

namespace heddle::sm {

class Cta;

/// CTAs of a cluster of the launch, along each axis.
Dim3 clusterExtents(const object::KernelInfo &Info, const LaunchConfig &Config);

/// CTAs of a launch along each axis, where \p Grid is what the launch says: a
/// kernel with .blocksareclusters has it count clusters. An extent that 32 bits
/// do not hold is the largest, which no chip launches.
Dim3 gridInBlocks(const object::KernelInfo &Info, const Dim3 &Grid);

/// The number of a CTA, x first: that of rank \p Order % size in cluster
/// \p Order / size, both counted x first.
uint64_t ctaInOrder(uint64_t Order, const Dim3 &Extents, const Dim3 &Grid);

class Cluster {
public:
  /// Cluster \p Number, which \p Size CTAs of \p Threads each will join.
  Cluster(uint64_t Number, unsigned Size, unsigned Threads);
  /// Makes it cluster \p Number, to whose barrier nobody has come. A CTA that
  /// is in no cluster is one by itself, and takes over that of the CTA before.
  void restart(uint64_t Number);

  void join(unsigned Rank, Cta &Member) { Members[Rank] = &Member; }
  /// \p Member has ended; the others forget where its memory was.
  void leave(Cta &Member);

  /// The CTA of rank \p Rank; null where there is none, or it has ended.
  Cta *member(unsigned Rank) const {
    return Rank < Members.size() ? Members[Rank] : nullptr;
  }

  /// The window of rank 0.
  uint64_t base() const { return Base; }
  /// The memory at \p Address in a window; none where no CTA has any.
  FarWindow find(uint64_t Address);

  /// Whether threads have come to the barrier of the cluster.
  bool isBarrierUsed() const { return Barrier != FirstState; }
  /// \p Threads have exited, and are not waited for any more.
  void exit(unsigned Threads);

private:
  uint64_t Base;
  const uint64_t FirstState;
  uint64_t Barrier;
  std::array<Cta *, abi::MaxClusterSize> Members = {};
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_CLUSTER_H
