//===- Compiler.cpp - PTX text to an object -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Compiler/Compiler.h"
#include "CheckerNotes.h"
#include "KernelExtents.h"
#include "LaunchBudget.h"
#include "ModuleFlags.h"
#include "Modules.h"
#include "PluginOptimizer.h"
#include "RegisterSearch.h"
#include "Remarks.h"
#include "StageTimer.h"
#include "UseWarnings.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Compiler/CommandLine.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Intrinsics/Reports.h"
#include "heddle/Optimizer/NamedWarning.h"
#include "heddle/Optimizer/Pipelines.h"
#include "heddle/PTXParser/AST.h"
#include "heddle/PTXParser/Parser.h"
#include "heddle/PTXToLLVM/Lift.h"
#include "heddle/Support/CheckedSize.h"
#include "heddle/Support/HostMemory.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <cassert>

using namespace llvm;

namespace heddle {
namespace {

/// The name of a warning: the optimizer itself warns of choices that an option
/// allowed.
StringRef warningName(const DiagnosticInfo &DI) {
  if (const auto *Named = dyn_cast<NamedWarning>(&DI))
    return Named->name();
  return isa<DiagnosticInfoUnsupported>(DI) ? "assume-global" : "ir";
}

PlacedReport placeWarning(const NamedWarning &W, const Diagnostics &Diags) {
  SMLoc Loc =
      W.isLocationAvailable()
          ? Diags.locFor(W.getLocation().getLine(), W.getLocation().getColumn())
          : SMLoc();
  return {Loc, W.message().str()};
}

/// Turns what passes report about the IR into diagnostics at PTX places.
std::unique_ptr<DiagnosticHandler> makeHandler(Diagnostics &Diags,
                                               RemarkCollector &Remarks) {
  return std::make_unique<ReportHandler>([&](const DiagnosticInfo &DI) {
    if (DI.getSeverity() == DS_Remark) {
      if (const auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&DI))
        Remarks.add(*Remark, Diags);
      return true;
    }
    const auto *Named = dyn_cast<NamedWarning>(&DI);
    PlacedReport R =
        Named ? placeWarning(*Named, Diags) : placeReport(DI, Diags);
    if (DI.getSeverity() == DS_Error)
      Diags.error(R.Loc, R.Message);
    else if (DI.getSeverity() == DS_Warning)
      Diags.warning(warningName(DI), R.Loc, R.Message);
    return true;
  });
}

/// An error when one of \p Wanted, as launches call kernels, is none of
/// \p Present.
Error checkEntries(ArrayRef<std::string> Wanted, ArrayRef<StringRef> Present) {
  for (const std::string &Entry : Wanted) {
    if (any_of(Present, [&](StringRef K) { return meansKernel(Entry, K); }))
      continue;
    std::string Names;
    for (StringRef K : Present)
      Names += (Names.empty() ? "the module has '" : ", '") + K.str() + "'";
    return createStringError(
        std::make_error_code(std::errc::invalid_argument),
        "no kernel is called '" + Entry + "'; " +
            (Names.empty() ? "the module has none" : Names));
  }
  return Error::success();
}

/// Drops the kernels that Options.Entries leaves out. An error when a name is
/// none of a kernel.
Error keepEntries(Module &M, const CompileOptions &Options) {
  if (Options.Entries.empty())
    return Error::success();
  SmallVector<Function *, 8> Others;
  SmallVector<StringRef, 8> Present;
  for (Function &F : M) {
    if (F.isDeclaration() || F.getCallingConv() != CallingConv::PTX_Kernel)
      continue;
    Present.push_back(F.getName());
    if (none_of(Options.Entries, [&](const std::string &Entry) {
          return meansKernel(Entry, F.getName());
        }))
      Others.push_back(&F);
  }
  if (Error E = checkEntries(Options.Entries, Present))
    return E;
  // A kernel that the code refers to stays.
  for (Function *F : Others)
    if (F->use_empty())
      F->eraseFromParent();
  return Error::success();
}

/// In source order.
SmallVector<StringRef, 8> kernelsOf(const ModuleList &Modules) {
  SmallVector<StringRef, 8> Kernels;
  for (const auto &Source : Modules)
    for (const ptx::Function *F : Source->Functions)
      if (F->IsEntry && F->Body && !F->Definition)
        Kernels.push_back(F->Name);
  return Kernels;
}

/// The kernels of \p Modules to compile; empty: all.
Expected<std::vector<std::string>>
kernelsToLift(const ModuleList &Modules, const CompileOptions &Options) {
  SmallVector<StringRef, 8> Present = kernelsOf(Modules);
  if (Error E = checkEntries(Options.Entries, Present))
    return std::move(E);
  ArrayRef<std::string> Wanted = Options.Entries;
  if (Wanted.empty()) {
    // A launch of a kernel that does not exist reports that, with all that do.
    if (Error E = checkEntries(Options.Launched, Present)) {
      consumeError(std::move(E));
      return std::vector<std::string>();
    }
    Wanted = Options.Launched;
  }
  std::vector<std::string> Kernels;
  for (const std::string &Entry : Wanted)
    for (StringRef K : Present)
      if (meansKernel(Entry, K))
        Kernels.push_back(K.str());
  return Kernels;
}

/// Plugins make another module of \p M.
Error optimize(std::unique_ptr<Module> &M, const abi::Chip &Chip,
               TargetMachine &Target, const CompileOptions &Options) {
  StageTimer Stage("optimize");
  if (!Options.Plugins.empty()) {
    Expected<std::unique_ptr<Module>> Optimized =
        optimizeWithPlugins(*M, Chip.Name, Options);
    if (!Optimized)
      return Optimized.takeError();
    M = std::move(*Optimized);
    return Error::success();
  }
  OptimizerOptions Optimizer;
  Optimizer.Target = &Target;
  Optimizer.VerifyEach = Options.VerifyEach;
  Optimizer.Inline = Options.Inline;
  Optimizer.AssumeGlobal = Options.AssumeGlobal;
  optimizeModule(*M, Options.OptLevel, Optimizer);
  return Error::success();
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
  Owner->getContext().setDiagnosticHandler(makeHandler(Diags, Remarks));
  tesla::CodeGenOptions ForChip;
  ForChip.Chip = Chip.Name;
  ForChip.OptLevel = Options.OptLevel;
  std::unique_ptr<TargetMachine> Target = tesla::createTargetMachine(ForChip);
  if (Error E = optimize(Owner, Chip, *Target, Options))
    return std::move(E);
  Module &M = *Owner;
  if (Diags.hadError())
    return nullptr;
  RemarkCollector::report(Remarks.take(), Diags, Result->Remarks);
  if (Options.Emit == EmitKind::LLVM) {
    raw_svector_ostream OS(Result->Output);
    M.print(OS, nullptr);
    return Result;
  }
  StageTimer Stage("generate");
  if (!generateWithBudgets(M, Chip, *Target, Options, Diags, Remarks,
                           *Result) ||
      Diags.hadError())
    return nullptr;
  return Result;
}

/// Functions of IR name their chip, and all the same.
Expected<const abi::Chip *> chooseChip(const CompileOptions &Options,
                                       const Module &M) {
  StringRef Arch = Options.Arch;
  for (const Function &F : M)
    if (Arch.empty() && !F.isDeclaration())
      Arch = attributes::TargetChip.get(F);
  if (Arch.empty())
    return createStringError(
        "the functions of '" + M.getSourceFileName() +
        "' name no chip; -arch=" + abi::targetChips().front()->Name +
        " compiles for the first one");
  if (Error E = checkArch(Arch, /*AllowVirtual=*/false))
    return std::move(E);
  return abi::findChip(Arch);
}

/// Sets what lifting would have set for \p Chip.
void adoptModule(Module &M, const abi::Chip &Chip) {
  for (Function &F : M)
    if (!F.isDeclaration())
      attributes::TargetChip.set(F, Chip.Name);
}

Expected<std::unique_ptr<CompileResult>>
compileIR(const CompileOptions &Options, Diagnostics &Diags) {
  SourceMgr &Sources = Diags.sources();
  LLVMContext Context;
  RemarkCollector Remarks(Context, Options.Remarks, /*PlacesAreInIR=*/true);
  SMDiagnostic Problem;
  // IR written by hand need not repeat the layout.
  ParserCallbacks Callbacks(
      [](StringRef Triple, StringRef Layout) -> std::optional<std::string> {
        return Layout.empty() ? abi::targetModelOrDefault(Triple).DataLayout
                              : Layout.str();
      });
  std::unique_ptr<Module> M =
      parseIR(*Sources.getMemoryBuffer(Sources.getMainFileID()), Problem,
              Context, Callbacks);
  if (!M) {
    int Line = std::max(0, Problem.getLineNo());
    Diags.error(Diags.locFor(Line, Problem.getColumnNo() + 1),
                Problem.getMessage());
    return nullptr;
  }
  Expected<const abi::Chip *> Chip = chooseChip(Options, *M);
  if (!Chip)
    return Chip.takeError();
  const abi::TargetModel &Target = abi::targetModel(**Chip);
  if (M->getDataLayoutStr() != Target.DataLayout) {
    Diags.error(SMLoc(), "the data layout is not that of these chips");
    return nullptr;
  }
  if (!checkFlags(*M, **Chip, Diags))
    return nullptr;
  noteArch(*M, **Chip, Options.Arch);
  M->setTargetTriple(Target.Triple);
  adoptModule(*M, **Chip);
  return compileModule(M, **Chip, Options, Diags, Remarks);
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

/// Refuses texts that there is no memory to compile.
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

bool isIRFile(StringRef Path) {
  StringRef Extension = sys::path::extension(Path);
  return Extension == ".ll" || Extension == ".bc";
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

  Expected<const abi::Chip *> Chip = chooseChip(Options, Modules, Diags);
  if (!Chip)
    return Chip.takeError();
  Expected<std::vector<std::string>> Kernels = kernelsToLift(Modules, Options);
  if (!Kernels)
    return Kernels.takeError();
  LiftOptions Lift;
  setLiftOptions(Options, Modules, Lift, Diags);
  if (!*Chip || Diags.hadError())
    return nullptr;
  warnOfSource(Modules, **Chip, Options, Diags);
  if (Diags.hadError())
    return nullptr;
  Lift.Chip = (*Chip)->Name;
  Lift.Kernels = std::move(*Kernels);
  Lift.Geometry = Options.Geometry;
  Lift.MaxModuleBytes = Options.MaxModuleBytes;
  Lift.RegisterNames = Options.RegisterNames;
  Lift.IsPart = Options.IsPart;
  Lift.Checks = Options.Checks;
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
