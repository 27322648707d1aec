//===- ClusterWindow.h - Shared memory of a cluster's CTAs ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The CTAs of a cluster reach each other's shared memory by wide addresses, in
/// a window for each CTA:
///
///   [0:23]   the address in s[] of that CTA
///   [24:27]  its rank in the cluster
///   [28:55]  the number of the cluster, x first
///   [56:63]  4
///
/// Instructions take such an address for one of g[]. Of 32 bits, as
/// .shared::cluster has them, an address holds the CTA's rank plus one in its
/// upper 8 bits; 0 there is the own CTA. Behind shared memory a window has what
/// the machine keeps of the cluster. A number that no cluster has stands for a
/// block of facts, of which each CTA sees its own.
///
/// No LLVM headers: what runs kernels includes this.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_CLUSTERWINDOW_H
#define HEDDLE_ABI_CLUSTERWINDOW_H

#include <cstdint>

namespace heddle::abi {

/// CTAs that a cluster may have.
inline constexpr unsigned MaxClusterSize = 16;

inline constexpr unsigned ClusterRankShift = 24, ClusterNumberShift = 28;
inline constexpr uint32_t ClusterOffsetMask =
    (uint32_t(1) << ClusterRankShift) - 1;
inline constexpr uint64_t ClusterWindows = uint64_t(4) << 56;
/// Numbers of clusters are below this; those of larger grids go around.
inline constexpr uint64_t ClusterNumbers = (uint64_t(1) << 28) - 1;

/// The window of the CTA of rank 0 in cluster \p Number.
constexpr uint64_t clusterBase(uint64_t Number) {
  return ClusterWindows | Number % ClusterNumbers << ClusterNumberShift;
}
constexpr bool isInClusterWindow(uint64_t Address) {
  return Address >> 56 == ClusterWindows >> 56;
}
/// The rank of the CTA in whose window \p Address is.
constexpr unsigned clusterRank(uint64_t Address) {
  return unsigned(Address >> ClusterRankShift) & (MaxClusterSize - 1);
}

/// Where the block of facts is.
inline constexpr uint64_t ClusterSelf =
    ClusterWindows | ClusterNumbers << ClusterNumberShift;

/// Places in windows. In that of rank 0: the state of the mbarrier at which the
/// threads of the cluster meet. In each: a byte for each thread, the phase of
/// that barrier in which it has arrived.
inline constexpr uint32_t ClusterBarrierOffset = 0xf00000,
                          ClusterPhasesOffset = 0xf10000;

/// The record that a CTA can read at ClusterSelf.
struct ClusterFacts {
  /// The window of rank 0.
  uint64_t Base;
  /// %cluster_nctaid, %cluster_ctaid, %nclusterid, %clusterid.
  uint32_t Extents[3];
  uint32_t Index[3];
  uint32_t Clusters[3];
  uint32_t Cluster[3];
  uint32_t Size;
  uint32_t Rank;
  uint32_t IsExplicit;
  uint32_t Unused;
};

} // namespace heddle::abi

#endif // HEDDLE_ABI_CLUSTERWINDOW_H
