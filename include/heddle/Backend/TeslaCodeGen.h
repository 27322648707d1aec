//===- TeslaCodeGen.h - NVVM IR to Tesla machine code -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The back end's front door. The input is NVVM IR as the lifter and the
/// optimizer leave it; what cannot be selected is reported with its PTX place.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BACKEND_TESLACODEGEN_H
#define HEDDLE_BACKEND_TESLACODEGEN_H

#include "heddle/ABI/Limits.h"
#include "heddle/Backend/Pressure.h"
#include "heddle/Object/KernelInfo.h"
#include "heddle/Object/PTXFile.h"
#include "heddle/Object/SourceMap.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class MemoryBuffer;
class Module;
class TargetMachine;
class raw_pwrite_stream;
class raw_ostream;
} // namespace llvm

namespace heddle {
class Diagnostics;
class PassObserver;
} // namespace heddle

namespace heddle::tesla {

enum class CodeGenOutput { Object, Assembly, MIR };

struct CodeGenOptions {
  /// "g80" …; empty, for runMIRPasses only: what the machine IR is for.
  std::string Chip = "g80";
  /// 0..3
  unsigned OptLevel = 3;
  /// Registers a thread may use; 0: as many as the chip has. A function's
  /// RegisterBudget attribute lowers it further.
  unsigned MaxRegisters = 0;
  /// Bytes of shared memory that a CTA has, and whether its launch state and
  /// parameters take of them.
  uint64_t MaxSharedBytes = abi::MaxSharedBytes;
  bool LaunchStateInShared = true;
  /// Run the machine verifier after every pass.
  bool VerifyEach = false;
  /// Name stored as the object's source.
  std::string SourceName;
  /// The files of the modules where several were linked. Empty otherwise.
  std::vector<object::PTXFile> Files;
  /// Write the source lines as DWARF, too.
  bool LineTables = false;
  /// Write where the PTX registers are, as far as the module knows them.
  bool RegisterNames = false;
  /// Looks on; null: nobody does.
  PassObserver *Observer = nullptr;
};

/// The source places that the .loc directives of \p M's PTX give; empty without
/// them.
object::SourceMap sourceMapOf(const llvm::Module &M);

/// The result of code generation for one kernel.
struct KernelCode {
  object::KernelInfo Info;
  unsigned Instructions = 0;
  unsigned CodeBytes = 0;
  /// Bytes of literals in c1[].
  unsigned LiteralBytes = 0;
  /// Instructions weighed by how often their block is likely to run, once for
  /// the whole kernel's entry.
  double WeightedInstructions = 0;
  KernelPressure Pressure;
};

/// Registers the target with LLVM's registries. Idempotent.
void initializeCodeGen();

/// The names of all machine passes, or of those that can be run by themselves.
std::vector<std::string> machinePassNames(bool IsToRun);

/// A target machine for \p Options.Chip.
std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const CodeGenOptions &Options);

/// Generates code for every kernel of \p M into \p OS, with the \p Target of
/// createTargetMachine(Options), which serves one module after another. Code
/// that cannot be compiled is reported on \p Diags at its PTX line; the result
/// is then false, and OS holds nothing of use. Where only the registers that a
/// kernel is allowed did not suffice, \p OutOfRegisters says so, and there is
/// no report. \p M is changed.
bool compileModule(llvm::Module &M, llvm::TargetMachine &Target,
                   const CodeGenOptions &Options, CodeGenOutput Output,
                   llvm::raw_pwrite_stream &OS, Diagnostics &Diags,
                   std::vector<KernelCode> &Kernels, bool &OutOfRegisters);

/// Writes into \p OS the object that compileModule() makes of a module for \p
/// Target, where \p Parts are what it made of copies of the module, each
/// without the other parts' kernels: those of the first part come first, and no
/// kernel is in two. DWARF is not joined.
void joinObjects(llvm::ArrayRef<llvm::StringRef> Parts,
                 llvm::TargetMachine &Target, llvm::raw_pwrite_stream &OS);

/// A symbol of an object that is to be linked.
struct PartSymbol {
  enum BindingType : uint8_t { Local, Global, Weak, Common, Undefined };
  std::string Name;
  BindingType Binding = Local;
  /// The symbol is a function; else it is a variable of AddressSpace.
  bool IsFunction = false;
  unsigned AddressSpace = 0;
  /// The place of a function's declaration in the text.
  uint64_t Offset = 0;
  /// Bytes of a variable.
  uint64_t Size = 0;
  unsigned Align = 1;
};

/// Writes an object for \p Options.Chip that holds \p P and \p Symbols, to be
/// linked. The source's name in \p Options counts, too.
void writePart(const object::Part &P, llvm::ArrayRef<PartSymbol> Symbols,
               bool MapsDoubles, const CodeGenOptions &Options,
               llvm::raw_pwrite_stream &OS);

/// Parses \p Buffer as MIR, runs the machine passes \p RunPasses, or without
/// any the part of the pipeline that LLVM's -start-after and -stop-after
/// options name, and prints the result. Everything that goes wrong, reports of
/// the passes included, is in the error.
llvm::Error runMIRPasses(std::unique_ptr<llvm::MemoryBuffer> Buffer,
                         const CodeGenOptions &Options,
                         llvm::ArrayRef<std::string> RunPasses,
                         llvm::raw_ostream &OS);

/// Generates code for \p M as far as LLVM's -stop-after and -stop-before
/// options say, and prints it as MIR.
llvm::Error printMIR(llvm::Module &M, const CodeGenOptions &Options,
                     llvm::raw_ostream &OS);

/// Whether the command line names a place where code generation stops.
bool stopsBeforeEnd();

} // namespace heddle::tesla

#endif // HEDDLE_BACKEND_TESLACODEGEN_H
