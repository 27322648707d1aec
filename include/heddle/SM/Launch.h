//===- Launch.h - Run a grid on the SM --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interpreter's front door: decode a kernel once, launch it as often as
/// wanted.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SM_LAUNCH_H
#define HEDDLE_SM_LAUNCH_H

#include "heddle/Object/Module.h"
#include "heddle/SM/Counters.h"
#include "heddle/SM/Fault.h"
#include "heddle/SM/GlobalMemory.h"
#include <functional>
#include <memory>
#include <optional>

namespace llvm {
class raw_ostream;
}

namespace heddle::abi {
struct Geometry;
}

namespace heddle::sm {

/// The host instruction set that runs the lanes. All give the same bits.
enum class HostIsa : uint8_t { Best, Portable, SSE2, AVX2, AVX512 };

/// Whether this build has handlers for \p Isa and this machine can run them.
bool isSupported(HostIsa Isa);

/// "best", "portable", "sse2", "avx2", "avx512".
llvm::StringRef hostIsaName(HostIsa Isa);
/// By its name; nothing when there is none of that name.
std::optional<HostIsa> findHostIsa(llvm::StringRef Name);

struct Dim3 {
  uint32_t X = 1, Y = 1, Z = 1;

  /// How many there are: all of X by Y by Z.
  uint64_t count() const { return uint64_t(X) * Y * Z; }
};

/// Which warp of a CTA has its turn next. A race-free kernel cannot tell.
enum class Schedule : uint8_t {
  /// One after another, for long turns.
  RoundRobin,
  /// The lowest that can run, which gives way only when it has run long.
  Oldest,
  /// Any, for short turns of random length.
  Random,
};

class EventTrace;
class LaunchMonitor;

/// An element of a buffer whose changes are reported.
struct WatchedElement {
  /// "y[3]".
  std::string Name;
  /// All of it lies in one buffer.
  abi::Address Address;
  uint32_t Bytes = 0;
  /// Writes its bytes as text.
  std::function<std::string(const uint8_t *)> Format;
};

/// A PTX line at which registers are shown.
struct Breakpoint {
  uint32_t Line = 0;
  /// Only of this thread, and in this CTA; all where empty.
  std::optional<std::array<uint32_t, 3>> Thread, Block;
};

/// What is written down while a launch runs.
struct TraceOptions {
  /// Takes a line for each issued instruction. Null: none.
  llvm::raw_ostream *OS = nullptr;
  /// Takes slices of a time line. Null: none.
  EventTrace *Events = nullptr;
  /// Warp of each CTA to show; all when empty.
  std::optional<unsigned> Warp;
  /// Show masks as this many digits, lane 0 first; 0: all lanes, in hex.
  unsigned Lanes = 0;
  uint64_t MaxLines = 1000000;
  /// Lines show what registers hold after their instruction, too.
  bool Values = false;
  /// Takes reports on these. Not null where there are some.
  llvm::raw_ostream *ReportOS = nullptr;
  std::vector<WatchedElement> Watches;
  std::vector<Breakpoint> Breaks;

  /// Whether a launch that does this runs on one host thread.
  bool isAny() const {
    return OS || Events || !Watches.empty() || !Breaks.empty();
  }
};

/// How a launch runs; what a race-free kernel computes does not depend on it.
struct ExecutionOptions {
  Schedule Order = Schedule::RoundRobin;
  /// Of the random schedule.
  uint64_t Seed = 0;
  /// Chosen when a kernel is decoded.
  HostIsa Isa = HostIsa::Best;
  /// Host threads that run CTAs at the same time.
  unsigned HostThreads = 1;
  /// SMs of the chip: with the geometry, how many CTAs may wait for each other.
  unsigned NumSMs = 16;
  /// Seconds before a launch is stopped with a fault.
  std::optional<double> TimeLimit;
  /// Addresses in shared, local and constant memory are cut to 16 bits, as the
  /// chip does, and stores may change the parameters. Otherwise an address that
  /// would be cut is out of bounds, and so are such stores.
  bool WrapAddresses = false;
  /// Watches the launch and may stop it. Null: nobody.
  LaunchMonitor *Monitor = nullptr;
  /// Fill LaunchStats::Counted; the launch takes a multiple of the time.
  bool Count = false;
  /// A traced launch runs on one host thread.
  TraceOptions Trace;
};

struct LaunchConfig : ExecutionOptions {
  Dim3 Grid;
  Dim3 Block;
  uint32_t DynamicSharedBytes = 0;
  /// The parameter block, laid out as KernelInfo::Params says.
  llvm::ArrayRef<uint8_t> Params;
  /// Names of buffers passed, by address, are GlobalMemory's.
  const abi::Geometry *Geometry = nullptr;
  /// c0[] to c15[]; banks beyond the list are empty.
  llvm::ArrayRef<llvm::ArrayRef<uint8_t>> ConstantBanks;
  /// Warp-instructions before the launch is stopped with a fault.
  uint64_t MaxInstructions = uint64_t(1) << 36;
};

/// What one microinstruction counted, over all warps of a launch.
struct InstructionCounts {
  /// In the kernel's code.
  uint32_t Address = 0;
  /// PTX line; 0: none.
  uint32_t Line = 0;
  /// "saxpy.cu:12": what that was made from; empty where .loc does not say.
  std::string Source;
  std::string Text;
  Counters Counted;
};

/// How the CTAs of a launch share the SMs, by the geometry's limits.
struct Residency {
  unsigned NumSMs = 0;
  /// CTAs and warps that one SM holds at the same time.
  unsigned CTAsPerSM = 0, WarpsPerSM = 0;
  /// Of an SM.
  unsigned MaxWarps = 0;
  /// "registers", "warps, CTA slots": what keeps another CTA away.
  std::string Limiters;
  uint64_t CTAs = 0;
  /// Times that all SMs are filled, the last time perhaps in part.
  uint64_t Waves = 0;
};

struct LaunchStats {
  uint64_t WarpInstructions = 0;
  uint64_t ThreadInstructions = 0;
  /// Empty when the launch was refused.
  std::optional<Residency> Resident;
  /// Sums of the instructions', and what belongs to no instruction.
  std::optional<Counters> Counted;
  /// With Counted: all instructions of the kernel, in order of their addresses.
  std::vector<InstructionCounts> ByInstruction;
};

struct LaunchResult {
  std::optional<Fault> TheFault;
  /// The monitor stopped the launch: a line for each CTA in progress, and one
  /// for each of its warps, which says where that is.
  std::optional<std::string> Interrupted;
  LaunchStats Stats;
};

/// A kernel decoded to the interpreter's dense form. Immutable, shareable.
class Program;
struct ProgramDeleter {
  void operator()(Program *P) const;
};
using ProgramPtr = std::unique_ptr<Program, ProgramDeleter>;

/// Decodes all of \p K's code. Illegal words do not fail here: they become
/// instructions that fault when they are reached. \p M gives the chip and the
/// name of the source; both must outlive the program. \p Isa must be supported.
llvm::Expected<ProgramPtr> decodeKernel(const object::Module &M,
                                        const object::Kernel &K,
                                        HostIsa Isa = HostIsa::Best);

/// Runs the grid to its end or to its first fault. Launch limits are checked
/// here: block, grid and shared size, registers against the geometry.
/// Fails when the host has no memory for it.
llvm::Expected<LaunchResult> launch(const Program &P, GlobalMemory &Memory,
                                    const LaunchConfig &Config);

} // namespace heddle::sm

#endif // HEDDLE_SM_LAUNCH_H
