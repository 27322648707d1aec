//===- HandlerInliner.h - Handlers become part of host code -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies the body of a handler into a kernel's host code, for one instruction:
/// the instruction's fields are constants, which fold while the body is copied,
/// and what is read and written of the warp's context are variables.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_HANDLERINLINER_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_HANDLERINLINER_H

#include "SemanticsModule.h"
#include "StateVariables.h"
#include "heddle/Machine/Program.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle::hosttranslate {

/// The variables that code reads before it writes them, and those that it
/// writes whatever happens.
struct Effects {
  llvm::SmallVector<Variable> Reads, Kills;

  void add(const Effects &Later);
};

class HandlerInliner {
public:
  /// \p Kernel's context of the warp is \p Context.
  HandlerInliner(SemanticsModule &From, StateVariables &State,
                 const sm::Program &Prog, llvm::Function &Kernel,
                 llvm::Value *Context);

  /// Writes the code in place of a call, in straight lines, and says what it
  /// reads and writes.
  using CallT = llvm::function_ref<Effects(llvm::IRBuilderBase &)>;

  /// The treatment of operands that the handler leaves to rare functions. The
  /// code goes to \p Leave if that is not null; or it goes on with whatever
  /// results, and \p IsRare says that it did.
  struct Rarity {
    llvm::BasicBlock *Leave = nullptr;
    llvm::Value *IsRare = nullptr;
  };

  /// Appends \p Body(\p I, context, \p Mask), a copy of a handler, at \p B's
  /// end. What it leaves to rare functions becomes \p Call. False: the handler
  /// does what cannot be copied, and nothing was appended.
  bool append(llvm::IRBuilderBase &B, llvm::Function &Body,
              const sm::DecodedInst &I, llvm::Value *Mask, Effects &E,
              CallT Call, Rarity &Rare);

  /// The lanes that are active from here on.
  void setActive(llvm::Value *Bits) { Active = Bits; }

  /// Appends the active lanes for which \p I's predicate holds.
  llvm::Value *appendPredicate(llvm::IRBuilderBase &B, const sm::DecodedInst &I,
                               Effects &E);

private:
  llvm::Value *appendBody(llvm::IRBuilderBase &B, llvm::Function &Body,
                          llvm::Constant *Inst, llvm::Value *Mask, Effects &E,
                          CallT Call, Rarity &Rare);
  /// Appends the handler in such a way that \p I may be freed behind it: only
  /// constants that were folded are left of it.
  llvm::Value *appendFolded(llvm::IRBuilderBase &B, llvm::Function &Body,
                            const sm::DecodedInst &I, llvm::Value *Mask,
                            Effects &E, CallT Call, Rarity &Rare);
  llvm::GlobalVariable *constantOf(const sm::DecodedInst &I);
  /// Where \p Pointer points in the copy.
  Place resolve(const llvm::Value *Pointer);
  bool resolveCalls(llvm::BasicBlock &First, CallT Call, Rarity &Rare);
  /// Makes a copy that only leaves at its start, if at all, go on there, and
  /// returns whether it should have left; null if the copy is of another kind,
  /// or may not go on.
  llvm::Value *straighten(llvm::BasicBlock &First,
                          const llvm::BasicBlock &Leave);
  bool rewrite(llvm::BasicBlock &First);
  bool rewriteLoad(llvm::LoadInst &L, Place P);
  bool rewriteStore(llvm::StoreInst &S, Place P);
  llvm::Constant *constantAt(int64_t Offset, llvm::Type *Ty) const;
  /// The variables that are written on all ways through the copy.
  void findKills(llvm::BasicBlock &First, Effects &E) const;
  void discard(llvm::BasicBlock &First);

  SemanticsModule &Semantics;
  StateVariables &State;
  const sm::Program &P;
  llvm::Function &Kernel;
  llvm::Value *Context;
  llvm::Value *Active = nullptr;
  const llvm::DataLayout &DL;
  /// Stands for the context until the copy is complete.
  llvm::GlobalVariable *Placeholder;
  // The state of the current copy.
  llvm::DenseMap<const llvm::Value *, Place> Places;
  llvm::SmallVector<Variable> Reads;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<Variable, 4>>
      Writes;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_HANDLERINLINER_H
