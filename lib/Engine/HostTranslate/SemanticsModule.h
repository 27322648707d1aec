//===- SemanticsModule.h - What instructions do, as LLVM IR -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The handlers of lib/Engine/SM/Semantics, compiled to bitcode for each host
/// instruction set and embedded. Only what a kernel uses is read.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_SEMANTICSMODULE_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_SEMANTICSMODULE_H

#include "heddle/Machine/Operation.h"
#include "heddle/SM/Launch.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace heddle::hosttranslate {

/// The module that a kernel's host code is built in: at first the handlers,
/// whose bodies are read when they are asked for.
class SemanticsModule {
public:
  /// \p Isa is not Best. Only for those that hasSemantics.
  SemanticsModule(llvm::LLVMContext &Context, sm::HostIsa Isa);

  llvm::Module &module() { return *M; }
  /// Lanes of a vector.
  unsigned width() const { return Width; }

  /// Returns the function, with its body, that executes \p Op for all lanes, or
  /// for some.
  /// \p Op does not steer lanes.
  llvm::Function *handler(sm::Operation Op, bool Full);
  /// The kinds of functions that execute an operation with its predicate and
  /// operands in memory, or a move from memory in all lanes: Handlers.h,
  /// HandlerTable.
  enum EntryKind : uint8_t { Predicated, WithMemory, WithStep, MoveFromMemory };
  llvm::Function *entry(EntryKind Kind);
  /// Handlers.h: HandlerTable::Predicate.
  llvm::Function *predicate();
  /// Whether \p F is a handler, or what one calls.
  bool has(const llvm::Function &F) const {
    return Handlers.contains(const_cast<llvm::Function *>(&F));
  }
  /// Reads the body of \p F, if it has one.
  void read(llvm::Function &F);

  /// Has \p F, and what it calls, stay in the module. False: it needs what is
  /// not there.
  bool keep(llvm::Function &F);

  /// Gives away the module, without the handlers.
  std::unique_ptr<llvm::Module> take();

private:
  llvm::Function *functionIn(llvm::StringRef Table, unsigned Word);

  std::unique_ptr<llvm::Module> M;
  llvm::SetVector<llvm::Function *> Handlers;
  const unsigned Width;
};

/// Whether this build has the bitcode for \p Isa.
bool hasSemantics(sm::HostIsa Isa);
/// Lanes in a vector of \p Isa, which has bitcode.
unsigned vectorWidth(sm::HostIsa Isa);

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_SEMANTICSMODULE_H
