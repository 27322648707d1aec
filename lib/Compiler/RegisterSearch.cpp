//===- RegisterSearch.cpp - Fewer registers for more warps ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterSearch.h"
#include "LaunchBudget.h"
#include "RegisterShortage.h"
#include "Remarks.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <optional>
#include <utility>

using namespace llvm;

namespace heddle {
namespace {

/// A step is worth its room for warps up to this share of more instructions,
/// counted as they stand and as they are likely to run.
constexpr double MostExtra = 0.02;

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

/// A kernel on its way down.
struct Candidate {
  std::string Name;
  std::vector<uint32_t> Threads;
  /// The best code so far.
  tesla::KernelCode Best;
  /// The budget to try next; 0: the search is over.
  uint32_t Try = 0;
  /// The budget that gave Best, where a step was taken.
  uint32_t Taken = 0;
  /// Whether Try takes the place of a budget that spilled in vain.
  bool IsCloser = false;
  RegisterChoice Choice;
};

/// What compiling a whole module has made.
struct ModuleCode {
  SmallVector<char, 0> Bytes;
  std::vector<tesla::KernelCode> Kernels;
  RemarkList Remarks;
};

bool spills(const tesla::KernelCode &Code) {
  return Code.Info.SpillStores + Code.Info.SpillLoads != 0;
}

/// A budget below \p Budget that may do with fewer spills than \p Code has, as
/// no more registers are in use at a time; 0: there is none. Where pairs and
/// quads leave gaps, the allocator may spill with some registers to spare, and
/// pack closer with fewer.
uint32_t closerBudget(const tesla::KernelCode &Code, uint32_t Budget) {
  // More than a few do not go away.
  constexpr uint32_t Closer = 2, Few = 16;
  // With registers to spare calls are what it spilled for.
  if (!spills(Code) || Code.Info.SpillStores + Code.Info.SpillLoads > Few ||
      Code.Info.Registers < Budget ||
      Budget <= std::max(Code.Pressure.Peak, MinRegisterBudget))
    return 0;
  return std::max({Code.Pressure.Peak, MinRegisterBudget, Budget - Closer});
}

class RegisterSearch {
public:
  RegisterSearch(const abi::Chip &Chip, TargetMachine &Target,
                 const CompileOptions &Options, Diagnostics &Diags,
                 RemarkCollector &Remarks)
      : Target(Target), Options(Options), Diags(Diags), Remarks(Remarks),
        G(Options.Geometry ? *Options.Geometry : abi::defaultGeometry(Chip)) {
    CodeGen.Chip = Chip.Name;
    CodeGen.OptLevel = Options.OptLevel;
    CodeGen.MaxRegisters = Options.MaxRegisters;
    CodeGen.MaxSharedBytes = G.MaxSharedPerCTA;
    CodeGen.LaunchStateInShared = G.LaunchStateInShared;
    CodeGen.VerifyEach = Options.VerifyEach;
  }

  bool run(Module &M, CompileResult &Result);

private:
  bool compile(Module &M, CompileResult &Result);
  bool wanted() const;
  std::vector<Candidate> candidates(const Module &M) const;
  void setLimit(Candidate &C, const Function *F) const;
  void begin(Candidate &C) const;
  void judgeCloser(Candidate &C, const tesla::KernelCode &Code,
                   uint32_t Budget) const;
  void chooseStep(Candidate &C) const;
  void tryStep(Candidate &C, uint32_t Budget) const;
  void choose(Candidate &C) const;
  void chooseGoal(Candidate &C) const;
  std::unique_ptr<Module>
  copyOf(const Module &M, const std::vector<Candidate> &Candidates) const;
  void round(const Module &M, std::vector<Candidate> &Candidates);
  void judge(Candidate &C, const tesla::KernelCode *Code) const;
  bool finish(Module &M, ArrayRef<Candidate> Candidates, CompileResult &Result,
              RemarkList &Chosen);
  void remark(const Candidate &C, const Function &F) const;
  std::string price(const Candidate &C, const tesla::KernelCode &Code) const;
  std::string room(const Candidate &C, uint32_t Registers) const;
  uint32_t ctas(const Candidate &C, uint32_t Threads,
                uint32_t Registers) const {
    return abi::computeOccupancy(G, Threads, Registers,
                                 object::sharedBytesOn(C.Best.Info, G))
        .ActiveCTAs;
  }

