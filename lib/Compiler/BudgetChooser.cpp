//===- BudgetChooser.cpp - Which register budget to try -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetChooser.h"
#include "LaunchBudget.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <utility>

using namespace llvm;

namespace heddle {
namespace {

/// A step is worth its room for warps up to this share of more instructions,
/// counted as they stand and as they are likely to run.
constexpr double MostExtra = 0.02;

uint32_t spilled(const tesla::KernelCode &Code) {
  return Code.Info.SpillStores + Code.Info.SpillLoads;
}

bool spills(const tesla::KernelCode &Code) { return spilled(Code) != 0; }

/// A budget below \p Budget that may do with fewer spills than \p Code has, as
/// no more registers are in use at a time; 0: there is none. Where pairs and
/// quads leave gaps, the allocator may spill with some registers to spare, and
/// pack closer with fewer.
uint32_t closerBudget(const tesla::KernelCode &Code, uint32_t Budget) {
  // More than a few do not go away, and one in thousands of instructions is not
  // worth compiling these again.
  constexpr uint32_t Closer = 2, Few = 16, Rare = 1000;
  // Code that has registers to spare spilled because of calls.
  if (!spills(Code) || spilled(Code) > Few ||
      spilled(Code) * Rare < Code.Instructions ||
      Code.Info.Registers < Budget ||
      Budget <= std::max(Code.Pressure.Peak, MinRegisterBudget))
    return 0;
  return std::max({Code.Pressure.Peak, MinRegisterBudget, Budget - Closer});
}

} // namespace

bool BudgetChooser::wanted() const {
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

/// Whether the SM of the occupancy is not the one that launches are on: fewer
/// registers then let more warps run in reports only, so that the step is taken
/// only on request.
bool BudgetChooser::isOnlyWeighed() const {
  return Options.Occupancy.Kind == OccupancyAim::ByLevel && &Weighed != &G;
}

std::vector<Candidate>
BudgetChooser::candidates(const Module &M,
                          ArrayRef<tesla::KernelCode> Kernels) const {
  std::vector<Candidate> Found;
  for (const tesla::KernelCode &Code : Kernels) {
    Candidate C;
    C.Name = Code.Info.Name;
    C.Best = Code;
    const Function *F = M.getFunction(C.Name);
    assert(F && !F->isDeclaration() && "code of a kernel that is not there");
    setLimit(C, F);
    uint64_t Known = launchThreads(*F, Options);
    if (Known != 0 && Known <= G.MaxThreadsPerCTA)
      C.Threads = {static_cast<uint32_t>(Known)};
    else
      C.Threads = {64, 128, 256, 512};
    begin(C);
    Found.push_back(std::move(C));
  }
  return Found;
}

/// Sets the budget that the search starts from, and its source.
void BudgetChooser::setLimit(Candidate &C, const Function *F) const {
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
std::string BudgetChooser::room(const Candidate &C, uint32_t Registers) const {
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
  if (&Weighed != &G && !Text.empty())
    OS << " on " << Weighed.Name;
  return Text;
}

/// First of all tries to do without what the first compilation spilled.
void BudgetChooser::begin(Candidate &C) const {
  if (Options.OptLevel != 0)
    C.Try = closerBudget(C.Best, C.Choice.Budget);
  C.IsCloser = C.Try != 0;
  if (!C.IsCloser)
    chooseStep(C);
}

void BudgetChooser::chooseStep(Candidate &C) const {
  if (wanted())
    Options.Occupancy.Kind == OccupancyAim::Percent ? chooseGoal(C) : choose(C);
}

void BudgetChooser::tryStep(Candidate &C, uint32_t Budget) const {
  assert(Budget >= MinRegisterBudget && "no code has so few registers");
  C.Try = Budget;
  C.Choice.Next =
      std::to_string(Budget) + " registers (" + room(C, Budget) + "): ";
}

/// The largest budget with more CTAs of some size; none when registers are not
/// what limits.
void BudgetChooser::choose(Candidate &C) const {
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
  const bool Spills = C.Best.Pressure.CostlyPeak > Step;
  if (isOnlyWeighed() || (Spills && !Options.ExplainRegisters)) {
    C.Choice.Next += Spills ? "would spill" : "--occupancy=auto tries it";
    C.Try = 0;
  }
}

/// The most registers with which a CTA of the known or usual size attains the
/// wanted occupancy.
void BudgetChooser::chooseGoal(Candidate &C) const {
  constexpr uint32_t UsualThreads = 256;
  uint32_t T = C.Threads.size() == 1 ? C.Threads.front() : UsualThreads;
  uint64_t Shared = object::sharedBytesOn(C.Best.Info, Weighed);
  uint32_t Best = 0, BestWarps = 0;
  for (uint32_t R = Weighed.MaxRegistersPerThread; R >= MinRegisterBudget;
       --R) {
    abi::Occupancy O = abi::computeOccupancy(Weighed, T, R, Shared);
    if (O.ActiveWarps > BestWarps) {
      Best = R;
      BestWarps = O.ActiveWarps;
    }
    if (O.percent() >= Options.Occupancy.Percentage)
      break;
  }
  double Reached = 100.0 * BestWarps / Weighed.MaxWarps;
  std::string Text;
  raw_string_ostream OS(Text);
  OS << format("%.1f %%", Reached) << " with CTAs of " << T << " threads";
  if (&Weighed != &G)
    OS << " on " << Weighed.Name;
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

/// The cost of \p Code compared with the best code so far.
std::string BudgetChooser::price(const Candidate &C,
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
void BudgetChooser::judgeCloser(Candidate &C, const tesla::KernelCode &Code,
                                uint32_t Budget) const {
  if (spills(Code) || Code.WeightedInstructions > C.Best.WeightedInstructions)
    return;
  C.Taken = Budget;
  C.Choice.Why = "below " + C.Choice.Why + ": with " +
                 std::to_string(C.Choice.Budget) + " the allocator spills";
  C.Best = Code;
}

void BudgetChooser::judge(Candidate &C, const tesla::KernelCode *Code) const {
  uint32_t Budget = std::exchange(C.Try, 0);
  assert(Budget && "code that nobody tried");
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

} // namespace heddle
