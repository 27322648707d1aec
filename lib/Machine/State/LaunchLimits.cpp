//===- LaunchLimits.cpp - The limits of a launch --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/LaunchLimits.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/ClusterWindow.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Limits.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Machine/Cluster.h"
#include "heddle/Machine/FaultReport.h"
#include "llvm/ADT/Twine.h"

namespace heddle::sm {

namespace {

std::string show(const Dim3 &D) {
  return ("(" + llvm::Twine(D.X) + "," + llvm::Twine(D.Y) + "," +
          llvm::Twine(D.Z) + ")")
      .str();
}

using Refusal = std::optional<std::pair<FaultKind, std::string>>;

Refusal refuse(FaultKind Kind, const llvm::Twine &Message) {
  return std::pair(Kind, Message.str());
}

/// Limits that hold whatever the geometry: what the launch state can express
/// and what the object asks for.
Refusal checkObject(const object::KernelInfo &Info) {
  if (Info.Registers > abi::MaxRegisterNames)
    return refuse(FaultKind::ModuleRejected,
                  "kernel asks for " + llvm::Twine(Info.Registers) +
                      " registers, and the machine has " +
                      llvm::Twine(abi::MaxRegisterNames));
  if (Info.LocalBytes > abi::MaxLocalBytes)
    return refuse(FaultKind::ModuleRejected,
                  "kernel asks for " + llvm::Twine(Info.LocalBytes) +
                      " bytes of local memory, and a thread can address " +
                      llvm::Twine(abi::MaxLocalBytes));
  return std::nullopt;
}

Refusal checkDeclaredBlock(const object::KernelInfo &Info, const Dim3 &B) {
  auto Differs = [&](const std::array<uint32_t, 3> &D) {
    return D[0] != B.X || std::max(D[1], 1u) != B.Y ||
           std::max(D[2], 1u) != B.Z;
  };
  if (Info.ReqNtid[0] && Differs(Info.ReqNtid))
    return refuse(FaultKind::LaunchBlockSize,
                  "block " + show(B) +
                      " is not the one the kernel's .reqntid demands");
  uint64_t Declared = uint64_t(Info.MaxNtid[0]) *
                      std::max(Info.MaxNtid[1], 1u) *
                      std::max(Info.MaxNtid[2], 1u);
  uint64_t Threads = B.count();
  if (Declared && Threads > Declared)
    return refuse(FaultKind::LaunchBlockSize,
                  "block " + show(B) + " has " + llvm::Twine(Threads) +
                      " threads, and the kernel's .maxntid allows " +
                      llvm::Twine(Declared));
  return std::nullopt;
}

/// An SM that a launch has to fit on, and what messages call it.
struct Room {
  const abi::Geometry &SM;
  bool IsCompiledFor = false;
  std::string Name;

  Room(const abi::Geometry &SM, const object::CompiledGeometry &For)
      : SM(SM), IsCompiledFor(true), Name("geometry " + For.Name) {}
  Room(const abi::Geometry &SM, bool IsCompiledFor)
      : SM(SM), IsCompiledFor(IsCompiledFor),
        Name(std::string("geometry ") + SM.Name) {}

