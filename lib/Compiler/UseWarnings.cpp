//===- UseWarnings.cpp - What code uses that it had better not ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UseWarnings.h"
#include "heddle/ABI/Chips.h"
#include "heddle/PTXParser/AST.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle {
namespace {

void forEachInstruction(const ptx::Function &F,
                        function_ref<void(const ptx::Instruction &)> Visit) {
  if (F.Body)
    ptx::forEachStmt(*F.Body, [&](const ptx::Stmt &S) {
      if (const auto *I = dyn_cast<ptx::Instruction>(&S))
        Visit(*I);
    });
}

/// Warns once of each place, as ptxas does: it counts instructions that move an
/// f64, too.
void warnOfDoubles(const ptx::Module &Source, Diagnostics &Diags) {
  for (const ptx::Function *F : Source.Functions)
    forEachInstruction(*F, [&](const ptx::Instruction &I) {
      if (is_contained(I.Types, ptx::ScalarType::F64))
        Diags.warning("double-precision", I.NameRange.Start,
                      "Program is doing double precision computations.",
                      I.NameRange);
    });
}

/// Whether .ftz, which \p I does not have, would make a difference.
bool keepsDenormals(const ptx::Instruction &I) {
  if (I.has(ptx::ModFtz) || !is_contained(I.Types, ptx::ScalarType::F32))
    return false;
  // A value that comes from an integer or goes to one has no denormals to lose.
  if (any_of(I.Types, [](ptx::ScalarType T) { return ptx::isInteger(T); }))
    return false;
  return any_of(I.Form->Slots, [](const ptx::SlotDesc &Slot) {
    return Slot.Optional && is_contained(Slot.Mods, ptx::ModFtz);
  });
}

/// Once a module, at the first instruction.
void adviseOfDenormals(const ptx::Module &Source, const abi::Chip &Chip,
                       Diagnostics &Diags) {
  // PTX for the first chips means what these chips do.
  if (Source.Target < 20)
    return;
  const ptx::Instruction *First = nullptr;
  for (const ptx::Function *F : Source.Functions)
    if (!First)
      forEachInstruction(*F, [&](const ptx::Instruction &I) {
        if (!First && keepsDenormals(I))
          First = &I;
      });
  if (First)
    Diags.advice("denormals", First->NameRange.Start,
                 Twine(Chip.Name) + " takes denormal f32 numbers for zero; '" +
                     First->spelling() + "' of a module for " +
                     Source.TargetName + " keeps them",
                 First->NameRange);
}

const ptx::Function *kernelOf(const ModuleList &Modules, StringRef Name) {
  for (const auto &Source : Modules)
    for (const ptx::Function *F : Source->Functions)
      if (F->IsEntry && F->Body && !F->Definition && F->Name == Name)
        return F;
  return nullptr;
}

void warnOfLocalMemory(const ptx::Function &F, const KernelReport &K,
                       Diagnostics &Diags) {
  Diags.warning("local-memory-usage", F.Range.Start,
                "Local memory used for function '" + F.Name +
                    "', size of stack frame: " + Twine(K.Info.LocalBytes) +
                    " bytes",
                F.Range);
  ptx::forEachStmt(*F.Body, [&](const ptx::Stmt &S) {
    const auto *D = dyn_cast<ptx::VariableDeclaration>(&S);
    if (D && D->Var->Space == ptx::StateSpace::Local)
      Diags.note(D->Var->Range.Start,
                 "variable '" + D->Var->Name + "' has " +
                     Twine(D->Var->byteSize()) + " bytes",
                 D->Var->Range);
  });
}

/// Warns of spills and points to the place with most live registers. ptxas
/// counts bytes; our report counts instructions, of one to four words.
void warnOfSpills(const ptx::Function &F, const KernelReport &K,
                  Diagnostics &Diags) {
  Diags.warning("spills", F.Range.Start,
                "Registers are spilled to local memory in function '" + F.Name +
                    "', " + Twine(K.Info.SpillStores) + " spill stores, " +
                    Twine(K.Info.SpillLoads) + " spill loads",
                F.Range);
  const tesla::KernelPressure &P = K.Pressure;
  if (P.PeakPlace.Line != 0)
    Diags.note(Diags.locFor(P.PeakPlace.Line, P.PeakPlace.Column),
               Twine(P.Peak) + " registers are live here, and " +
                   Twine(K.Choice.Budget) + " may be used");
}

} // namespace

void warnOfSource(const ModuleList &Modules, const abi::Chip &Chip,
                  const CompileOptions &Options, Diagnostics &Diags) {
  for (const auto &Source : Modules) {
    if (Options.Warn.Doubles)
      warnOfDoubles(*Source, Diags);
    if (!Chip.has(abi::Feature::IeeeFloat))
      adviseOfDenormals(*Source, Chip, Diags);
  }
}

void warnOfCode(const ModuleList &Modules, const CompileResult &Result,
                const CompileOptions &Options, Diagnostics &Diags) {
  for (const KernelReport &K : Result.Kernels) {
    const ptx::Function *F = kernelOf(Modules, K.Info.Name);
    if (!F)
      continue;
    if (Options.Warn.LocalMemory && K.Info.LocalBytes != 0)
      warnOfLocalMemory(*F, K, Diags);
    if (Options.Warn.Spills && K.Info.SpillStores + K.Info.SpillLoads != 0)
      warnOfSpills(*F, K, Diags);
  }
}

} // namespace heddle
