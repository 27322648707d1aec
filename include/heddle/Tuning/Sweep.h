//===- Sweep.h - A kernel for every register budget -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles a file once for each register budget and tabulates what each costs
/// and brings: spills and instructions against warps. With a job, what the code
/// executes, too.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TUNING_SWEEP_H
#define HEDDLE_TUNING_SWEEP_H

#include "heddle/ABI/Occupancy.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Session/Settings.h"
#include "heddle/Tuning/KernelUse.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>

namespace heddle::tuning {

struct SweepOptions {
  CompileOptions Compile;
  /// PTX or IR.
  std::string Path;
  /// The geometries for which occupancy is computed; none: the SM of the file's
  /// architecture. With exactly one, the code is made and the launches run for
  /// it, too.
  std::vector<const abi::Geometry *> Geometries;
  /// Threads of a CTA; 0: the number that the kernel declares, else 256.
  uint32_t Threads = 0;
  uint32_t DynamicShared = 0;
  /// Empty: nothing is executed.
  std::string JobPath;
  /// Whether the launches of the job are timed, and for which board.
  session::TimeSettings Time;
  /// Budgets that are compiled at the same time.
  unsigned HostThreads = 1;
};

/// One kernel under one budget.
struct SweepPoint {
  uint32_t Budget = 0;
  uint32_t Registers = 0;
  uint32_t SpillStores = 0;
  uint32_t SpillLoads = 0;
  uint32_t LocalBytes = 0;
  uint32_t Instructions = 0;
  abi::Occupancy Occupancy;
  /// By the launches of the job: warp-instructions, and how many of them
  /// access local memory.
  std::optional<uint64_t> Executed;
  std::optional<uint64_t> LocalAccesses;
  /// How long they take on a board.
  std::optional<double> Microseconds;
};

/// One kernel on one geometry.
struct RegisterSweep {
  std::string Kernel;
  std::string Arch;
  /// The architecture that the code was asked for: "sm_75" where Arch stands
  /// for many.
  std::string Asked;
  const abi::Geometry *Geometry = nullptr;
  uint32_t Threads = 0;
  uint32_t DynamicShared = 0;
  /// Ascending budgets, without those that do not suffice.
  std::vector<SweepPoint> Points;
  /// The budget that the compiler itself chooses for a CTA of Threads; none
  /// where that leaves no room for one.
  std::optional<uint32_t> Chosen;
  /// The launches of the job that did not pass under some budget.
  std::vector<std::string> Failures;

  /// The resources that another compiler's code takes.
  struct PeerUse {
    std::string CountedBy;
    uint32_t Registers = 0;
    abi::Occupancy Occupancy;
  };
  std::optional<PeerUse> Peer;

  /// Sets Peer where \p Uses has the kernel.
  void addPeer(const KernelUses &Uses);
};

/// The budgets of a sweep: all that the allocator accepts, up to the registers
/// that there are.
inline constexpr uint32_t FirstBudget = MinRegisterBudget,
                          LastBudget = abi::MaxRegisterNames;

/// Sweeps every kernel of the file, on each geometry in turn. Empty with
/// success when the PTX was refused, with the reasons on \p DiagnosticsOS. \p
/// Progress hears how many of how many compilations are done, from any thread,
/// one at a time.
llvm::Expected<std::vector<RegisterSweep>>
sweepRegisters(const SweepOptions &Options, llvm::raw_ostream &DiagnosticsOS,
               llvm::function_ref<void(unsigned, unsigned)> Progress);

} // namespace heddle::tuning

#endif // HEDDLE_TUNING_SWEEP_H
