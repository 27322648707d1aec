//===- Compiler.cpp - PTX text to an object -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Compiler/Compiler.h"
#include "CheckerNotes.h"
#include "CompileModules.h"
#include "Entries.h"
#include "IRInput.h"
#include "KernelExtents.h"
#include "LaunchBudget.h"
#include "ModuleFlags.h"
#include "Modules.h"
#include "PassReports.h"
#include "PluginOptimizer.h"
#include "RegisterSearch.h"
#include "Remarks.h"
#include "SplitCompile.h"
#include "StageTimer.h"
#include "UseWarnings.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Optimizer/Pipelines.h"
#include "heddle/PTXParser/AST.h"
#include "heddle/PTXParser/Parser.h"
#include "heddle/PTXToLLVM/Lift.h"
#include "heddle/Support/CheckedSize.h"
#include "heddle/Support/HostMemory.h"
#include "heddle/Support/PassObserver.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <cassert>

using namespace llvm;

namespace heddle {
namespace {

void showAll(Module &M, StringRef Behind, const CompileOptions &Options) {
  if (!Options.Observer)
    return;
  for (llvm::Function &F : M)
    if (!F.isDeclaration())
      Options.Observer->afterPass(Behind, F);
}

OptimizerOptions optimizerOptions(TargetMachine &Target,
                                  const CompileOptions &Options) {
  OptimizerOptions Optimizer;
  Optimizer.Target = &Target;
  Optimizer.VerifyEach = Options.VerifyEach;
  Optimizer.Inline = Options.Inline;
  Optimizer.AssumeGlobal = Options.AssumeGlobal;
  Optimizer.Observer = Options.Observer;
  return Optimizer;
}

/// Plugins make another module of \p M.
Error optimize(std::unique_ptr<Module> &M, const abi::Chip &Chip,
               TargetMachine &Target, const CompileOptions &Options) {
  StageTimer Stage("optimize");
  showAll(*M, "lift", Options);
  if (!Options.Plugins.empty()) {
    Expected<std::unique_ptr<Module>> Optimized =
        optimizeWithPlugins(*M, Chip.Name, Options);
    if (!Optimized)
      return Optimized.takeError();
    M = std::move(*Optimized);
    showAll(*M, "ptx-opt", Options);
    return Error::success();
  }
  optimizeModule(*M, Options.OptLevel, optimizerOptions(Target, Options));
  return Error::success();
}

/// Optimizes \p M as optimize() does, on several threads where that suits,
/// which then make \p Result of it: it was Done. SharesBuiltins: threads may
/// still generate its code.
Expected<SplitResult>
optimizeByThreads(std::unique_ptr<Module> &M, const abi::Chip &Chip,
                  TargetMachine &Target, const CompileOptions &Options,
                  Diagnostics &Diags, CompileResult &Result) {
  if (!mayCompileByThreads(Options) || !Options.Plugins.empty()) {
    if (Error E = optimize(M, Chip, Target, Options))
      return std::move(E);
    return SplitResult::SharesBuiltins;
  }
  const OptimizerOptions Optimizer = optimizerOptions(Target, Options);
  optimizeModule(*M, Options.OptLevel, Optimizer,
                 PipelinePart::AcrossFunctions);
  SplitResult Split = SplitResult::Refused;
  if (!Diags.hadError())
    Split =
        compileByThreads(*M, Chip, Target, Options, &Optimizer, Diags, Result);
  if (Split != SplitResult::Done)
    optimizeModule(*M, Options.OptLevel, Optimizer, PipelinePart::OfFunctions);
  return Split;
}

/// Generates the code of the optimized \p M; false after an error.
bool generate(Module &M, const abi::Chip &Chip, TargetMachine &Target,
              const CompileOptions &Options, Diagnostics &Diags,
              RemarkCollector &Remarks, SplitResult Split,
              CompileResult &Result) {
  StageTimer Stage("generate");
  if (Split == SplitResult::SharesBuiltins && mayCompileByThreads(Options) &&
      compileByThreads(M, Chip, Target, Options, /*Optimizer=*/nullptr, Diags,
                       Result) == SplitResult::Done)
    return true;
  return generateWithBudgets(M, Chip, Target, Options, Diags, Remarks,
                             Result) &&
         !Diags.hadError();
}

/// Compiles lifted or given IR. \p Owner: the module, which is optimized, or
/// else replaced.
Expected<std::unique_ptr<CompileResult>>
compileModule(std::unique_ptr<Module> &Owner, const abi::Chip &Chip,
              const CompileOptions &Options, Diagnostics &Diags,
              RemarkCollector &Remarks) {
  auto Result = std::make_unique<CompileResult>();
  Result->Chip = Chip.Name;
  Result->Arch = archOf(*Owner, Chip);
  Result->Geometry = Options.Geometry
                         ? Options.Geometry
                         : &abi::occupancyGeometry(Chip, Result->Arch);
  if (Error E = keepEntries(*Owner, Options))
    return std::move(E);
  limitToLaunches(*Owner, Chip, Options, Diags);
  if (Diags.hadError())
    return nullptr;
  assert(Owner->getDataLayoutStr() == abi::targetModel(Chip).DataLayout &&
         "the module is for other chips");
  Owner->getContext().setDiagnosticHandler(
      makePassReportHandler(Diags, Remarks));
  tesla::CodeGenOptions ForChip;
  ForChip.Chip = Chip.Name;
  ForChip.OptLevel = Options.OptLevel;
  std::unique_ptr<TargetMachine> Target = tesla::createTargetMachine(ForChip);
  assert(Target && "the chip was checked");
  Expected<SplitResult> Split =
      optimizeByThreads(Owner, Chip, *Target, Options, Diags, *Result);
  if (!Split)
    return Split.takeError();
  Module &M = *Owner;
  if (Diags.hadError())
    return nullptr;
  RemarkCollector::report(Remarks.take(), Diags, Result->Remarks);
  if (*Split == SplitResult::Done)
    return Result;
  if (Options.Emit == EmitKind::LLVM) {
    raw_svector_ostream OS(Result->Output);
    M.print(OS, nullptr);
    return Result;
  }
  if (!generate(M, Chip, *Target, Options, Diags, Remarks, *Split, *Result))
    return nullptr;
  return Result;
}

Expected<std::unique_ptr<CompileResult>>
compileIR(const CompileOptions &Options, Diagnostics &Diags) {
  LLVMContext Context;
  RemarkCollector Remarks(Context, Options.Remarks, /*PlacesAreInIR=*/true);
  const abi::Chip *Chip = nullptr;
  Expected<std::unique_ptr<Module>> M = readIR(Options, Diags, Context, Chip);
  if (!M)
    return M.takeError();
  if (!*M)
    return nullptr;
  return compileModule(*M, *Chip, Options, Diags, Remarks);
}

std::unique_ptr<Module> timedLift(const ModuleList &Modules,
                                  LLVMContext &Context, const LiftOptions &Lift,
                                  Diagnostics &Diags) {
  StageTimer Stage("lift");
  return liftModules(Modules, Context, Lift, Diags);
}

/// Compiles as many kernels as can be; null where one could not.
Expected<std::unique_ptr<CompileResult>>
judgeKernels(const ModuleList &Modules, const abi::Chip &Chip,
             const CompileOptions &Options, LiftOptions &Lift,
             Diagnostics &Diags) {
  std::vector<std::string> &Names = Lift.Kernels;
  if (Names.empty())
    for (StringRef Name : kernelsOf(Modules))
      Names.push_back(Name.str());
  Options.Judge->setKernels(kernelExtents(Modules, Names, Diags.sources()));
  // Kernels that have errors are not in the module, so that Entries need not
  // name the others.
  CompileOptions OfClean = Options;
  OfClean.Entries.clear();
  auto Result = std::make_unique<CompileResult>();
  for (bool IsFirst = true; IsFirst || !Names.empty(); IsFirst = false) {
    Diags.startOver();
    LLVMContext Context;
    RemarkCollector Remarks(Context, Options.Remarks, /*PlacesAreInIR=*/false);
    Diags.setRepeating(!IsFirst);
    std::unique_ptr<Module> M = timedLift(Modules, Context, Lift, Diags);
    Diags.setRepeating(false);
    if (M) {
      noteArch(*M, Chip, archName(Options, Modules, Chip));
      auto Compiled = compileModule(M, Chip, OfClean, Diags, Remarks);
      if (!Compiled)
        return Compiled.takeError();
      if (*Compiled) {
        Result = std::move(*Compiled);
        break;
      }
    }
    size_t Before = Names.size();
    erase_if(Names,
             [&](StringRef Name) { return !Options.Judge->isClean(Name); });
    // An error that is about no kernel.
    if (Names.size() == Before)
      break;
  }
  return Diags.numErrors() == 0 ? std::move(Result) : nullptr;
}

/// The tree as text, before a chip matters.
std::unique_ptr<CompileResult> printSource(const ptx::Module &Source,
                                           EmitKind Emit) {
  auto Result = std::make_unique<CompileResult>();
  raw_svector_ostream OS(Result->Output);
  if (Emit == EmitKind::PTX)
    ptx::printPTX(Source, OS);
  else
    ptx::dumpAST(Source, OS);
  return Result;
}

} // namespace

Error checkRoom(const SourceMgr &Sources) {
  // Trees and code took 35 times the bytes of a text of small kernels.
  constexpr unsigned BytesForByte = 32;
  CheckedSize Texts(0);
  for (unsigned N = 1; N <= Sources.getNumBuffers(); ++N)
    Texts = Texts + Sources.getMemoryBuffer(N)->getBufferSize();
  std::optional<uint64_t> Needed = (Texts * BytesForByte).value();
  if (Needed && hasRoomFor(*Needed))
    return Error::success();
  return createStringError(std::errc::not_enough_memory,
                           "not enough memory to compile this much text");
}

Expected<std::unique_ptr<CompileResult>>
compilePTX(const CompileOptions &Options, Diagnostics &Diags) {
  if (Error E = checkRoom(Diags.sources()))
    return std::move(E);
  if (Options.InputIsIR)
    return compileIR(Options, Diags);
  ModuleList Modules = parseModules(Options.IsPart, Diags);
  if (Modules.empty())
    return nullptr;
  if (Options.Emit == EmitKind::PTX || Options.Emit == EmitKind::AST)
    return printSource(*Modules.front(), Options.Emit);
  return compileModules(Modules, {}, Options, /*WithSources=*/true, Diags);
}

Expected<std::unique_ptr<CompileResult>>
compileModules(const ModuleList &Modules, std::vector<std::string> Kernels,
               const CompileOptions &Options, bool WithSources,
               Diagnostics &Diags) {
  Expected<const abi::Chip *> Chip = chooseChip(Options, Modules, Diags);
  if (!Chip)
    return Chip.takeError();
  if (Kernels.empty()) {
    Expected<std::vector<std::string>> Meant = kernelsToLift(Modules, Options);
    if (!Meant)
      return Meant.takeError();
    Kernels = std::move(*Meant);
  }
  LiftOptions Lift;
  setLiftOptions(Options, Modules, Lift, Diags);
  if (!*Chip || Diags.hadError())
    return nullptr;
  warnOfSource(Modules, **Chip, Options, Diags);
  if (Diags.hadError())
    return nullptr;
  Lift.Chip = (*Chip)->Name;
  Lift.Kernels = std::move(Kernels);
  Lift.Geometry = Options.Geometry;
  Lift.MaxModuleBytes = Options.MaxModuleBytes;
  Lift.RegisterNames = Options.RegisterNames;
  Lift.IsPart = Options.IsPart;
  Lift.Checks = Options.Checks;
  Lift.SourceLocations = WithSources;
  std::vector<UndefinedValue> Undefined;
  if (Options.MarksUndefined)
    Lift.Undefined = &Undefined;
  if (Options.Judge)
    return judgeKernels(Modules, **Chip, Options, Lift, Diags);
  assert(!Diags.hadError() && "what was refused is not lifted");
  LLVMContext Context;
  RemarkCollector Remarks(Context, Options.Remarks, /*PlacesAreInIR=*/false);
  std::unique_ptr<Module> M = timedLift(Modules, Context, Lift, Diags);
  if (!M)
    return nullptr;
  if (!Options.IsPart) {
    noteArch(*M, **Chip, archName(Options, Modules, **Chip));
    auto Result = compileModule(M, **Chip, Options, Diags, Remarks);
    if (Result && *Result) {
      warnOfCode(Modules, **Result, Options, Diags);
      if (Diags.hadError())
        return nullptr;
    }
    if (Options.Checks && Result && *Result)
      (*Result)->Operations = checkerNotes(Modules, *M, Undefined, Diags);
    return Result;
  }
  assert(Modules.size() == 1 && "a part is one module");
  auto Result = std::make_unique<CompileResult>();
  Result->Chip = (*Chip)->Name;
  writePart(*Modules.front(), **Chip, Options, Diags, *Result);
  return Result;
}

Expected<std::unique_ptr<CompileResult>> checkPTX(bool IsPart,
                                                  Diagnostics &Diags) {
  if (parseModules(IsPart, Diags).empty())
    return nullptr;
  return std::make_unique<CompileResult>();
}

} // namespace heddle
