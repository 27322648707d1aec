//===- MaskOrigins.h - Where member masks come from -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells of the member masks of bar.warp.sync and exchanges whether they are
/// constant, and whether they are the value of an activemask, whose lanes are
/// up to the hardware. The CUDA documentation allows such a mask to code that
/// takes the lanes as they come ("Warp Vote Functions"; coalesced_threads() of
/// cooperative groups does): it counts the lanes, or lets the first of them act
/// for all, so it computes with the mask. A program that only waits for, or
/// exchanges with, those lanes means others: all that took a branch, or the
/// whole warp.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_MASKORIGINS_H
#define HEDDLE_LIB_COMPILER_MASKORIGINS_H

#include "heddle/PTXParser/AST.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace heddle {

/// The member mask of \p I, its last operand; null if it has none.
const ptx::Operand *memberMaskOf(const ptx::Instruction &I);

/// The masks of a function.
class MaskOrigins {
public:
  explicit MaskOrigins(const ptx::Block &Body);

  /// The value that \p Mask always has.
  std::optional<uint32_t> constant(const ptx::Operand &Mask) const;
  /// Whether \p Mask is the value of an activemask, by copies and logic too,
  /// and nothing computes with that.
  bool isActiveMask(const ptx::Operand &Mask) const;

private:
  using Instructions = llvm::SmallVector<const ptx::Instruction *, 1>;

  void addWriter(const ptx::Operand &To, const ptx::Instruction &I);
  void findOrigins();
  void findUses(const ptx::Block &Body);
  void use(const ptx::Operand &Op);
  bool isMade(const ptx::Instruction &Writer) const;

  llvm::DenseMap<const ptx::Register *, Instructions> Writers;
  /// The activemasks that a register may hold something of.
  llvm::DenseMap<const ptx::Register *, Instructions> Origins;
  /// The activemasks with whose values the program computes.
  llvm::DenseSet<const ptx::Instruction *> Used;
};

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_MASKORIGINS_H
