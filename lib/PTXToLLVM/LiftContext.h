//===- LiftContext.h - What the lifter of an instruction needs --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A place in a function under construction: operands are read and written,
/// and operations called, through it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTCONTEXT_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTCONTEXT_H

#include "FunctionFrame.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/IR/Intrinsics.h"

namespace heddle {

class LiftContext {
public:
  using Instruction = ptx::Instruction;
  using Operand = ptx::Operand;
  using ScalarType = ptx::ScalarType;

  LiftContext(ModuleLifter &Parent, const ptx::Function &Source,
              llvm::Function &Target);

  /// From here on instructions stand at \p Loc in the PTX.
  void setLocation(llvm::SMLoc Loc);
  /// From here on \p I is lifted.
  void start(const Instruction &I);

  // Operands. Values are of the operand's type unless another is given.
  llvm::Value *read(const Operand &Op) { return read(Op, Op.Type); }
  llvm::Value *read(const Operand &Op, ScalarType Type);
  llvm::Value *read(const Instruction &I, unsigned Index) {
    return read(I.Operands[Index]);
  }
  void write(const Operand &Op, llvm::Value *V) { write(Op, V, Op.Type); }
  void write(const Operand &Op, llvm::Value *V, ScalarType Type);
  void writeResult(const Instruction &I, llvm::Value *V) {
    write(I.Operands[0], V);
  }
  /// The argument of a call: all of a vector register if no component is
  /// written.
  llvm::Value *readWhole(const Operand &Op, ScalarType Type);
  void writeWhole(const Operand &Op, llvm::Value *V, ScalarType Type);
  /// The elements of a vector access: the items of a list, or the components of
  /// one register, each of \p Type.
  llvm::SmallVector<Operand, 4> elements(const Operand &Op,
                                         ScalarType Type) const;
  /// The address of \p Symbol in its own space, 32 bits.
  llvm::Value *addressOf(const ptx::Decl &Symbol, llvm::SMRange Where);
  /// Whether \p I is to be executed.
  llvm::Value *guardOf(const Instruction &I);
  /// The value of the carry flag for \p I, which adds it.
  llvm::Value *readCarry(const Instruction &I);
  void writeCarry(llvm::Value *Out);

  // Values.
  llvm::Type *typeOf(ScalarType Type) const { return Parent.typeOf(Type); }
  /// The bits of \p V as a \p To: cut off, or extended.
  llvm::Value *fitBits(llvm::Value *V, llvm::Type *To, bool Signed = false);
  llvm::Constant *constant(llvm::Type *Type, uint64_t Bits);

  // Calls.
  llvm::Value *intrinsic(llvm::Intrinsic::ID ID,
                         llvm::ArrayRef<llvm::Value *> Args,
                         llvm::ArrayRef<llvm::Type *> Types = {});
  llvm::Value *op(HeddleOp Op, llvm::ArrayRef<llvm::Value *> Args = {});
  /// The operation whose row in HeddleOps.td has \p Name.
  llvm::Value *op(const llvm::Twine &Name, llvm::ArrayRef<llvm::Value *> Args);
  /// Calls a routine of lib/Builtins, which the optimizer links in.
  llvm::Value *builtin(const llvm::Twine &Name, llvm::Type *Result,
                       llvm::ArrayRef<llvm::Value *> Args);
  /// Calls a routine that accesses memory.
  llvm::Value *memoryBuiltin(const llvm::Twine &Name, llvm::Type *Result,
                             llvm::ArrayRef<llvm::Value *> Args);
  /// Keeps how the current instruction, which the chip lacks, is spelt.
  void noteSpelling();

  // Control.
  llvm::BasicBlock *newBlock(const llvm::Twine &Name);
  /// Goes on in \p Block, reached from here, too, if here can go on.
  void startBlock(llvm::BasicBlock *Block);

  /// Reports that \p I cannot be lifted.
  void unsupported(const Instruction &I, const llvm::Twine &Detail = "");
  /// Reports \p Message at \p Where.
  void error(llvm::SMRange Where, const llvm::Twine &Message);

  ModuleLifter &Parent;
  const ptx::Function &Source;
  llvm::Function &Target;
  llvm::LLVMContext &Context;
  /// Folds what is trivial, so that -O0 starts from clean code.
  llvm::IRBuilder<llvm::InstSimplifyFolder> Builder;
  FunctionFrame Frame;
  /// Under which results are written; null for no condition.
  llvm::Value *Guard = nullptr;

private:
  llvm::DISubprogram *Subprogram;
  /// The spelling of the instruction that is lifted.
  llvm::StringRef Spelling;
};

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTCONTEXT_H
