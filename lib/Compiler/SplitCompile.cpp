//===- SplitCompile.cpp - Kernels compiled by several threads -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitCompile.h"
#include "PassReports.h"
#include "RegisterSearch.h"
#include "Remarks.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Optimizer/Passes.h"
#include "heddle/Optimizer/Pipelines.h"
#include "heddle/Support/HostThreads.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/IR/PrintPasses.h"
#include "llvm/Pass.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/DebugCounter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <atomic>
#include <cassert>

#define DEBUG_TYPE "split-compile"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumParts, "Number of parts compiled by threads");

namespace heddle {
namespace {

/// A thread with less to do costs more than it takes away.
cl::opt<unsigned> LeastOfPart(
    "split-compile-least", cl::Hidden, cl::init(1000),
    cl::desc("Instructions of IR in a part that a thread compiles"));
/// Parts of a thread, so that none waits long for the last.
constexpr unsigned PartsOfThread = 4;

bool isKernel(const Function &F) {
  return !F.isDeclaration() && F.getCallingConv() == CallingConv::PTX_Kernel;
}

/// Kernels that follow each other in the module.
struct KernelPart {
  /// The names of the functions whose bodies it takes: the kernels, what they
  /// call, and what may be called by its address.
  StringSet<> Bodies;
  uint64_t Instructions = 0;
};

/// What calls reach.
class CallReach {
public:
  explicit CallReach(const Module &M);

  /// Adds \p F to \p Names, and what it calls that is not there. Returns the
  /// instructions of what is new.
  uint64_t add(const Function &F, StringSet<> &Names) const;
  /// What code may call that nobody sees.
  const StringSet<> &ofAddresses() const { return OfAddresses; }

private:
  DenseMap<const Function *, SmallSetVector<const Function *, 4>> Callees;
  StringSet<> OfAddresses;
};

CallReach::CallReach(const Module &M) {
  for (const Function &F : M)
    for (const Use &U : F.uses()) {
      const auto *Call = dyn_cast<CallBase>(U.getUser());
      if (Call && !F.isDeclaration() && Call->isCallee(&U))
        Callees[Call->getFunction()].insert(&F);
    }
  for (const Function &F : M)
    if (!isKernel(F) && !F.isDeclaration() && F.hasAddressTaken())
      add(F, OfAddresses);
}

uint64_t CallReach::add(const Function &F, StringSet<> &Names) const {
  uint64_t Instructions = 0;
  SmallVector<const Function *, 8> Work = {&F};
  while (!Work.empty()) {
    const Function *Next = Work.pop_back_val();
    if (!Names.insert(Next->getName()).second)
      continue;
    Instructions += Next->getInstructionCount();
    auto It = Callees.find(Next);
    if (It != Callees.end())
      append_range(Work, It->second);
  }
  return Instructions;
}

/// Parts \p M's kernels into at most \p Most of about one size. What several
/// kernels call is made once in each part.
std::vector<KernelPart> partsOf(const Module &M, unsigned Most) {
  const CallReach Reach(M);
  uint64_t Total = 0;
  for (const Function &F : M)
    if (isKernel(F)) {
      StringSet<> Alone;
      Total += Reach.add(F, Alone);
    }
  const uint64_t Size =
      std::max<uint64_t>(LeastOfPart.getValue(), divideCeil(Total, Most));
  std::vector<KernelPart> Parts;
  if (Total <= Size)
    return Parts;
  for (const Function &F : M) {
    if (!isKernel(F))
      continue;
    if (Parts.empty() || Parts.back().Instructions >= Size) {
      Parts.emplace_back();
      Parts.back().Bodies = Reach.ofAddresses();
    }
    Parts.back().Instructions += Reach.add(F, Parts.back().Bodies);
  }
  return Parts;
}

/// Reads \p Bitcode without the bodies that \p Wanted lacks.
std::unique_ptr<Module> readPart(StringRef Bitcode, LLVMContext &Context,
                                 const StringSet<> &Wanted) {
  std::unique_ptr<Module> M =
      cantFail(getLazyBitcodeModule(MemoryBufferRef(Bitcode, "part"), Context),
               "the bitcode is our own");
  for (Function &F : *M) {
    if (!F.isMaterializable() || Wanted.contains(F.getName()))
      continue;
    F.setIsMaterializable(false);
    F.deleteBody();
  }
  cantFail(M->materializeAll());
  for (Function &F : make_early_inc_range(*M))
    if (F.isDeclaration() && !Wanted.contains(F.getName()) && F.use_empty() &&
        !F.isIntrinsic())
      F.eraseFromParent();
  return M;
}

class SplitCompile {
public:
  SplitCompile(const abi::Chip &Chip, TargetMachine &Target,
               const CompileOptions &Options, const OptimizerOptions *Optimizer,
               Diagnostics &Diags)
      : Chip(Chip), Target(Target), Options(Options), Optimizer(Optimizer),
        Diags(Diags) {}

  SplitResult run(const Module &M, CompileResult &Result);

private:
  void work(HostThreads &Team);
  SplitResult compile(const KernelPart &Part, CompileResult &Result);
  void join(CompileResult &Result);