  TargetMachine &Target;
  const CompileOptions &Options;
  Diagnostics &Diags;
  RemarkCollector &Remarks;
  const abi::Geometry &G;
  tesla::CodeGenOptions CodeGen;
  std::vector<tesla::KernelCode> Kernels;
  /// The module with the budgets taken so far, if a round has made that.
  std::optional<ModuleCode> Taken;
  /// What stopped the last compilation.
  bool OutOfRegisters = false;
};

bool RegisterSearch::compile(Module &M, CompileResult &Result) {
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
  return tesla::compileModule(M, Target, CodeGen, codeGenOutput(Options.Emit),
                              OS, Diags, Kernels, OutOfRegisters);
}

bool RegisterSearch::wanted() const {
  switch (Options.Occupancy.Kind) {
  case OccupancyAim::Off:
    return false;
  case OccupancyAim::ByLevel:
    return Options.OptLevel >= 2;
  case OccupancyAim::Auto:
  case OccupancyAim::Percent:
    return true;
  }
  llvm_unreachable("covered switch");
}

std::vector<Candidate> RegisterSearch::candidates(const Module &M) const {
  std::vector<Candidate> Found;
  for (const tesla::KernelCode &Code : Kernels) {
    Candidate C;
    C.Name = Code.Info.Name;
    C.Best = Code;
    const Function *F = M.getFunction(C.Name);
    setLimit(C, F);
    uint64_t Known = launchThreads(*F, Options);
    if (Known != 0 && Known <= G.MaxThreadsPerCTA)
      C.Threads = {static_cast<uint32_t>(Known)};
    else
      C.Threads = {64, 128, 256, 512};
    Found.push_back(std::move(C));
  }
  return Found;
}

/// The budget that the search starts from, and who set it.
void RegisterSearch::setLimit(Candidate &C, const Function *F) const {
  C.Choice.Budget = attributes::RegisterBudget.get(*F);
  const uint32_t Most = std::min(G.MaxRegistersPerThread, abi::MaxRegisters);
  // A geometry with fewer than the machine is in the budget already.
  if (C.Choice.Budget == 0 || C.Choice.Budget > Most ||
      (C.Choice.Budget == Most && Most < abi::MaxRegisters)) {
    C.Choice.Budget = Most;
    C.Choice.Why = "the chip's limit";
  } else if (C.Choice.Budget == Options.MaxRegisters) {
    C.Choice.Why = "--maxrregcount";
  } else if (attributes::MaxNReg.isSet(*F) &&
             attributes::MaxNReg.get(*F) == C.Choice.Budget) {
    C.Choice.Why = ".maxnreg";
  } else {
    uint64_t CTAs = attributes::MinCTAsPerSM.get(*F, 1);
    raw_string_ostream(C.Choice.Why)
        << "room for " << CTAs << (CTAs == 1 ? " CTA" : " CTAs") << " of "
        << launchThreads(*F, Options) << " threads";
  }
}

/// "1 -> 2 CTAs of 256 threads", for each block size that gains.
std::string RegisterSearch::room(const Candidate &C, uint32_t Registers) const {
  std::string Text;
  raw_string_ostream OS(Text);
  for (uint32_t T : C.Threads) {
    uint32_t Now = ctas(C, T, C.Best.Info.Registers);
    uint32_t Then = ctas(C, T, Registers);
    if (Then == Now)
      continue;
    OS << (Text.empty() ? "" : ", ") << Now << " -> " << Then << " CTAs of "
       << T << " threads";
  }
  return Text;
}

/// First of all tries to do without what the first compilation spilled.
void RegisterSearch::begin(Candidate &C) const {
  if (Options.OptLevel != 0)
    C.Try = closerBudget(C.Best, C.Choice.Budget);
  C.IsCloser = C.Try != 0;
  if (!C.IsCloser)
    chooseStep(C);
}

void RegisterSearch::chooseStep(Candidate &C) const {
  if (wanted())
    Options.Occupancy.Kind == OccupancyAim::Percent ? chooseGoal(C) : choose(C);
}

void RegisterSearch::tryStep(Candidate &C, uint32_t Budget) const {
  C.Try = Budget;
  C.Choice.Next =
      std::to_string(Budget) + " registers (" + room(C, Budget) + "): ";
}

/// The largest budget with more CTAs of some size; none when registers are not
/// what limits.
void RegisterSearch::choose(Candidate &C) const {
  C.Try = 0;
  const object::KernelInfo &Info = C.Best.Info;
  if (spills(C.Best)) {
    C.Choice.Next = "none: values are spilled already";
    return;
  }
  uint32_t Step = 0;
  for (uint32_t T : C.Threads) {
    uint32_t Now = ctas(C, T, Info.Registers);
    for (uint32_t R = Info.Registers; R-- > MinRegisterBudget;)
      if (ctas(C, T, R) > Now) {
        Step = std::max(Step, R);
        break;
      }
  }
  if (Step == 0) {
    C.Choice.Next = "none: fewer registers make no room";
    return;
  }
  tryStep(C, Step);
  if (C.Best.Pressure.CostlyPeak > Step && !Options.ExplainRegisters) {
    C.Choice.Next += "would spill";
    C.Try = 0;
  }
}

/// The most registers with which a CTA of the known or usual size attains the
/// wanted occupancy.
void RegisterSearch::chooseGoal(Candidate &C) const {
  constexpr uint32_t UsualThreads = 256;
  uint32_t T = C.Threads.size() == 1 ? C.Threads.front() : UsualThreads;
  uint64_t Shared = object::sharedBytesOn(C.Best.Info, G);
  uint32_t Best = 0, BestWarps = 0;
  for (uint32_t R = G.MaxRegistersPerThread; R >= MinRegisterBudget; --R) {
    abi::Occupancy O = abi::computeOccupancy(G, T, R, Shared);
    if (O.ActiveWarps > BestWarps) {
      Best = R;
      BestWarps = O.ActiveWarps;
    }
    if (O.percent() >= Options.Occupancy.Percentage)
      break;
  }
  double Reached = 100.0 * BestWarps / G.MaxWarps;
  std::string Text;
  raw_string_ostream OS(Text);
  OS << format("%.1f %%", Reached) << " with CTAs of " << T << " threads";
  C.Choice.Why = "--occupancy: " + Text;
  C.Choice.Next = "none: --occupancy is the aim";
  if (Reached < Options.Occupancy.Percentage)
    Diags.warning("occupancy", SMLoc(),
                  "kernel '" + C.Name + "' reaches an occupancy of " + Text +
                      " at most, not " + Twine(Options.Occupancy.Percentage) +
                      " %");
  if (Best != 0 && Best < C.Best.Info.Registers)
    C.Try = Best;
}

/// What \p Code costs beside the best so far.
std::string RegisterSearch::price(const Candidate &C,
                                  const tesla::KernelCode &Code) const {
  std::string Text;
  raw_string_ostream OS(Text);
  if (spills(Code))
    OS << Code.Info.SpillStores << " stores and " << Code.Info.SpillLoads
       << " loads spilled, ";
  OS << format("%+.1f %% instructions",
               100.0 * (Code.Instructions / double(C.Best.Instructions) - 1))
     << format(
            ", %+.1f %% executed by estimate",
            100.0 *
                (Code.WeightedInstructions / C.Best.WeightedInstructions - 1));
  return Text;
}

/// \p Code is of a \p Budget below the one that Best spilled with.
void RegisterSearch::judgeCloser(Candidate &C, const tesla::KernelCode &Code,
                                 uint32_t Budget) const {
  if (spills(Code) || Code.WeightedInstructions > C.Best.WeightedInstructions)
    return;
  C.Taken = Budget;
  C.Choice.Why = "below " + C.Choice.Why + ": with " +
                 std::to_string(C.Choice.Budget) + " the allocator spills";
  C.Best = Code;
}

void RegisterSearch::judge(Candidate &C, const tesla::KernelCode *Code) const {
  uint32_t Budget = std::exchange(C.Try, 0);
  bool IsCloser = std::exchange(C.IsCloser, false);
  // Functions that a kernel calls count with it, whatever its own budget is.
  bool Suffices = Code && Code->Info.Registers <= Budget;
  if (IsCloser && spills(C.Best)) {
    if (Suffices)
      judgeCloser(C, *Code, Budget);
    return chooseStep(C);
  }
  if (!Suffices) {
    C.Choice.Next += "does not suffice";
    return;
  }
  if (Options.Occupancy.Kind == OccupancyAim::Percent) {
    C.Choice.Why += ", " + price(C, *Code);
    C.Best = *Code;
    C.Taken = Budget;
    return;
  }
  if (uint32_t Closer = IsCloser ? 0 : closerBudget(*Code, Budget)) {
    C.IsCloser = true;
    return tryStep(C, Closer);
  }
  bool Cheap = Code->Instructions <= C.Best.Instructions * (1 + MostExtra) &&
               Code->WeightedInstructions <=
                   C.Best.WeightedInstructions * (1 + MostExtra);
  if (spills(*Code) || !Cheap) {
    C.Choice.Next += price(C, *Code);
    return;
  }
  C.Choice.Why = "for occupancy: " + room(C, Code->Info.Registers) + " for " +
                 price(C, *Code);
  C.Best = *Code;
  C.Taken = Budget;
  choose(C);
}

/// A copy of \p M with those kernels that are under way, and what they call.
std::unique_ptr<Module>
RegisterSearch::copyOf(const Module &M,
                       const std::vector<Candidate> &Candidates) const {
  StringMap<uint32_t> Budgets;
  for (const Candidate &C : Candidates)
    Budgets[C.Name] = C.Try;
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Copy =
      CloneModule(M, Map, [&](const GlobalValue *GV) {
        auto *F = dyn_cast<Function>(GV);
        if (!F)
          return true;
        StringRef Kernel = attributes::KernelOf.get(*F);
        auto It = Budgets.find(Kernel.empty() ? F->getName() : Kernel);
        return It == Budgets.end() || It->second != 0;
      });
  for (Function &F : make_early_inc_range(*Copy)) {
    auto It = Budgets.find(F.getName());
    if (It != Budgets.end() && It->second != 0)
      attributes::RegisterBudget.set(F, It->second);
    else if (F.isDeclaration() && !F.isIntrinsic() && F.use_empty())
      F.eraseFromParent();
  }
  return Copy;
}

/// Compiles what is still under way, each kernel with the budget to try.
void RegisterSearch::round(const Module &M,
                           std::vector<Candidate> &Candidates) {
  std::unique_ptr<Module> Copy = copyOf(M, Candidates);
  // What goes wrong here only means that the step is not taken.
  raw_null_ostream Nowhere;
  Diagnostics Unheard(Diags.sources(), Nowhere);
  ModuleCode Made;
  raw_svector_ostream OS(Made.Bytes);
  bool IsShort;
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
    judge(C, Code);
    NumTaken += C.Taken != Before;
  }
  if (NumTaken == Candidates.size())
    Taken = std::move(Made);
  else if (NumTaken != 0)
    Taken.reset();
}

/// Makes the module with the budgets that were taken, unless a round has.
bool RegisterSearch::finish(Module &M, ArrayRef<Candidate> Candidates,
                            CompileResult &Result, RemarkList &Chosen) {
  bool AnyTaken = false;
  for (const Candidate &C : Candidates)
    if (C.Taken != 0) {
      attributes::RegisterBudget.set(*M.getFunction(C.Name), C.Taken);
      AnyTaken = true;
    }
  if (!AnyTaken)
    return true;
  if (Taken) {
    Result.Output = std::move(Taken->Bytes);
    Kernels = std::move(Taken->Kernels);
    Chosen = std::move(Taken->Remarks);
    return true;
  }
  if (!compile(M, Result))
    return false;
  Chosen = Remarks.take();
  return true;
}

/// How \p F came by its registers. The code that was chosen is described.
void RegisterSearch::remark(const Candidate &C, const Function &F) const {
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

bool RegisterSearch::run(Module &M, CompileResult &Result) {
  std::unique_ptr<Module> Clean =
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
  std::vector<Candidate> Candidates = candidates(M);
  for (Candidate &C : Candidates)
    begin(C);
  auto UnderWay = [](const Candidate &C) { return C.Try != 0; };
  while (any_of(Candidates, UnderWay))
    round(M, Candidates);
  if (!finish(M, Candidates, Result, Chosen))
    return false;
  RemarkCollector::report(Chosen, Diags, Result.Remarks);
  for (auto [Code, C] : zip_equal(Kernels, Candidates)) {
    if (C.Taken != 0)
      C.Choice.Budget = C.Taken;
    const Function &F = *M.getFunction(C.Name);
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

bool generateWithBudgets(Module &M, const abi::Chip &Chip,
                         TargetMachine &Target, const CompileOptions &Options,
                         Diagnostics &Diags, RemarkCollector &Remarks,
                         CompileResult &Result) {
  return RegisterSearch(Chip, Target, Options, Diags, Remarks).run(M, Result);
}

} // namespace heddle
