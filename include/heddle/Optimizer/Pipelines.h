//===- Pipelines.h - Our pass pipelines -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The order in which passes run at -O0 ... -O3, and what a tool needs to run
/// passes at all. LLVM's default pipelines are not used: they make memcpy,
/// lookup tables and library calls, which the chip does not have.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OPTIMIZER_PIPELINES_H
#define HEDDLE_OPTIMIZER_PIPELINES_H

#include "heddle/Optimizer/InlineMode.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class TargetMachine;
} // namespace llvm

namespace heddle {

class PassObserver;

struct OptimizerOptions {
  /// The chip to optimize for: LLVM's passes ask it what costs what, and the
  /// pipelines leave out what makes up for features that it has. Null: a chip
  /// that has none. It outlives the passes.
  llvm::TargetMachine *Target = nullptr;
  InlineMode Inline = InlineMode::Auto;
  /// Take a generic access that cannot be resolved for a global one, with a
  /// warning (DiagnosticInfoUnsupported).
  bool AssumeGlobal = false;
  /// Verify the module after each pass.
  bool VerifyEach = false;
  /// Shared libraries with llvmGetPassPluginInfo, loaded in order.
  std::vector<std::string> Plugins;
  /// Looks on; null: nobody does.
  PassObserver *Observer = nullptr;
};

/// The analysis managers, the pass builder and the instrumentation that a run
/// of passes needs. LLVM's options for looking inside (-print-after=,
/// -print-changed, -time-passes) take effect through it.
class PassEnvironment {
public:
  /// Fails when a plugin cannot be loaded.
  static llvm::Expected<std::unique_ptr<PassEnvironment>>
  create(llvm::LLVMContext &Context, const OptimizerOptions &Options = {});
  ~PassEnvironment();

  /// Appends what \p Text, as given to -passes=, names. An unknown name is an
  /// error that says which was probably meant.
  llvm::Error parse(llvm::ModulePassManager &Manager, llvm::StringRef Text);
  /// Appends the passes of -O \p Level, and those of plugins at the places of
  /// the pipeline that they asked for.
  void build(llvm::ModulePassManager &Manager, unsigned Level,
             const OptimizerOptions &Options);
  /// All names that parse() takes, but for those that plugins understand.
  std::vector<std::string> passNames() const;
  void run(llvm::ModulePassManager &Manager, llvm::Module &M);
  /// Prints \p Manager's passes as text that parse() takes, and a line end.
  void print(llvm::ModulePassManager &Manager, llvm::raw_ostream &OS);

private:
  struct Implementation;
  explicit PassEnvironment(std::unique_ptr<Implementation> Impl);
  std::unique_ptr<Implementation> Impl;
};

/// Appends the passes of -O \p Level, 0 to 3. At every level the result holds
/// only what selection knows: no division but by constants, no 64-bit
/// multiplication or variable shift, no generic access, no switch.
void buildPipeline(llvm::ModulePassManager &Manager, unsigned Level,
                   const OptimizerOptions &Options = {});

/// Takes the options that the plugin \p Path has into LLVM's, if it can be
/// loaded.
void loadPluginOptions(const std::string &Path);

/// The names of the passes, ours and LLVM's, of the pipelines.
llvm::ArrayRef<llvm::StringLiteral> pipelinePassNames();

/// Whether \p Name is one of them.
bool isPipelinePass(llvm::StringRef Name);

/// The two parts of a pipeline, which together are the whole. Passes of the
/// first look across functions: they choose what is inlined, and inline it.
/// With them come those that make a module small, so that it is quick to copy:
/// they promote registers. Passes of the second work on a function as if its
/// module had no other, but for builtins: see sharesBuiltins().
enum class PipelinePart { Whole, AcrossFunctions, OfFunctions };

/// Runs -O \p Level, or \p Part of it, on \p M, without plugins. Code that
/// cannot be compiled is reported through the context's diagnostic handler as
/// DiagnosticInfoUnsupported.
void optimizeModule(llvm::Module &M, unsigned Level,
                    const OptimizerOptions &Options = {},
                    PipelinePart Part = PipelinePart::Whole);

/// Whether the optimized \p M calls builtins out of line. Where one function
/// does, all others do, too, which is what they have to do with each other.
bool sharesBuiltins(const llvm::Module &M);

} // namespace heddle

#endif // HEDDLE_OPTIMIZER_PIPELINES_H
