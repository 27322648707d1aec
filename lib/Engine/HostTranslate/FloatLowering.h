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

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOATLOWERING_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOATLOWERING_H

#include "FloatDoubts.h"
#include "heddle/Machine/Instruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <array>

namespace heddle::hosttranslate {

class FloatLowering {
public:
  /// Vectors are integers, the bits of \p ChunkTy's lanes.
  FloatLowering(llvm::IRBuilder<> &Builder, llvm::Function &Kernel,
                llvm::FixedVectorType *ChunkTy);

  /// A block of these instructions starts.
  void startBlock(llvm::ArrayRef<const sm::DecodedInst *> Block);
  /// Whether \p I is for append.
  bool takes(const sm::DecodedInst &I) const;
  /// Appends \p I, which takes() says yes to, of one vector of each source.
  /// The doubts about these have to be settled before the result is used.
  llvm::Value *append(const sm::DecodedInst &I,
                      llvm::ArrayRef<llvm::Value *> Sources,
                      FloatDoubts &Doubts);

private:
  /// How many vector instructions it takes for a mad to look at factor \p N of
  /// \p I, which is \p V, in sixteenths.
  unsigned costOf(const sm::DecodedInst &I, unsigned N, llvm::Value *V,
                  const FloatDoubts &Doubts) const;
  /// \p A and \p B, each negated where that is said.
  llvm::Value *appendSum(llvm::Value *A, llvm::Value *B, bool NegA, bool NegB);
  /// The product, rounded to nearest.
  llvm::Value *appendProduct(llvm::Value *A, llvm::Value *B);
  /// The product cut to 24 bits; rounded where \p Round has lanes.
  llvm::Value *appendCut(llvm::Value *A, llvm::Value *B, llvm::Value *Round);
  llvm::Value *appendMad(const sm::DecodedInst &I,
                         llvm::ArrayRef<llvm::Value *> Sources,
                         FloatDoubts &Doubts);
  bool takesIeee(const sm::DecodedInst &I) const;
  /// Appends an operation of tx1, in whatever mode the host is.
  llvm::Value *appendIeee(const sm::DecodedInst &I,
                          llvm::ArrayRef<llvm::Value *> Sources);
  llvm::Value *negated(llvm::Value *V);
  llvm::Value *asFloat(llvm::Value *V) { return B.CreateBitCast(V, FloatTy); }
  llvm::Value *asBits(llvm::Value *V) { return B.CreateBitCast(V, ChunkTy); }

  llvm::IRBuilder<> &B;
  llvm::Function &F;
  llvm::FixedVectorType *ChunkTy, *FloatTy;
  const bool IsForAArch64, IsForX86;
  /// For each mad in the current block, how many of them have the same factors.
  llvm::DenseMap<const sm::DecodedInst *, std::array<unsigned, 2>> Uses;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOATLOWERING_H
