//===- MaskOrigins.h - Where member masks come from -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of bar.warp.sync and exchanges: whether the mask is a constant, and whether
/// it is what an activemask saw. Which lanes that are is up to the hardware.
/// The CUDA documentation allows it to whoever takes them as they come ("Warp
/// Vote Functions"; coalesced_threads() of cooperative groups does): they count
/// the lanes, or let the first of them act for all, so they compute with the
/// mask. A program that only waits for, or exchanges with, those lanes means
/// others: all that took a branch, or the whole warp.
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

  /// What \p Mask always is.
  std::optional<uint32_t> constant(const ptx::Operand &Mask) const;
  /// Whether \p Mask is what an activemask saw, by copies and logic too, and
  /// nothing computes with that.
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
  /// Those that the program computes with.
  llvm::DenseSet<const ptx::Instruction *> Used;
};

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_MASKORIGINS_H
