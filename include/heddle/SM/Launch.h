//===- Launch.h - Run a grid on the SM --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interpreter's front door: decode a kernel once, bind it to the handlers
/// of a host instruction set, launch it as often as wanted.
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

/// The host instruction set that runs the lanes. All give the same bits.
enum class HostIsa : uint8_t {
  Best,
#define HEDDLE_HOST_ISA(NAME, TEXT) NAME,
#include "heddle/SM/HostIsas.def"
};

/// The names of all instruction sets, as choices of an option, and for --help.
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

/// Whether \p Isa is one of this kind of processor, if not of this machine's.
bool isOfThisHost(HostIsa Isa);

llvm::StringRef hostIsaName(HostIsa Isa);
/// The set called \p Name; nothing when there is none.
std::optional<HostIsa> findHostIsa(llvm::StringRef Name);
/// Finds the set called \p Value, with an error that names all.
llvm::Expected<HostIsa> hostIsaOption(llvm::StringRef Value);
/// Finds the set called \p Value among those that this machine can run.
llvm::Expected<HostIsa> supportedIsaOption(llvm::StringRef Value);

/// A program bound to the handlers of a host instruction set. Immutable,
/// shareable.
class Executable;

/// How a caller wants launches to run.
struct ExecutionOptions : LaunchOptions {
  /// Chosen when a program is bound.
  HostIsa Isa = HostIsa::Best;
  /// Makes host code of the kernels that are launched. Null: the interpreter
  /// runs them.
  const Translator *Engine = nullptr;
  /// Runs a launch in place of launch(). Empty: launch() does.
  std::function<llvm::Expected<LaunchResult>(const Executable &, GlobalMemory &,
                                             const LaunchConfig &)>
      Run;
  /// Fill LaunchStats::Counted.
  bool Count = false;
  /// The texture cache that counts are for. It is verified.
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

/// Runs the grid to its end or to its first fault. Launch limits are checked
/// here: block, grid and shared size, registers against the geometry.
/// Fails when the host has no memory for it.
llvm::Expected<LaunchResult> launch(const Executable &E, GlobalMemory &Memory,
                                    const LaunchConfig &Config);

} // namespace heddle::sm

#endif // HEDDLE_SM_LAUNCH_H
