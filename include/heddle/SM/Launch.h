//===- Launch.h - Run a grid on the SM --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface of the interpreter: decode a kernel once, bind it to the
/// handlers of a host instruction set, and launch it any number of times.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SM_LAUNCH_H
#define HEDDLE_SM_LAUNCH_H

#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Machine/LaunchConfig.h"
#include "heddle/Machine/LaunchResult.h"
#include "heddle/Machine/TextureCache.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>

namespace heddle::sm {

class Program;
class Translator;

/// The host instruction set that computes the lanes. All compute the same bits.
enum class HostIsa : uint8_t {
  Best,
#define HEDDLE_HOST_ISA(NAME, TEXT) NAME,
#include "heddle/SM/HostIsas.def"
};

/// The names of all instruction sets, for an option and its help.
inline constexpr char HostIsaNames[] = "best"
#define HEDDLE_HOST_ISA(NAME, TEXT) "|" TEXT
#include "heddle/SM/HostIsas.def"
    ;
inline constexpr char HostIsaHelp[] = "the host's vectors: best (default)"
#define HEDDLE_HOST_ISA(NAME, TEXT) ", " TEXT
#include "heddle/SM/HostIsas.def"
    ;

/// Whether this build has handlers for \p Isa and this machine can run them.
bool isSupported(HostIsa Isa);

/// Returns whether \p Isa belongs to this kind of processor, even if this
/// machine lacks it.
bool isOfThisHost(HostIsa Isa);

llvm::StringRef hostIsaName(HostIsa Isa);
/// Returns the set called \p Name; none if there is none.
std::optional<HostIsa> findHostIsa(llvm::StringRef Name);
/// Returns the set called \p Value; the error lists all.
llvm::Expected<HostIsa> hostIsaOption(llvm::StringRef Value);
/// Returns the set called \p Value if this machine can run it.
llvm::Expected<HostIsa> supportedIsaOption(llvm::StringRef Value);

/// A program bound to the handlers of a host instruction set. It is immutable,
/// and threads may share it.
class Executable;

/// The choices of a caller for its launches.
struct ExecutionOptions : LaunchOptions {
  /// Takes effect when a program is bound.
  HostIsa Isa = HostIsa::Best;
  /// Makes host code of the launched kernels. If null, the interpreter runs
  /// them.
  const Translator *Engine = nullptr;
  /// Runs a launch in place of launch(), unless empty.
  std::function<llvm::Expected<LaunchResult>(const Executable &, GlobalMemory &,
                                             const LaunchConfig &)>
      Run;
  /// Whether to fill LaunchStats::Counted.
  bool Count = false;
  /// The texture cache that counters assume. It must be valid.
  TextureCacheShape TextureCache;
};

struct ExecutableDeleter {
  void operator()(Executable *E) const;
};
using ExecutablePtr = std::unique_ptr<Executable, ExecutableDeleter>;

/// \p P must outlive the result; \p Isa must be supported.
ExecutablePtr makeExecutable(const Program &P, HostIsa Isa = HostIsa::Best);

/// The program that \p E was made of.
const Program &programOf(const Executable &E);

/// Runs the grid to its end or to its first fault. Checks the limits of
/// launches: the sizes of block, grid and shared memory, and registers against
/// the geometry. Fails if the host has no memory for the launch.
llvm::Expected<LaunchResult> launch(const Executable &E, GlobalMemory &Memory,
                                    const LaunchConfig &Config);

} // namespace heddle::sm

#endif // HEDDLE_SM_LAUNCH_H