  /// "geometry g80", with a clause that ends in \p End where it needs one.
  std::string text(const char *End = "") const {
    return IsCompiledFor ? Name + ", which the kernel was compiled for" + End
                         : Name;
  }
  /// The text in front of a verb.
  std::string subject() const { return text(","); }
};

/// The SM that the launch runs on.
Room launchRoom(const Program &P, const LaunchConfig &C) {
  const auto &Compiled = P.Module.Geometry;
  if (Compiled && C.Geometry == &Compiled->SM)
    return Room(*C.Geometry, *Compiled);
  return Room(*C.Geometry, /*IsCompiledFor=*/false);
}

/// The SM that the code was made for, where that is another one.
std::optional<Room> compiledRoom(const Program &P, const LaunchConfig &C) {
  const object::Module &M = P.Module;
  if (M.Geometry) {
    if (C.Geometry == &M.Geometry->SM || C.Geometry->Name == M.Geometry->Name)
      return std::nullopt;
    return Room(M.Geometry->SM, *M.Geometry);
  }
  if (!abi::findChip(M.ComputeCapability) || C.Geometry == &M.geometry())
    return std::nullopt;
  return Room(M.geometry(), /*IsCompiledFor=*/true);
}

Refusal checkThreads(const LaunchConfig &C, const Room &R) {
  uint64_t Threads = C.Block.count();
  if (Threads > R.SM.MaxThreadsPerCTA)
    return refuse(FaultKind::LaunchBlockSize,
                  "block " + show(C.Block) + " has " + llvm::Twine(Threads) +
                      " threads, and " + R.subject() + " allows " +
                      llvm::Twine(R.SM.MaxThreadsPerCTA));
  return std::nullopt;
}

Refusal checkBlock(const LaunchConfig &C, const Room &R) {
  const abi::Geometry &G = R.SM;
  const Dim3 &B = C.Block;
  if (!B.X || !B.Y || !B.Z)
    return refuse(FaultKind::LaunchBlockSize,
                  "block " + show(B) + " has no threads");
  if (B.X > G.MaxBlockX || B.Y > G.MaxBlockY || B.Z > G.MaxBlockZ)
    return refuse(FaultKind::LaunchBlockSize,
                  "block " + show(B) + " is larger than " +
                      show({G.MaxBlockX, G.MaxBlockY, G.MaxBlockZ}) +
                      ", the limit of " + R.text());
  return checkThreads(C, R);
}

Refusal checkGrid(const LaunchConfig &C, const Room &R) {
  const abi::Geometry &G = R.SM;
  const Dim3 &D = C.Grid;
  if (!D.X || !D.Y || !D.Z)
    return refuse(FaultKind::LaunchGridSize,
                  "grid " + show(D) + " has no blocks");
  if (D.X > G.MaxGridX || D.Y > G.MaxGridY || D.Z > G.MaxGridZ)
    return refuse(FaultKind::LaunchGridSize,
                  "grid " + show(D) + " is larger than " +
                      show({G.MaxGridX, G.MaxGridY, G.MaxGridZ}) +
                      ", the limit of " + R.text());
  return std::nullopt;
}

/// A cluster is a part of the grid, and none has more CTAs than hardware does.
Refusal checkCluster(const object::KernelInfo &Info, const LaunchConfig &C) {
  const Dim3 Extents = clusterExtents(Info, C);
  const std::array<uint32_t, 3> E = {Extents.X, Extents.Y, Extents.Z},
                                G = {C.Grid.X, C.Grid.Y, C.Grid.Z};
  if (C.Cluster && Info.hasCluster() && E != Info.ReqCluster)
    return refuse(
        FaultKind::LaunchGridSize,
        "cluster " + show(Extents) +
            " is not the one the kernel's .reqnctapercluster demands");
  if (!E[0] || !E[1] || !E[2])
    return refuse(FaultKind::LaunchGridSize,
                  "cluster " + show(Extents) + " has no blocks");
  if (E[0] > abi::MaxClusterSize || E[1] > abi::MaxClusterSize ||
      E[2] > abi::MaxClusterSize || Extents.count() > abi::MaxClusterSize)
    return refuse(FaultKind::LaunchGridSize,
                  "cluster " + show(Extents) + " has more than " +
                      llvm::Twine(abi::MaxClusterSize) + " blocks");
  for (unsigned Axis = 0; Axis != 3; ++Axis)
    if (G[Axis] % E[Axis])
      return refuse(FaultKind::LaunchGridSize,
                    "grid " + show(C.Grid) +
                        " is not a multiple of its cluster " + show(Extents));
  return std::nullopt;
}

/// Checks the launch against the extents that the code was compiled for:
/// another SM may allow larger launches, and the chip's launch state cannot
/// tell their threads apart.
Refusal checkExtents(const Program &P, const LaunchConfig &C) {
  const object::Module &M = P.Module;
  const abi::Chip *Chip = abi::findChip(M.ComputeCapability);
  if (!Chip)
    return std::nullopt;
  abi::LaunchLimits Most =
      M.Geometry ? M.Geometry->Limits
                 : abi::launchLimits(*M.Target, abi::defaultGeometry(*Chip));
  std::string For = std::string("the limit of ") + Chip->Name +
                    (M.Geometry ? " on geometry " + M.Geometry->Name : "") +
                    ", which the kernel was compiled for";
  auto Exceeds = [](const Dim3 &D, const std::array<uint32_t, 3> &Limit) {
    return D.X > Limit[0] || D.Y > Limit[1] || D.Z > Limit[2];
  };
  auto Limit = [](const std::array<uint32_t, 3> &L) {
    return show({L[0], L[1], L[2]});
  };
  if (Exceeds(C.Grid, Most.Grid))
    return refuse(FaultKind::LaunchGridSize, "grid " + show(C.Grid) +
                                                 " is larger than " +
                                                 Limit(Most.Grid) + ", " + For);
  if (Exceeds(C.Block, Most.Block))
    return refuse(FaultKind::LaunchBlockSize,
                  "block " + show(C.Block) + " is larger than " +
                      Limit(Most.Block) + ", " + For);
  return std::nullopt;
}

Refusal checkShared(const Program &P, const LaunchConfig &C, const Room &R) {
  const abi::Geometry &G = R.SM;
  const object::KernelInfo &Info = P.Kernel.Info;
  const abi::Chip *Chip = abi::findChip(P.Module.ComputeCapability);
  const bool IsWide = Chip && Chip->has(abi::Feature::WideAddresses);
  uint64_t Shared = object::sharedBytesOn(Info, G, C.DynamicSharedBytes);
  if (Shared > G.MaxSharedPerCTA)
    return refuse(FaultKind::LaunchSharedSize,
                  "a block needs " + llvm::Twine(Shared) +
                      " bytes of shared memory, and " + R.subject() + " has " +
                      llvm::Twine(G.MaxSharedPerCTA));
  uint64_t All = uint64_t(Info.DynamicSharedOffset) + C.DynamicSharedBytes;
  uint64_t Reach = IsWide ? abi::MaxWideSharedBytes : abi::MaxSharedBytes;
  if (All > Reach)
    return refuse(FaultKind::LaunchSharedSize,
                  "a block needs " + llvm::Twine(All) +
                      " bytes of shared memory with its parameters, and the "
                      "machine reaches " +
                      llvm::Twine(Reach));
  return std::nullopt;
}

Refusal checkResources(const Program &P, const LaunchConfig &C, const Room &R) {
  if (Refusal Shared = checkShared(P, C, R))
    return Shared;
  const abi::Geometry &G = R.SM;
  const object::KernelInfo &Info = P.Kernel.Info;
  if (Info.Registers > G.MaxRegistersPerThread)
    return refuse(FaultKind::LaunchRegisters,
                  "kernel needs " + llvm::Twine(Info.Registers) +
                      " registers a thread, and " + R.subject() + " allows " +
                      llvm::Twine(G.MaxRegistersPerThread));
  uint64_t Threads = C.Block.count();
  uint64_t Registers = abi::registersPerCTA(G, Threads, Info.Registers);
  if (Registers > G.RegistersPerSM)
    return refuse(FaultKind::LaunchRegisters,
                  "a block of " + llvm::Twine(Threads) + " threads with " +
                      llvm::Twine(Info.Registers) + " registers each needs " +
                      llvm::Twine(Registers) + ", and " + R.subject() +
                      " has " + llvm::Twine(G.RegistersPerSM));
  return std::nullopt;
}

Refusal check(const Program &P, const LaunchConfig &C) {
  const object::KernelInfo &Info = P.Kernel.Info;
  const Room Launch = launchRoom(P, C);
  if (Refusal R = checkObject(Info))
    return R;
  if (Refusal R = checkBlock(C, Launch))
    return R;
  if (Refusal R = checkDeclaredBlock(Info, C.Block))
    return R;
  if (Refusal R = checkGrid(C, Launch))
    return R;
  if (Refusal R = checkCluster(Info, C))
    return R;
  if (Refusal R = checkExtents(P, C))
    return R;
  if (Refusal R = checkResources(P, C, Launch))
    return R;
  const std::optional<Room> Compiled = compiledRoom(P, C);
  if (!Compiled)
    return std::nullopt;
  if (Refusal R = checkThreads(C, *Compiled))
    return R;
  return checkResources(P, C, *Compiled);
}

} // namespace

std::optional<Fault> checkLaunch(const Program &P, const LaunchConfig &C) {
  assert(C.Geometry && "a launch needs a geometry");
  if (Refusal R = check(P, C))
    return launchFault(P, R->first, std::move(R->second));
  return std::nullopt;
}

} // namespace heddle::sm
