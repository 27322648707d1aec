//===- RegisterShortage.cpp - Budgets that code cannot keep ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterShortage.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace heddle {

/// Any code can do with this many: four quads and what addresses take.
static constexpr unsigned Plenty = 32;

/// The registers that \p F is allowed; 0 where nothing limits it.
static unsigned budgetOf(const Function &F,
                         const tesla::CodeGenOptions &Options) {
  unsigned Own = attributes::RegisterBudget.get(F);
  if (Own == 0 || Options.MaxRegisters == 0)
    return std::max(Own, Options.MaxRegisters);
  return std::min(Own, Options.MaxRegisters);
}

static bool isKernel(const Function &F) {
  return !F.isDeclaration() && F.getCallingConv() == CallingConv::PTX_Kernel;
}

bool mayRunShort(const Module &M, const tesla::CodeGenOptions &Options) {
  return any_of(M, [&](const Function &F) {
    unsigned Budget = isKernel(F) ? budgetOf(F, Options) : 0;
    return Budget != 0 && Budget < Plenty;
  });
}

/// Whether \p Kernel, without the other kernels of its module, has code within
/// \p Budget; \p Pressure is the pressure of that code.
static bool suffices(unsigned Budget, const Function &Kernel,
                     tesla::CodeGenOptions Options, Diagnostics &Diags,
                     tesla::KernelPressure &Pressure) {
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Copy =
      CloneModule(*Kernel.getParent(), Map, [&](const GlobalValue *GV) {
        auto *F = dyn_cast<Function>(GV);
        return !F || !isKernel(*F) || F == &Kernel;
      });
  for (Function &F : make_early_inc_range(*Copy))
    if (F.getCallingConv() == CallingConv::PTX_Kernel && F.isDeclaration() &&
        F.use_empty())
      F.eraseFromParent();
  attributes::RegisterBudget.set(*Copy->getFunction(Kernel.getName()), Budget);
  Options.MaxRegisters = 0;
  raw_null_ostream Nowhere;
  Diagnostics Unheard(Diags.sources(), Nowhere);
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  std::vector<tesla::KernelCode> Codes;
  bool IsShort = false;
  std::unique_ptr<TargetMachine> Target = tesla::createTargetMachine(Options);
  tesla::compileModule(*Copy, *Target, Options, tesla::CodeGenOutput::Object,
                       OS, Unheard, Codes, IsShort);
  if (!IsShort && !Codes.empty())
    Pressure = std::move(Codes.front().Pressure);
  return !IsShort;
}

void reportShortage(const Module &M, const tesla::CodeGenOptions &Options,
                    Diagnostics &Diags) {
  for (const Function &F : M) {
    unsigned Budget = isKernel(F) ? budgetOf(F, Options) : 0;
    tesla::KernelPressure Pressure;
    if (Budget == 0 || suffices(Budget, F, Options, Diags, Pressure))
      continue;
    unsigned Least = Budget + 1;
    while (Least < Plenty && !suffices(Least, F, Options, Diags, Pressure))
      ++Least;
    const DISubprogram *Place = F.getSubprogram();
    Diags.error(Diags.locFor(Place ? Place->getLine() : 0, 1),
                "kernel '" + F.getName() + "' is allowed " + Twine(Budget) +
                    " registers; its code needs at least " + Twine(Least));
    if (Pressure.Widest > Budget && Pressure.WidestPlace.Line != 0)
      Diags.note(
          Diags.locFor(Pressure.WidestPlace.Line, Pressure.WidestPlace.Column),
          "this instruction takes " + Twine(Pressure.Widest) + " at once");
  }
}

} // namespace heddle
