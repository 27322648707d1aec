//===- Compiler.h - PTX text to an object -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only place that composes the compile side: parse, lift, optimize,
/// generate code. Tools and the runtime call this and nothing below it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COMPILER_COMPILER_H
#define HEDDLE_COMPILER_COMPILER_H

#include "heddle/ABI/Limits.h"
#include "heddle/Backend/Pressure.h"
#include "heddle/Object/KernelInfo.h"
#include "heddle/Object/OperationMap.h"
#include "heddle/Object/SourceMap.h"
#include "heddle/Optimizer/InlineMode.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle {

enum class EmitKind { Object, Assembly, MIR, LLVM, PTX, AST };

namespace abi {
struct Chip;
struct Geometry;
} // namespace abi

/// A launch that is going to happen.
struct PlannedLaunch {
  /// The kernel as the launch calls it: mangled, demangled, or demangled
  /// without its parameter list; empty where the module has but one.
  std::string Entry;
  /// Threads of a CTA.
  uint64_t Threads = 0;
};

/// The aim of register allocation beside few instructions.
struct OccupancyAim {
  enum KindType : uint8_t {
    /// Auto at -O2 and above.
    ByLevel,
    Off,
    /// Fewer registers as long as more CTAs fit and that costs next to nothing.
    Auto,
    /// So few registers that Percentage of the SM's warps fit, whatever it
    /// costs.
    Percent,
  };
  KindType Kind = ByLevel;
  unsigned Percentage = 0;
};

/// The fewest registers that a budget may leave a thread: the allocator keeps a
/// few for itself even when it spills all.
inline constexpr unsigned MinRegisterBudget = 4;

/// The warnings that ptxas gives where options of these names ask for them.
struct UseWarnings {
  bool Doubles = false;
  bool LocalMemory = false;
  bool Spills = false;
};

class KernelJudge;
class PassObserver;

/// A buffer that addModule added.
struct LinkedModule {
  /// The file's path.
  std::string Path;
  /// The chip that an object was checked for; null for a file of PTX.
  const abi::Chip *ObjectChip = nullptr;
  /// How the buffer is lifted, which an object brings along.
  struct {
    bool FuseMulAdd = false;
    bool FmaAsMad = false;
    unsigned MaxRegisters = 0;
  } Lifted;
};

struct CompileOptions {
  /// As given with -arch; empty: the module's .target decides.
  std::string Arch;
  /// The architecture that replaces a .target for which no code can be made;
  /// empty: such a .target is an error.
  std::string FallbackArch;
  /// Compile only these kernels, called as a launch calls them; empty: all.
  std::vector<std::string> Entries;
  /// Kernels that will be launched: where all of them exist, the others are
  /// left out, so that one that cannot be compiled is in nobody's way. Empty:
  /// all.
  std::vector<std::string> Launched;
  /// 0..3
  unsigned OptLevel = 3;
  /// 0: the chip's limit.
  unsigned MaxRegisters = 0;
  /// Most bytes of .global variables.
  uint64_t MaxModuleBytes = abi::MaxModuleBytes;
  OccupancyAim Occupancy;
  /// Find out what the step not taken would cost, for RegisterChoice::Next.
  bool ExplainRegisters = false;
  /// Kernels get no more registers than these launches have room for.
  std::vector<PlannedLaunch> Launches;
  /// The SM that the launches and .maxntid are for; null: the chip's own.
  const abi::Geometry *Geometry = nullptr;
  bool FuseMulAdd = false;
  /// Compute fma.f32 as the chip's mad, which truncates the product.
  bool FmaAsMad = false;
  /// Take an access whose address may be in any space for a global one.
  bool AssumeGlobal = false;
  InlineMode Inline = InlineMode::Auto;
  /// Shared libraries of passes, as LLVM's opt loads them, and options of them.
  std::vector<std::string> Plugins, PluginArguments;
  UseWarnings Warn;
  EmitKind Emit = EmitKind::Object;
  bool VerifyEach = false;
  /// Add DWARF line tables to the object.
  bool LineTables = false;
  /// Add where the registers of the PTX are to the object.
  bool RegisterNames = false;
  /// For checkers: fences leave a nop in the code, no load is moved to where
  /// the PTX has none, and CompileResult::Operations is there.
  bool Checks = false;
  /// With Checks: a value that may be read before it is written is made by an
  /// instruction that CompileResult::Operations names.
  bool MarksUndefined = false;
  /// Collect the passes' remarks, all of them, in CompileResult::Remarks.
  bool Remarks = false;
  /// The main buffer holds NVVM IR as the lifter makes it, not PTX.
  bool InputIsIR = false;
  /// If not null, compilation goes on with the kernels that this judge finds
  /// free of errors when others have some.
  KernelJudge *Judge = nullptr;
  /// If not null, looks on while passes run.
  PassObserver *Observer = nullptr;
  /// Make an object that is still to be linked.
  bool IsPart = false;
  /// Threads that generate the code of a module's kernels. The result is the
  /// same for any number.
  unsigned Threads = 1;
  /// One row for each buffer, or none where all are PTX as files hold it.
  std::vector<LinkedModule> Modules;
};

