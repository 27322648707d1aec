//===- RegisterSearch.cpp - Fewer registers for more warps ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterSearch.h"
#include "BudgetChooser.h"
#include "LaunchBudget.h"
#include "RegisterShortage.h"
#include "Remarks.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Support/PassObserver.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <cassert>
#include <optional>

#define DEBUG_TYPE "register-search"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumCompilations, "Number of code generations");

namespace heddle {
namespace {

tesla::CodeGenOutput codeGenOutput(EmitKind Kind) {
  switch (Kind) {
  case EmitKind::Assembly:
    return tesla::CodeGenOutput::Assembly;
  case EmitKind::MIR:
    return tesla::CodeGenOutput::MIR;
  case EmitKind::Object:
  case EmitKind::LLVM:
  case EmitKind::PTX:
  case EmitKind::AST:
    return tesla::CodeGenOutput::Object;
  }
  llvm_unreachable("covered switch");
}

/// The result of compiling a whole module.
struct ModuleCode {
  SmallVector<char, 0> Bytes;
  std::vector<tesla::KernelCode> Kernels;
  RemarkList Remarks;
  unsigned Generation = 0;
};

class RegisterSearch {
public:
  RegisterSearch(const abi::Chip &Chip, TargetMachine &Target,
                 const CompileOptions &Options, Diagnostics &Diags,
                 RemarkCollector &Remarks, const abi::Geometry &Weighed)
      : Target(Target), Options(Options), Diags(Diags), Remarks(Remarks),
        G(Options.Geometry ? *Options.Geometry : abi::defaultGeometry(Chip)),
        Chooser(Options, G, Weighed, Diags) {
    CodeGen.Chip = Chip.Name;
    CodeGen.OptLevel = Options.OptLevel;
    CodeGen.MaxRegisters = Options.MaxRegisters;
    CodeGen.MaxSharedBytes = G.MaxSharedPerCTA;
    CodeGen.LaunchStateInShared = G.LaunchStateInShared;
    CodeGen.VerifyEach = Options.VerifyEach;
    CodeGen.Observer = Options.Observer;
  }

  bool run(llvm::Module &M, CompileResult &Result);

private:
  bool compile(llvm::Module &M, CompileResult &Result);
  std::unique_ptr<llvm::Module>
  copyOf(const llvm::Module &M, const std::vector<Candidate> &Candidates) const;
  void round(const llvm::Module &M, std::vector<Candidate> &Candidates);
  bool finish(llvm::Module &M, ArrayRef<Candidate> Candidates,
              CompileResult &Result, RemarkList &Chosen);
  /// Returns its number, for who looks on.
  unsigned startGeneration();
  void remark(const Candidate &C, const llvm::Function &F) const;