  const abi::Chip &Chip;
  TargetMachine &Target;
  const CompileOptions &Options;
  const OptimizerOptions *Optimizer;
  Diagnostics &Diags;
  SmallVector<char, 0> Bitcode;
  std::vector<KernelPart> Parts;
  std::vector<CompileResult> Results;
  std::atomic<size_t> Next = 0;
  /// Worse than Done once a part was.
  std::atomic<SplitResult> Outcome = SplitResult::Done;
};

/// Refuses where there is something to report.
SplitResult SplitCompile::compile(const KernelPart &Part,
                                  CompileResult &Result) {
  LLVMContext Context;
  // A SourceMgr counts the lines of its buffers when it is asked for a place.
  SourceMgr Sources;
  for (unsigned N = 1; N <= Diags.sources().getNumBuffers(); ++N)
    Sources.AddNewSourceBuffer(
        MemoryBuffer::getMemBuffer(
            Diags.sources().getMemoryBuffer(N)->getMemBufferRef(),
            /*RequiresNullTerminator=*/false),
        SMLoc());
  std::string Said;
  raw_string_ostream Heard(Said);
  Diagnostics Own(Sources, Heard);
  RemarkCollector Remarks(Context, /*WantsYAML=*/false,
                          /*PlacesAreInIR=*/false);
  std::unique_ptr<Module> M =
      readPart(StringRef(Bitcode.data(), Bitcode.size()), Context, Part.Bodies);
  Context.setDiagnosticHandler(makePassReportHandler(Own, Remarks));
  tesla::CodeGenOptions ForChip;
  ForChip.Chip = Chip.Name;
  ForChip.OptLevel = Options.OptLevel;
  std::unique_ptr<TargetMachine> OfThread = tesla::createTargetMachine(ForChip);
  ++NumParts;
  if (Optimizer) {
    OptimizerOptions ForTarget = *Optimizer;
    ForTarget.Target = OfThread.get();
    optimizeModule(*M, Options.OptLevel, ForTarget, PipelinePart::OfFunctions);
    RemarkCollector::report(Remarks.take(), Own, Result.Remarks);
    if (sharesBuiltins(*M))
      return SplitResult::SharesBuiltins;
  }
  auto IsQuiet = [&] {
    return Said.empty() && Own.numErrors() == 0 && Own.numWarnings() == 0;
  };
  bool IsMade = IsQuiet() && generateWithBudgets(*M, Chip, *OfThread, Options,
                                                 Own, Remarks, Result);
  return IsMade && IsQuiet() ? SplitResult::Done : SplitResult::Refused;
}

void SplitCompile::work(HostThreads &Team) {
  Team.run([&](unsigned) {
    for (size_t N;
         Outcome == SplitResult::Done && (N = Next++) < Parts.size();) {
      SplitResult OfPart = compile(Parts[N], Results[N]);
      SplitResult Before = SplitResult::Done;
      // A part that has something to report is not parted again, whatever
      // others say at the same time.
      if (OfPart == SplitResult::Refused)
        Outcome = OfPart;
      else if (OfPart != SplitResult::Done)
        Outcome.compare_exchange_strong(Before, OfPart);
    }
  });
}

void SplitCompile::join(CompileResult &Result) {
  SmallVector<StringRef, 0> Objects;
  for (CompileResult &R : Results) {
    Objects.emplace_back(R.Output.data(), R.Output.size());
    append_range(Result.Kernels, std::move(R.Kernels));
  }
  Result.Sources = std::move(Results.front().Sources);
  raw_svector_ostream OS(Result.Output);
  tesla::joinObjects(Objects, Target, OS);
}

SplitResult SplitCompile::run(const Module &M, CompileResult &Result) {
  Parts = partsOf(M, Options.Threads * PartsOfThread);
  if (Parts.size() < 2)
    return SplitResult::Refused;
  raw_svector_ostream OS(Bitcode);
  WriteBitcodeToFile(M, OS, /*ShouldPreserveUseListOrder=*/true);
  Results.resize(Parts.size());
  for (CompileResult &R : Results) {
    R.Chip = Result.Chip;
    R.Arch = Result.Arch;
    R.Geometry = Result.Geometry;
  }
  HostThreads Team(std::min<size_t>(Options.Threads, Parts.size()));
  work(Team);
  if (Outcome == SplitResult::Done)
    join(Result);
  return Outcome;
}

} // namespace

/// Whether options of the process choose among passes or loops by what the
/// whole module has: each part would count anew, and all at the same time.
static bool choosesInWhole() {
  return getGlobalPassGate().isEnabled() || DebugCounter::isCountingEnabled() ||
         hasLoopsToUnroll();
}

bool mayCompileByThreads(const CompileOptions &Options) {
  return Options.Threads > 1 && Options.Emit == EmitKind::Object &&
         !Options.Checks && !Options.LineTables && !Options.Remarks &&
         !Options.Observer && !Options.InputIsIR && !choosesInWhole() &&
         !TimePassesIsEnabled && !DebugFlag && !shouldPrintBeforeSomePass() &&
         !shouldPrintAfterSomePass() && PrintChanged == ChangePrinter::None;
}

SplitResult compileByThreads(const Module &M, const abi::Chip &Chip,
                             TargetMachine &Target,
                             const CompileOptions &Options,
                             const OptimizerOptions *Optimizer,
                             Diagnostics &Diags, CompileResult &Result) {
  assert(mayCompileByThreads(Options) && "somebody looks on");
  return SplitCompile(Chip, Target, Options, Optimizer, Diags).run(M, Result);
}

} // namespace heddle