/// By its name, \p Path holds IR rather than PTX: .ll or .bc.
bool isIRFile(llvm::StringRef Path);

/// How a kernel came by its register budget.
struct RegisterChoice {
  /// Registers that allocation could use.
  unsigned Budget = 0;
  /// "the chip's limit", ".maxnreg", "1 -> 2 CTAs of 256 threads for +0.0 %
  /// ..."
  std::string Why;
  /// The next step towards more CTAs, and what it costs or why there is none.
  std::string Next;
};

/// The report of -v on one kernel.
struct KernelReport {
  object::KernelInfo Info;
  unsigned Instructions = 0;
  unsigned CodeBytes = 0;
  /// Bytes of literals in c1[].
  unsigned LiteralBytes = 0;
  RegisterChoice Choice;
  tesla::KernelPressure Pressure;
};

struct CompileResult {
  /// The object's bytes, or the text that EmitKind asks for.
  llvm::SmallVector<char, 0> Output;
  /// The chip that was compiled for: "g80".
  std::string Chip;
  /// The architecture's name in reports: "sm_10", or the name that was asked
  /// for of a chip that stands for many.
  std::string Arch;
  /// The geometry for which occupancy is computed: CompileOptions::Geometry,
  /// else the SM of Arch. Null where no code was made.
  const abi::Geometry *Geometry = nullptr;
  std::vector<KernelReport> Kernels;
  /// Optimization remarks in LLVM's YAML, if CompileOptions::Remarks.
  std::string Remarks;
  /// The sources that the PTX was made from, as far as its .loc say.
  object::SourceMap Sources;
  /// Set if CompileOptions::Checks.
  std::optional<object::OperationMap> Operations;
};

/// Adds \p File, PTX or an object that is to be linked, to \p Sources and to
/// \p Options.Modules. Fails on any other object.
llvm::Error addModule(std::unique_ptr<llvm::MemoryBuffer> File,
                      llvm::SourceMgr &Sources, CompileOptions &Options);

/// Adds all \p Files, the modules of one program or one file of IR, to
/// \p Sources and to \p Options. Fails where IR is not alone, and as
/// addModule does.
llvm::Error addInputs(std::vector<std::unique_ptr<llvm::MemoryBuffer>> Files,
                      llvm::SourceMgr &Sources, CompileOptions &Options);

/// Compiles the buffers of \p Diags's SourceMgr, which are the modules of one
/// program. Problems of the PTX are reported on \p Diags, and the result is
/// then null with success; an llvm::Error speaks of the environment (an unknown
/// chip name, a broken host). std::errc::invalid_argument:
/// CompileOptions::Entries names what the modules have no kernel for.
llvm::Expected<std::unique_ptr<CompileResult>>
compilePTX(const CompileOptions &Options, Diagnostics &Diags);

/// Parses, resolves names and checks only, for a virtual architecture. The
/// result's output is empty. \p IsPart: see CompileOptions.
llvm::Expected<std::unique_ptr<CompileResult>> checkPTX(bool IsPart,
                                                        Diagnostics &Diags);

} // namespace heddle

#endif // HEDDLE_COMPILER_COMPILER_H
