//===- FarAtomic.cpp - Atomics at any address -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Atomics of tx1 on integers and floats in g[], gen[] and s[]. Lanes follow
/// each other in their order. A sum of f32 flushes denormals in global memory
/// and keeps them in shared memory. Source: PTX ISA, "atom".
///
//===----------------------------------------------------------------------===//

#include "AtomicResult.h"
#include "Far.h"
#include "InOrder.h"
#include "ScalarDouble.h"
#include "ScalarIeee.h"
#include "Units.h"
#include "heddle/ABI/MemoryOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// One lane's words, as many as T has.
template <class T> HEDDLE_INLINE T valueAt(const uint32_t *Row, unsigned Lane) {
  if constexpr (sizeof(T) == 8)
    return uint64_t(Row[Lanes + Lane]) << 32 | Row[Lane];
  else
    return T(Row[Lane]);
}

/// The sum of an f64 in memory and an operand. In global memory, where what
/// adds is beside the cache, a NaN passes as it is, that of the operand first;
/// in shared memory it is an addition of the SM to the old value. Measured on
/// an NVIDIA H200.
inline uint64_t addToMemory(uint64_t Old, uint64_t Operand, bool IsGlobal) {
  if (!IsGlobal)
    return addDouble(Operand, Old, RoundingMode::Nearest);
  if (isNaN64(Operand) || isNaN64(Old))
    return isNaN64(Operand) ? Operand : Old;
  return addDouble(Old, Operand, RoundingMode::Nearest);
}

/// Replaces the value at \p P; its old value goes to the destination.
template <class T>
HEDDLE_INLINE void replace(const DecodedInst &I, LaneContext &L, unsigned Lane,
                           uint8_t *P, bool IsGlobal) {
  T B = valueAt<T>(sourceRow(I, L, 1), Lane);
  T C = valueAt<T>(sourceRow(I, L, 2), Lane);
  tesla::DataType Type = tesla::DataType(I.Sub[2]);
  // Other threads reach no CTA's shared memory.
  T Old = exchange<T>(P, L.IsConcurrent && IsGlobal, [&](T V) -> T {
    if constexpr (sizeof(T) == 4)
      if (Type == tesla::DataType::F32)
        return addIeee(V, B, 0, RoundingMode::Nearest, IsGlobal);
    if constexpr (sizeof(T) == 8)
      if (Type == tesla::DataType::F64)
        return addToMemory(V, B, IsGlobal);
    return atomicResult<T>(AtomicKind(I.Sub[0]), I.has(Signed), V, B, C);
  });
  uint32_t *Dst = destRow(I, L);
  Dst[Lane] = uint32_t(Old);
  if constexpr (sizeof(T) == 8)
    Dst[Lanes + Lane] = uint32_t(Old >> 32);
}

template <Space Where> struct Atom {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    constexpr bool IsPair = Where != Space::Shared;
    MemType T = MemType(I.Sub[1]);
    const uint32_t *Row = sourceRow(I, L, 0);
    FarPlace P[Lanes];
    for (uint32_t Rest = Mask; Rest; Rest &= Rest - 1) {
      unsigned Lane = unsigned(__builtin_ctz(Rest));
      P[Lane] = farPlace(I, L, Where, true, T, Lane,
                         farAddress<IsPair>(I, Row, Lane));
      if (!P[Lane].Data) [[unlikely]]
        return false;
    }
    forLanes(Mask, [&](unsigned Lane) {
      bool IsGlobal =
          !P[Lane].IsLocal &&
          (P[Lane].Data < L.Shared || P[Lane].Data >= L.Shared + L.SharedBytes);
      if (memBytes(T) == 8)
        replace<uint64_t>(I, L, Lane, P[Lane].Data, IsGlobal);
      else if (memBytes(T) == 4)
        replace<uint32_t>(I, L, Lane, P[Lane].Data, IsGlobal);
      else
        replace<uint16_t>(I, L, Lane, P[Lane].Data, IsGlobal);
    });
    return true;
  }
};

} // namespace

HandlerPair farAtomicHandlers(MemoryOp Op) {
  if (Op == MemoryOp::AtomFarGlobal)
    return orderedPair<Atom<Space::Global>, OrderedAccess::Atomic>();
  if (Op == MemoryOp::AtomGeneric)
    return orderedPair<Atom<Space::Generic>, OrderedAccess::Atomic>();
  return handlerPair<Atom<Space::Shared>>();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
