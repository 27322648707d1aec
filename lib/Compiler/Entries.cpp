//===- Entries.cpp - The kernels that are compiled ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entries.h"
#include "LaunchBudget.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/PTXParser/AST.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle {

/// Fails if one of \p Wanted, names as launches have them, is none of \p
/// Present.
static Error checkEntries(ArrayRef<std::string> Wanted,
                          ArrayRef<StringRef> Present) {
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

SmallVector<StringRef, 8> kernelsOf(const ModuleList &Modules) {
  SmallVector<StringRef, 8> Kernels;
  for (const auto &Source : Modules)
    for (const ptx::Function *F : Source->Functions)
      if (F->IsEntry && F->Body && !F->Definition)
        Kernels.push_back(F->Name);
  return Kernels;
}

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

} // namespace heddle