  TargetMachine &Target;
  const CompileOptions &Options;
  Diagnostics &Diags;
  RemarkCollector &Remarks;
  const abi::Geometry &G;
  BudgetChooser Chooser;
  tesla::CodeGenOptions CodeGen;
  std::vector<tesla::KernelCode> Kernels;
  /// The module with the budgets taken so far, if a round has made that.
  std::optional<ModuleCode> Taken;
  /// Whether the last compilation ran out of registers.
  bool OutOfRegisters = false;
};

unsigned RegisterSearch::startGeneration() {
  ++NumCompilations;
  return Options.Observer ? Options.Observer->startGeneration() : 0;
}

bool RegisterSearch::compile(llvm::Module &M, CompileResult &Result) {
  Kernels.clear();
  Result.Output.clear();
  raw_svector_ostream OS(Result.Output);
  CodeGen.SourceName = M.getSourceFileName();
  CodeGen.Files.clear();
  if (Diags.files().size() > 1)
    for (const SourceFile &F : Diags.files())
      CodeGen.Files.push_back({F.Name.str(), F.FirstLine});
  CodeGen.LineTables = Options.LineTables;
  CodeGen.RegisterNames = Options.RegisterNames;
  Result.Sources = tesla::sourceMapOf(M);
  const unsigned Generation = startGeneration();
  if (Options.Observer)
    Options.Observer->keepGeneration(Generation);
  return tesla::compileModule(M, Target, CodeGen, codeGenOutput(Options.Emit),
                              OS, Diags, Kernels, OutOfRegisters);
}

/// A copy of \p M with those kernels that are under way, and what they call.
std::unique_ptr<llvm::Module>
RegisterSearch::copyOf(const llvm::Module &M,
                       const std::vector<Candidate> &Candidates) const {
  StringMap<uint32_t> Budgets;
  for (const Candidate &C : Candidates)
    Budgets[C.Name] = C.Try;
  ValueToValueMapTy Map;
  std::unique_ptr<llvm::Module> Copy =
      CloneModule(M, Map, [&](const GlobalValue *GV) {
        auto *F = dyn_cast<llvm::Function>(GV);
        if (!F)
          return true;
        StringRef Kernel = attributes::KernelOf.get(*F);
        auto It = Budgets.find(Kernel.empty() ? F->getName() : Kernel);
        return It == Budgets.end() || It->second != 0;
      });
  for (llvm::Function &F : make_early_inc_range(*Copy)) {
    auto It = Budgets.find(F.getName());
    if (It != Budgets.end() && It->second != 0)
      attributes::RegisterBudget.set(F, It->second);
    else if (F.isDeclaration() && !F.isIntrinsic() && F.use_empty())
      F.eraseFromParent();
  }
  return Copy;
}

/// Compiles what is still under way, each kernel with the budget to try.
void RegisterSearch::round(const llvm::Module &M,
                           std::vector<Candidate> &Candidates) {
  std::unique_ptr<llvm::Module> Copy = copyOf(M, Candidates);
  // An error here only means that the step is not taken.
  raw_null_ostream Nowhere;
  Diagnostics Unheard(Diags.sources(), Nowhere);
  ModuleCode Made;
  raw_svector_ostream OS(Made.Bytes);
  bool IsShort;
  Made.Generation = startGeneration();
  bool Compiled =
      tesla::compileModule(*Copy, Target, CodeGen, codeGenOutput(Options.Emit),
                           OS, Unheard, Made.Kernels, IsShort);
  Made.Remarks = Remarks.take();
  size_t NumTaken = 0;
  for (Candidate &C : Candidates) {
    if (C.Try == 0)
      continue;
    const tesla::KernelCode *Code = nullptr;
    for (const tesla::KernelCode &K : Made.Kernels)
      if (Compiled && K.Info.Name == C.Name)
        Code = &K;
    const uint32_t Before = C.Taken;
    Chooser.judge(C, Code);
    NumTaken += C.Taken != Before;
  }
  if (NumTaken == Candidates.size())
    Taken = std::move(Made);
  else if (NumTaken != 0)
    Taken.reset();
}

/// Makes the module with the budgets that were taken, unless a round has.
bool RegisterSearch::finish(llvm::Module &M, ArrayRef<Candidate> Candidates,
                            CompileResult &Result, RemarkList &Chosen) {
  bool AnyTaken = false;
  for (const Candidate &C : Candidates)
    if (C.Taken != 0) {
      assert(M.getFunction(C.Name) && "a candidate is a kernel of the module");
      attributes::RegisterBudget.set(*M.getFunction(C.Name), C.Taken);
      AnyTaken = true;
    }
  if (!AnyTaken)
    return true;
  if (Taken) {
    Result.Output = std::move(Taken->Bytes);
    Kernels = std::move(Taken->Kernels);
    Chosen = std::move(Taken->Remarks);
    if (Options.Observer)
      Options.Observer->keepGeneration(Taken->Generation);
    return true;
  }
  if (!compile(M, Result))
    return false;
  Chosen = Remarks.take();
  return true;
}

/// How \p F came by its registers. The code that was chosen is described.
void RegisterSearch::remark(const Candidate &C, const llvm::Function &F) const {
  OptimizationRemarkEmitter ORE(&F);
  ORE.emit([&] {
    OptimizationRemarkAnalysis R("registers", "Budget", &F);
    R << "kernel '" << ore::NV("Kernel", C.Name) << "' may use "
      << ore::NV("Budget", C.Choice.Budget)
      << (C.Choice.Budget == 1 ? " register (" : " registers (")
      << ore::NV("Why", C.Choice.Why) << ") and uses "
      << ore::NV("Registers", C.Best.Info.Registers);
    if (!C.Choice.Next.empty())
      R << "; next step: " << ore::NV("Next", C.Choice.Next);
    return R;
  });
}

bool RegisterSearch::run(llvm::Module &M, CompileResult &Result) {
  std::unique_ptr<llvm::Module> Clean =
      mayRunShort(M, CodeGen) ? CloneModule(M) : nullptr;
  if (!compile(M, Result)) {
    if (OutOfRegisters && Clean)
      reportShortage(*Clean, CodeGen, Diags);
    return false;
  }
  for (const tesla::KernelCode &Code : Kernels)
    checkSharedMemory(*M.getFunction(Code.Info.Name), Code.Info, G, Options,
                      Diags);
  if (Diags.hadError())
    return false;
  RemarkList Chosen = Remarks.take();
  std::vector<Candidate> Candidates = Chooser.candidates(M, Kernels);
  auto UnderWay = [](const Candidate &C) { return C.Try != 0; };
  while (any_of(Candidates, UnderWay))
    round(M, Candidates);
  if (!finish(M, Candidates, Result, Chosen))
    return false;
  RemarkCollector::report(Chosen, Diags, Result.Remarks);
  for (auto [Code, C] : zip_equal(Kernels, Candidates)) {
    if (C.Taken != 0)
      C.Choice.Budget = C.Taken;
    const llvm::Function &F = *M.getFunction(C.Name);
    remark(C, F);
    checkLocalMemory(F, Code.Info, Diags);
    Result.Kernels.push_back({std::move(Code.Info), Code.Instructions,
                              Code.CodeBytes, Code.LiteralBytes,
                              std::move(C.Choice), std::move(Code.Pressure)});
  }
  RemarkCollector::report(Remarks.take(), Diags, Result.Remarks);
  return true;
}

} // namespace

bool generateWithBudgets(llvm::Module &M, const abi::Chip &Chip,
                         TargetMachine &Target, const CompileOptions &Options,
                         Diagnostics &Diags, RemarkCollector &Remarks,
                         CompileResult &Result) {
  return RegisterSearch(Chip, Target, Options, Diags, Remarks, *Result.Geometry)
      .run(M, Result);
}

} // namespace heddle
