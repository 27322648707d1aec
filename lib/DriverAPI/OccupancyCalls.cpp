//===- OccupancyCalls.cpp - How many blocks an SM holds -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Occupancy.h"
#include "Report.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/Support/CheckedSize.h"
#include "heddle/Support/GuardedCall.h"
#include <array>

namespace heddle::driver {

unsigned activeBlocks(const Function &F, uint32_t Threads,
                      uint64_t SharedBytes) {
  const abi::Geometry &G = Driver::get().TheDevice.geometry();
  CheckedSize Shared = CheckedSize(SharedBytes) + F.staticSharedBytes();
  if (!Threads || Threads > F.maxThreads() || !Shared.fitsIn(G.MaxSharedPerCTA))
    return 0;
  return abi::computeOccupancy(G, Threads, F.info().Registers,
                               uint32_t(*Shared.value()))
      .ActiveCTAs;
}

/// The only flag that there is: about a cache.
static constexpr unsigned DisableCachingOverride = 1;

namespace calls {

CUresult OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *Blocks,
                                                            CUfunction Handle,
                                                            int Threads,
                                                            size_t Shared,
                                                            unsigned Flags) {
  if (!Blocks || Threads <= 0 || Flags > DisableCachingOverride)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  *Blocks = int(activeBlocks(*F, uint32_t(Threads), Shared));
  return CUDA_SUCCESS;
}

CUresult OccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks,
                                                   CUfunction Handle,
                                                   int Threads, size_t Shared) {
  return OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(Blocks, Handle,
                                                            Threads, Shared, 0);
}

CUresult OccupancyMaxPotentialBlockSizeWithFlags(int *MinGrid, int *Threads,
                                                 CUfunction Handle,
                                                 CUoccupancyB2DSize SharedFor,
                                                 size_t Shared, int Limit,
                                                 unsigned Flags) {
  if (!MinGrid || !Threads || Limit < 0 || Flags > DisableCachingOverride)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  // Another thread may unload it while SharedFor runs.
  std::shared_ptr<Module> Code = Driver::get().Modules.find(F->Owner->Self);
  uint32_t Most = F->maxThreads();
  if (Limit)
    Most = std::min(Most, uint32_t(Limit));
  unsigned BestBlocks = 0;
  uint32_t BestThreads = 0;
  // From the largest, which wins among equals.
  for (uint32_t T = Most; T;
       T -= T % abi::WarpSize ? T % abi::WarpSize : abi::WarpSize) {
    size_t Bytes = Shared;
    if (SharedFor) {
      UnlockedScope Scope;
      if (auto Thrown = callGuarded([&] { Bytes = SharedFor(int(T)); })) {
        explain("the function for shared memory has thrown: " + *Thrown);
        return CUDA_ERROR_INVALID_VALUE;
      }
    }
    unsigned Blocks = activeBlocks(*F, T, Bytes);
    if (uint64_t(Blocks) * T > uint64_t(BestBlocks) * BestThreads) {
      BestBlocks = Blocks;
      BestThreads = T;
    }
  }
  *Threads = int(BestThreads);
  *MinGrid = int(BestBlocks * Driver::get().TheDevice.numSMs());
  return CUDA_SUCCESS;
}

CUresult OccupancyMaxPotentialBlockSize(int *MinGrid, int *Threads,
                                        CUfunction Handle,
                                        CUoccupancyB2DSize SharedFor,
                                        size_t Shared, int Limit) {
  return OccupancyMaxPotentialBlockSizeWithFlags(MinGrid, Threads, Handle,
                                                 SharedFor, Shared, Limit, 0);
}

CUresult OccupancyMaxPotentialClusterSize(int *Size, CUfunction Handle,
                                          const CUlaunchConfig *Config) {
  std::shared_ptr<Function> F;
  if (!Size || !Config)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  const uint64_t Threads =
      uint64_t(Config->blockDimX) * Config->blockDimY * Config->blockDimZ;
  const bool Fits = Threads <= F->maxThreads() &&
                    activeBlocks(*F, uint32_t(Threads), Config->sharedMemBytes);
  *Size = Fits ? int(F->Settings.maxClusterSize()) : 0;
  return CUDA_SUCCESS;
}

CUresult OccupancyMaxActiveClusters(int *Count, CUfunction Handle,
                                    const CUlaunchConfig *Config) {
  std::shared_ptr<Function> F;
  if (!Count || !Config || (Config->numAttrs && !Config->attrs))
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  std::array<uint32_t, 3> Cluster = {1, 1, 1};
  if (F->info().hasCluster())
    Cluster = F->info().ReqCluster;
  for (unsigned I = 0; I != Config->numAttrs; ++I)
    if (const CUlaunchAttribute &A = Config->attrs[I];
        A.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
      Cluster = {A.value.clusterDim.x, A.value.clusterDim.y,
                 A.value.clusterDim.z};
  uint64_t Blocks = 1;
  // Three extents that are no larger have no product that is too large.
  for (uint32_t Extent : Cluster) {
    if (Extent > F->Settings.maxClusterSize())
      return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    Blocks *= Extent;
  }
  const uint64_t Threads =
      uint64_t(Config->blockDimX) * Config->blockDimY * Config->blockDimZ;
  if (!Blocks || !Threads || Threads > F->maxThreads())
    return CUDA_ERROR_INVALID_VALUE;
  // As for a launch: a kernel may have been compiled for clusters of one size.
  if (Blocks > F->Settings.maxClusterSize() ||
      (F->info().hasCluster() && Cluster != F->info().ReqCluster))
    return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  const uint64_t Active =
      uint64_t(activeBlocks(*F, uint32_t(Threads), Config->sharedMemBytes)) *
      Driver::get().TheDevice.numSMs();
  *Count = int(Active / Blocks);
  return CUDA_SUCCESS;
}

CUresult OccupancyAvailableDynamicSMemPerBlock(size_t *Shared,
                                               CUfunction Handle, int Blocks,
                                               int Threads) {
  if (!Shared || Blocks <= 0 || Threads <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  if (activeBlocks(*F, uint32_t(Threads), 0) < unsigned(Blocks))
    return CUDA_ERROR_INVALID_VALUE;
  const abi::Geometry &G = Driver::get().TheDevice.geometry();
  uint32_t Room =
      std::min(abi::maxSharedFor(G, uint32_t(Blocks)), G.MaxSharedPerCTA);
  *Shared = Room - std::min(Room, F->staticSharedBytes());
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
