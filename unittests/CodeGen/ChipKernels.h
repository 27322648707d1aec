//===- ChipKernels.h - Kernels of IR for one chip ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_CODEGEN_CHIPKERNELS_H
#define HEDDLE_UNITTESTS_CODEGEN_CHIPKERNELS_H

#include "heddle/ABI/Chips.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <string>

namespace heddle {

/// A module of kernels, each of which computes something of values that it
/// reads from memory, so that nothing is known of them.
class ChipKernels {
public:
  explicit ChipKernels(const abi::Chip &Chip);

  llvm::Module &module() { return M; }
  bool has(abi::Feature F) const { return Chip.has(F); }

  llvm::Type *integer(unsigned Bits) {
    return llvm::IntegerType::get(Context, Bits);
  }
  /// Of all the sizes that LLVM makes of those of PTX.
  llvm::SmallVector<llvm::Type *> integers();
  llvm::SmallVector<llvm::Type *> vectorsOfIntegers();
  /// And vectors of them.
  llvm::SmallVector<llvm::Type *> floats();

  using BodyFn = llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)>;
  /// One that stores what \p Body makes, each part of a struct.
  void add(BodyFn Body);
  /// A value from memory, for a body.
  llvm::Value *read(llvm::IRBuilder<> &B, llvm::Type *T);

  /// What a compiler says that is asked for an object; empty if it makes one.
  std::string compile(unsigned Level) const;

private:
  const abi::Chip &Chip;
  llvm::LLVMContext Context;
  llvm::Module M;
  llvm::Type *Global;
};

} // namespace heddle

#endif // HEDDLE_UNITTESTS_CODEGEN_CHIPKERNELS_H
