//===- AtomicResult.h - What atomics leave in memory ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operations of atomics on integers, and the exchange of a value in memory
/// for what they make of it, in one step where other host threads run.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_ATOMICRESULT_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_ATOMICRESULT_H

#include "MemoryAccess.h"
#include "heddle/ABI/Barrier.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// Returns the value that an atomic operation leaves in memory.
template <class T>
inline T atomicResult(AtomicKind Kind, bool IsSigned, T Old, T Operand,
                      T Swap) {
  T Bias = IsSigned ? T(1) << (sizeof(T) * 8 - 1) : 0;
  bool Less = (Old ^ Bias) < (Operand ^ Bias);
  switch (Kind) {
  case AtomicKind::Add:
    return Old + Operand;
  case AtomicKind::Exchange:
    return Operand;
  case AtomicKind::CompareAndSwap:
    return Old == Operand ? Swap : Old;
  case AtomicKind::Increment:
    return Old + 1 > Operand || Old == T(-1) ? 0 : Old + 1;
  case AtomicKind::Decrement:
    return Old - 1 > Operand ? Operand : Old - 1;
  case AtomicKind::Max:
    return Less ? Operand : Old;
  case AtomicKind::Min:
    return Less ? Old : Operand;
  case AtomicKind::And:
    return Old & Operand;
  case AtomicKind::Or:
    return Old | Operand;
  case AtomicKind::Xor:
    return Old ^ Operand;
  case AtomicKind::Barrier:
    return T(abi::updateBarrier(Old, Operand));
  }
  __builtin_unreachable();
}

/// Replaces the value at \p P by what \p New makes of it; returns the old one.
template <class T, class FnT>
HEDDLE_INLINE T exchange(uint8_t *P, bool IsConcurrent, FnT New) {
  if (!IsConcurrent) {
    T Old, Result;
    copy(&Old, P, sizeof(T));
    Result = New(Old);
    copy(P, &Result, sizeof(T));
    return Old;
  }
  // Aligned: that was checked, and buffers start at aligned addresses.
  T *Word = reinterpret_cast<T *>(P);
  T Old = __atomic_load_n(Word, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(Word, &Old, New(Old), true,
                                      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
  }
  return Old;
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_ATOMICRESULT_H
