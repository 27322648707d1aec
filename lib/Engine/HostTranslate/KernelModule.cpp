//===- KernelModule.cpp - LLVM IR of a kernel -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelModule.h"
#include "HostCompiler.h"
#include "heddle/HostCode/TranslatedKernel.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace heddle::hosttranslate {

/// Kernels beyond this take longer to translate than most take to run.
static constexpr size_t MaxInstructions = 50000;

Expected<FlowGraph> flowToTranslate(const sm::Program &P, sm::Coverage Wanted) {
  if (P.Code.size() > MaxInstructions)
    return createStringError("it has more than " + Twine(MaxInstructions) +
                             " instructions");
  std::optional<FlowGraph> G = graphOf(P, Wanted);
  if (!G)
    return createStringError("its calls are too deep");
  return std::move(*G);
}

static uint64_t sizeOf(const Module &M) {
  uint64_t Size = 0;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      const Value *At = getLoadStorePointerOperand(&I);
      Size += !At || !isa<AllocaInst>(At);
    }
  return Size;
}

KernelModule buildKernelModule(LLVMContext &Context, const sm::Executable &E,
                               const FlowGraph &G, sm::Coverage Wanted,
                               ModuleOptions Options) {
  SemanticsModule Semantics(Context, E.Isa);
  KernelBuilder Builder(Semantics, E, G, Wanted);
  if (Options.WithLines)
    Builder.addLines();
  if (Options.InCalls)
    Builder.useCalls();
  Builder.build();
  std::unique_ptr<Module> M = Semantics.take();
  assert(!verifyModule(*M, &errs()) && "host code is ill-formed");
  const uint64_t Size = sizeOf(*M);
  return {std::move(M), Builder.takeExits(), Size, Builder.copiesWords()};
}

void optimize(KernelModule &Built, TargetMachine &Machine) {
  optimize(*Built.M, Machine, Built.CopiesWords);
}

} // namespace heddle::hosttranslate
