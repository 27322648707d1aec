//===- KernelModule.h - LLVM IR of a kernel ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel as a module of optimized LLVM IR for the host.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_KERNELMODULE_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_KERNELMODULE_H

#include "KernelBuilder.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::hosttranslate {

struct KernelModule {
  /// With the function KernelName, which is all that others see.
  std::unique_ptr<llvm::Module> M;
  std::vector<KernelExit> Exits;
  /// Instructions of LLVM IR, but for those that mem2reg removes: the time that
  /// it takes to compile goes by these.
  uint64_t Size = 0;
  /// As KernelBuilder says.
  bool CopiesWords = false;
};

/// The ways of lanes through \p P. Fails with why it is not translated.
llvm::Expected<FlowGraph> flowToTranslate(const sm::Program &P,
                                          sm::Coverage Wanted);

struct ModuleOptions {
  /// The code says which PTX lines it is for.
  bool WithLines = false;
  /// The kernel is large: its function calls others for its instructions.
  bool InCalls = false;
};

/// The code of the kernel as it is written, without LLVM's passes. \p G is of
/// what is \p Wanted, too.
KernelModule buildKernelModule(llvm::LLVMContext &Context,
                               const sm::Executable &E, const FlowGraph &G,
                               sm::Coverage Wanted, ModuleOptions Options = {});

/// Runs LLVM's passes over \p Built.
void optimize(KernelModule &Built, llvm::TargetMachine &Machine);

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_KERNELMODULE_H
