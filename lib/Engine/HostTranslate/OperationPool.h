//===- OperationPool.h - Operations that instructions share -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A large kernel has many instructions and few kinds of them. For each kind
/// the pool has a function, called as a handler is: a copy of the handler that
/// knows the fields of its instructions which are the same in all of them, and
/// reads registers' numbers and offsets where the instruction has them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_OPERATIONPOOL_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_OPERATIONPOOL_H

#include "SemanticsModule.h"
#include "heddle/SM/Executable.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Instructions.h"
#include <array>
#include <string>

namespace heddle::hosttranslate {

class OperationPool {
public:
  /// Functions of it are compiled for what \p Model is compiled for.
  OperationPool(SemanticsModule &From, const sm::Executable &Exe,
                const llvm::Function &Model);

  /// Returns a function that does all that the interpreter does for \p I:
  /// bool(I, context, mask), where all lanes are active, or some. Operations
  /// that are rare in the kernel are the interpreter's own handlers.
  llvm::Function *operation(const sm::BoundInst &I, bool Full);
  /// The active lanes for which \p I's predicate holds: uint32_t(I, context).
  llvm::Function *predicate(const sm::BoundInst &I);

private:
  /// A part of an instruction.
  struct Field {
    size_t Offset, Size;
  };
  /// A function that is on its way: its instruction, and of which bytes of that
  /// the values are the kind's.
  struct Draft {
    llvm::Function *F;
    const sm::BoundInst &I;
    llvm::SmallVector<Field, 24> Known;
  };

  template <class PartT>
  static Field fieldOf(const sm::BoundInst &I, const PartT &Part) {
    return {size_t(reinterpret_cast<const char *>(&Part) -
                   reinterpret_cast<const char *>(&I)),
            sizeof(Part)};
  }
  static llvm::SmallVector<Field, 24> fieldsOf(const sm::BoundInst &I);
  std::string kindOf(const sm::BoundInst &I, bool Full) const;
  /// Whether the kernel has enough of it, and a copy brings something.
  bool isWorthIt(const sm::BoundInst &I) const;
  llvm::Function *create(llvm::FunctionType *Type, const char *Name);
  /// Null: it is none that can be copied.
  llvm::Function *specialize(const sm::BoundInst &I, bool Full);
  /// Which of the bitcode's functions is I.Entry.
  llvm::Function *entryOf(const sm::BoundInst &I, bool Full);
  /// Has what is called be a part of the function. False: there was nothing.
  bool inlineCalls(llvm::Function &F);
  /// Turns loads of the fields that make a kind into constants.
  void foldFields(const Draft &D);
  llvm::Value *foldLoad(const Draft &D, llvm::LoadInst &L, uint64_t Offset);
  /// Whether all that it calls is in the module, from here on.
  bool keepCallees(llvm::Function &F);
  llvm::Function *callHandler(const sm::BoundInst &I, bool Full);

  SemanticsModule &Semantics;
  const sm::Executable &E;
  const llvm::AttributeSet Attributes;
  llvm::FunctionType *HandlerType;
  llvm::StringMap<unsigned> Uses;
  llvm::StringMap<llvm::Function *> Operations, Predicates;
  /// By mode and Full.
  std::array<std::array<llvm::Function *, 2>, 256> Calls = {};
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_OPERATIONPOOL_H
