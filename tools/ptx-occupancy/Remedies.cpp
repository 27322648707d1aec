//===- Remedies.cpp - What --advise tries ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remedies.h"
#include "heddle/PTXParser/AST.h"
#include "heddle/PTXParser/Parser.h"
#include "heddle/Support/InputFile.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {
namespace {

std::vector<Remedy> compilerRemedies() {
  std::vector<Remedy> All = {
      {"a register budget", {}},
      {"a share of the warps that the budget must leave room for",
       {"--occupancy=off", "--occupancy=33%", "--occupancy=50%",
        "--occupancy=67%", "--occupancy=100%"}},
      {"another effort", {"-O1", "-O2"}},
      {"values computed again in a loop instead of kept for it",
       {"--disable-machine-licm"}},
      {"values computed where they are written, not where they are used",
       {"--disable-machine-sink"}},
      {"device functions called or inlined", {"--inline=all", "--inline=none"}},
  };
  for (unsigned Budget = 8; Budget <= 64; Budget += Budget < 32 ? 2 : 4)
    All.front().Options.push_back(fmt::format("--maxrregcount={}", Budget));
  return All;
}

/// A loop of the PTX: a label, and the last branch back to it.
struct LoopLines {
  unsigned First, Last;
};

std::vector<LoopLines> loopsOf(const ptx::Function &F,
                               const Diagnostics &Places) {
  MapVector<const ptx::Label *, LoopLines> Loops;
  DenseMap<const ptx::Label *, unsigned> Lines;
  const auto LineOf = [&](SMRange Range) {
    return Places.position(Range.Start).first;
  };
  forEachStmt(*F.Body, [&](const ptx::Stmt &S) {
    if (const auto *L = dyn_cast<ptx::LabelStatement>(&S))
      Lines[L->L] = LineOf(L->Range);
    const auto *I = dyn_cast<ptx::Instruction>(&S);
    if (!I || I->opcode() != ptx::OpBra)
      return;
    const ptx::Label *To = I->Operands[0].label();
    if (const auto Back = Lines.find(To); Back != Lines.end())
      Loops[To] = {Back->second, LineOf(I->Range)};
  });
  std::vector<LoopLines> All;
  for (const auto &[Label, Has] : Loops)
    All.push_back(Has);
  return All;
}

/// One for each loop. A module that the parser refuses has none; the first run
/// says why.
Expected<std::vector<Remedy>> loopRemedies(const jobs::Job &J) {
  std::vector<Remedy> All;
  // Lines of several files are ambiguous, and objects have no loops left.
  if (J.ModulePaths.size() != 1 ||
      !StringRef(J.ModulePaths.front()).ends_with(".ptx"))
    return All;
  Expected<std::unique_ptr<MemoryBuffer>> File =
      readInputFile(J.ModulePaths.front());
  if (!File)
    return File.takeError();
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(std::move(*File), SMLoc());
  DiagnosticOptions Silent;
  Diagnostics Unheard(Sources, nulls(), Silent);
  const std::unique_ptr<ptx::Module> Module = ptx::parseModule(Unheard);
  if (!Module)
    return All;
  for (const ptx::Function *F : Module->Functions) {
    if (!F->Body)
      continue;
    for (const LoopLines &L : loopsOf(*F, Unheard)) {
      Remedy &R = All.emplace_back();
      R.What =
          fmt::format("the loop of lines {} to {} unrolled", L.First, L.Last);
      for (unsigned Copies : {2, 4, 8})
        R.Options.push_back(fmt::format("--unroll-loop={}:{}", L.Last, Copies));
    }
  }
  return All;
}

bool saysWhatComesOut(const jobs::JobLaunch &L) {
  return any_of(
             L.Arguments,
             [](const jobs::JobArgument &A) { return A.Want.has_value(); }) ||
         any_of(L.Images,
                [](const jobs::JobImage &I) { return I.Want.has_value(); });
}

/// With CTAs of another size a kernel may compute something else: only results
/// that the job knows show that it does not.
Remedy blockRemedy(const jobs::Job &J) {
  Remedy R = {"CTAs of another size", {}};
  if (!all_of(J.Launches, saysWhatComesOut))
    return R;
  const bool IsFlat = all_of(J.Launches, [](const jobs::JobLaunch &L) {
    return L.Block.Y == 1 && L.Block.Z == 1;
  });
  if (IsFlat)
    for (unsigned Threads : {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024})
      R.Options.push_back(fmt::format("--block={}", Threads));
  else
    for (const char *Sides : {"8,8", "16,4", "16,8", "16,16", "32,4", "32,8",
                              "32,16", "32,32", "64,4", "64,8"})
      R.Options.push_back(fmt::format("--block={}", Sides));
  return R;
}

} // namespace

Expected<std::vector<Remedy>> remediesFor(const jobs::Job &J) {
  std::vector<Remedy> All = compilerRemedies();
  Expected<std::vector<Remedy>> Loops = loopRemedies(J);
  if (!Loops)
    return Loops.takeError();
  append_range(All, *Loops);
  All.push_back(blockRemedy(J));
  return All;
}

} // namespace heddle
