//===- FloatDoubts.h - What host code takes for granted of f32 --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The vectors of f32 in a run of usual host code that must not have a NaN, and
/// those that have to be of a magnitude for which the host's arithmetic is the
/// chip's. They are tested together:
///
///     %twice = shl %a, 1                       ; without the sign
///     %high  = umax %twice, %others
///     %low   = umin (sub %twice, 1), %others   ; a zero counts as the highest
///     %bad   = or (icmp uge %high, ...), (icmp ult %low, ...)
///
/// A NaN need not be looked for in an operand if it is in the result.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOATDOUBTS_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOATDOUBTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::hosttranslate {

class FloatDoubts {
public:
  /// Vectors are integers, the bits of \p ChunkTy's lanes.
  FloatDoubts(llvm::IRBuilder<> &Builder, llvm::FixedVectorType *ChunkTy)
      : B(Builder), ChunkTy(ChunkTy) {}

  /// A block starts, where nothing is known.
  void startBlock();

  /// No lane of \p V may be a NaN.
  void expectNumber(llvm::Value *V) { Numbers.insert(V); }
  /// Nor of a magnitude above those in the middle.
  void expectNotLarge(llvm::Value *V) { NotLarge.insert(V); }
  /// \p V need not be tested for a NaN: a value that is one if \p V is will be.
  void passesOn(llvm::Value *V) { Numbers.remove(V); }
  /// In all lanes, zero or a magnitude so far in the middle that the product of
  /// two, and what the host loses when it rounds that, is in f32's range.
  void expectMiddle(llvm::Value *V);
  /// It is, as far as others look at it.
  void assumeMiddle(llvm::Value *V) { Middle.insert(V); }
  /// Whether that is expected already, or known.
  bool expectsMiddle(const llvm::Value *V) const;

  /// Which lanes are zero, denormal numbers included.
  llvm::Value *zerosOf(llvm::Value *V);
  /// \p V, but zero where \p Zeros has lanes.
  static llvm::Value *clear(llvm::IRBuilderBase &B, llvm::Value *Zeros,
                            llvm::Value *V);
  /// Has \p B write floating-point operations for the host's state, of which
  /// LLVM knows nothing.
  static void constrain(llvm::IRBuilderBase &B);

  /// How many wait to be looked at on their own.
  unsigned pending() const {
    return unsigned(Numbers.size() + NotLarge.size());
  }
  /// Appends the test: whether some lane is other than expected. Null: nothing
  /// is expected.
  llvm::Value *appendTest();

private:
  llvm::Value *isNaNOfAny();
  bool isConstantMiddle(const llvm::Value *V) const;

  llvm::IRBuilder<> &B;
  llvm::FixedVectorType *ChunkTy;
  llvm::SetVector<llvm::Value *> Numbers, NotLarge;
  /// Whose magnitude was looked at, or is going to be.
  llvm::SmallPtrSet<const llvm::Value *, 32> Middle;
  llvm::DenseMap<llvm::Value *, llvm::Value *> Zeros;
  /// Twice the bits of what was expected: of vectors, and of words that are the
  /// same in all lanes.
  struct Bounds {
    llvm::Value *Low = nullptr, *High = nullptr;
  };
  Bounds OfVectors, OfWords;

  void widen(Bounds &All, llvm::Value *V, bool Low);
  /// Null: nothing was expected.
  llvm::Value *isBeyond(const Bounds &All) const;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOATDOUBTS_H
