//===- StateVariables.h - A warp's registers in host code -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Host code keeps these parts of a warp in variables of its own: the chunks of
/// rows, of $a registers, their shapes, and the planes of condition codes. LLVM
/// makes values of the variables. The context of the warp has their places in
/// memory.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_STATEVARIABLES_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_STATEVARIABLES_H

#include "heddle/Machine/LaneContext.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>
#include <vector>

namespace heddle::hosttranslate {

/// The number of a variable.
using Variable = unsigned;

/// Where a pointer points that a handler computes from its arguments.
struct Place {
  enum RegionKind : uint8_t { Elsewhere, Context, Rows, Constants };
  RegionKind Region = Elsewhere;
  /// In bytes.
  int64_t Offset = 0;
};

class StateVariables {
public:
  /// For rows below \p NumRows, in vectors of \p Width lanes.
  StateVariables(llvm::LLVMContext &Context, unsigned NumRows, unsigned Width);

  unsigned size() const { return Conditions + 16; }
  unsigned chunks() const { return sm::Lanes / Width; }
  unsigned chunkBytes() const { return Width * 4; }
  llvm::FixedVectorType *chunkType() const { return ChunkTy; }

  Variable rowChunk(unsigned Row, unsigned Chunk) const {
    return Row * chunks() + Chunk;
  }
  Variable address(unsigned Register, unsigned Chunk) const {
    return Addresses + Register * chunks() + Chunk;
  }
  Variable shape(unsigned Register) const { return Shapes + Register; }
  Variable condition(unsigned Register, unsigned Bit) const {
    return Conditions + Register * 4 + Bit;
  }
  bool hasRow(unsigned Row) const { return Row < NumRows; }

  llvm::Type *typeOf(Variable V) const;
  /// Where the context has it; of rows, behind the pointer to them.
  Place placeOf(Variable V) const;

  /// Whether the code has used it.
  bool hasSlot(Variable V) const { return Slots[V] != nullptr; }
  /// Host code's own copy, in the entry block of \p F.
  llvm::AllocaInst *slot(Variable V, llvm::Function &F);
  /// Whose copy \p Slot is; none: it is something else.
  std::optional<Variable> variableAt(const llvm::Value *Slot) const;

  // These find what a place holds, if it is made of whole words of variables.
  // \p Touched takes the variables.

  /// Null: it is not.
  llvm::Value *read(llvm::IRBuilderBase &B, Place P, llvm::Type *Ty,
                    llvm::SmallVectorImpl<Variable> &Touched);
  /// False: it is not. A variable that is only changed in part is read, too.
  bool write(llvm::IRBuilderBase &B, Place P, llvm::Value *V,
             llvm::SmallVectorImpl<Variable> &Read,
             llvm::SmallVectorImpl<Variable> &Written);
  /// Whether there is a variable at \p P.
  bool covers(Place P) const;

private:
  /// The variable at \p P, and how far in it that is, in bytes.
  Variable find(Place P, unsigned &Inside) const;

  const unsigned NumRows, Width;
  const unsigned Addresses, Shapes, Conditions;
  llvm::FixedVectorType *ChunkTy;
  llvm::Type *WordTy, *ByteTy;
  std::vector<llvm::AllocaInst *> Slots;
  llvm::DenseMap<const llvm::Value *, Variable> BySlot;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_STATEVARIABLES_H
