//===- HostCompiler.h - From LLVM IR to code in memory ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_HOSTCOMPILER_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_HOSTCOMPILER_H

#include "heddle/SM/Launch.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace heddle::hosttranslate {

/// Code in memory that may be run, and never be written at the same time.
class HostCode {
public:
  explicit HostCode(std::unique_ptr<llvm::orc::LLJIT> Of)
      : JIT(std::move(Of)) {}

  llvm::Expected<void *> find(llvm::StringRef Name) const;

private:
  std::unique_ptr<llvm::orc::LLJIT> JIT;
};

/// Returns a compiler for hosts with \p Isa. LLVM's target has to be
/// initialized if that is another kind of host than this one.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
hostMachine(sm::HostIsa Isa);

/// Makes values of variables, and simplifies what follows from that, but in
/// functions that are not to be optimized.
/// \p CopiesWords: it has rows of words that are copied one by one.
void optimize(llvm::Module &M, llvm::TargetMachine &Machine, bool CopiesWords);

/// Writes what compile() makes of \p M, as text.
void writeAssembly(const llvm::Module &M, llvm::TargetMachine &Machine,
                   llvm::raw_ostream &OS);

/// Makes an object file of \p M.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compile(llvm::Module &M, llvm::TargetMachine &Machine);

/// Makes what compile() made ready to run.
llvm::Expected<HostCode> load(std::unique_ptr<llvm::MemoryBuffer> Object);

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_HOSTCOMPILER_H
