//===- FloatLowering.h - f32 sums and products in host code -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// add, mul and mad of f32 in usual code, for operands of a usual magnitude:
/// what the handlers do less all that is rare, which is only looked for
/// (FloatDoubts). The rules are those of tesla-isa.md section 5.2. A chain
///
///     mad.f32 $c, $a, $b, $c;   mad.f32 $c, $d, $e, $c;
///
/// becomes
///
///     %p = mul %a, %b    ; cut, by the instruction's own rounding, or rounded
///     %c1 = add %p, %c   ; where %c is zero, as the chip does
///     %q = mul %d, %e
///     %c2 = add %q, %c1
///
/// and a look at %a, %b, %d and %e, or at %c, %c1 and %c2, whichever is
/// cheaper.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_HOSTTRANSLATE_FLOATLOWERING_H
#define HEDDLE_LIB_HOSTTRANSLATE_FLOATLOWERING_H

#include "FloatDoubts.h"
#include "HandlerInliner.h"
#include "StateVariables.h"
#include "heddle/Machine/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <array>

namespace heddle::hosttranslate {

class FloatLowering {
public:
  FloatLowering(StateVariables &Vars, llvm::IRBuilder<> &Builder,
                llvm::Function &Kernel, const sm::Program &Prog);

  /// A block of these instructions starts, where nothing is known of registers.
  void startBlock(llvm::ArrayRef<const sm::DecodedInst *> Block);
  /// Appends \p I for all lanes. What its operands may be has to be tested
  /// before the result shows. False: it is not for here, and nothing was
  /// appended.
  bool append(const sm::DecodedInst &I, Effects &E);

  /// How many values are waiting to be looked at.
  unsigned pending() const { return Doubts.pending(); }
  /// Appends whether an operand was not as taken for granted; null: all were.
  llvm::Value *appendTest();

private:
  /// What a register is known to hold as long as \p Store is the last to it.
  struct Known {
    const llvm::StoreInst *Store = nullptr;
    llvm::Value *Held = nullptr;
  };

  bool canDo(const sm::DecodedInst &I) const;
  /// How many vector instructions it takes for a mad to look at factor \p N of
  /// \p I, which is \p V, in sixteenths.
  unsigned costOf(const sm::DecodedInst &I, unsigned N, llvm::Value *V) const;
  llvm::Value *read(const sm::Source &From, unsigned Chunk, Effects &E);
  void write(unsigned Row, unsigned Chunk, llvm::Value *V, Effects &E);
  /// \p A and \p B less what they are said to be negated by.
  llvm::Value *appendSum(llvm::Value *A, llvm::Value *B, bool NegA, bool NegB);
  llvm::Value *appendSumOf(llvm::Value *A, llvm::Value *B,
                           const sm::DecodedInst &I);
  llvm::Value *appendProduct(llvm::Value *A, llvm::Value *B,
                             const sm::DecodedInst &I);
  llvm::Value *appendMad(llvm::Value *A, llvm::Value *B, llvm::Value *C,
                         const sm::DecodedInst &I);
  /// The product cut to 24 bits; rounded where \p Round has lanes.
  llvm::Value *appendCut(llvm::Value *A, llvm::Value *B, llvm::Value *Round);
  llvm::Value *negated(llvm::Value *V);
  llvm::Value *asFloat(llvm::Value *V) { return B.CreateBitCast(V, FloatTy); }
  llvm::Value *asBits(llvm::Value *V) {
    return B.CreateBitCast(V, State.chunkType());
  }

  StateVariables &State;
  llvm::IRBuilder<> &B;
  llvm::Function &F;
  const sm::Program &P;
  llvm::FixedVectorType *FloatTy;
  FloatDoubts Doubts;
  llvm::DenseMap<Variable, Known> Registers;
  /// Of a mad in the block at hand: how many of them have the same factors.
  llvm::DenseMap<const sm::DecodedInst *, std::array<unsigned, 2>> Uses;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_HOSTTRANSLATE_FLOATLOWERING_H
