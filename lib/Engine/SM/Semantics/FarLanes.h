//===- FarLanes.h - Any lanes' accesses of tx1 ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lanes whose addresses have no order: one by one, or all in one window.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_FARLANES_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_FARLANES_H

#include "Far.h"
#include "FarWords.h"
#include "Units.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// The part of these accesses that is to l[] and c[].
HandlerPair farOwnHandlers(MemoryOp Op);

HEDDLE_INLINE void fillRow(uint32_t *Row, uint32_t Value) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    store(Row + Lane, splat(Value));
}

HEDDLE_INLINE void loadFrom(const DecodedInst &I, LaneContext &L, unsigned Lane,
                            MemType T, const FarPlace &P) {
  uint32_t *Dst = destRow(I, L);
  if (!P.IsLocal)
    return loadLane(I, Dst, Lane, T, P.Data);
  Dst[Lane] = readWord(T, P.Data);
  // Words of one lane are a row apart.
  for (unsigned Word = 1; Word * 4 < memBytes(T); ++Word)
    Dst[Word * Lanes + Lane] = readWord(T, P.Data + Word * Lanes * 4);
}

HEDDLE_INLINE void storeTo(const DecodedInst &I, const LaneContext &L,
                           unsigned Lane, MemType T, const FarPlace &P) {
  const uint32_t *Data = sourceRow(I, L, 1);
  if (!P.IsLocal)
    return storeLane(I, Data, Lane, T, P.Data);
  unsigned Bytes = memBytes(T);
  copy(P.Data, &Data[Lane], Bytes < 4 ? Bytes : 4);
  for (unsigned Word = 1; Word * 4 < Bytes; ++Word)
    copy(P.Data + Word * Lanes * 4, &Data[Word * Lanes + Lane], 4);
}

/// Lane by lane.
template <Space Where, bool IsStore>
[[gnu::noinline]] static bool accessLanes(const DecodedInst &I, LaneContext &L,
                                          uint32_t Mask) {
  constexpr bool IsPair = hasPairs(Where);
  const uint32_t *Row = sourceRow(I, L, 0);
  MemType T = MemType(I.Sub[1]);
  FarPlace P[Lanes];
  for (uint32_t Rest = Mask; Rest; Rest &= Rest - 1) {
    unsigned Lane = unsigned(__builtin_ctz(Rest));
    P[Lane] = farPlace(I, L, Where, IsStore, T, Lane,
                       farAddress<IsPair>(I, Row, Lane));
    if (!P[Lane].Data) [[unlikely]]
      return false;
  }
  forLanes(Mask, [&](unsigned Lane) {
    if constexpr (IsStore)
      storeTo(I, L, Lane, T, P[Lane]);
    else
      loadFrom(I, L, Lane, T, P[Lane]);
  });
  return true;
}

/// Whether all lanes in \p Mask stay aligned within \p M, and where; zero in
/// the others.
template <bool IsPair, bool Full>
HEDDLE_INLINE bool allWithin(const DecodedInst &I, const LaneContext &L,
                             const FarWindow &M, uint32_t Bytes, uint32_t Mask,
                             Offsets &Out) {
  constexpr uint64_t MaxGather = uint64_t(1) << 31;
  if (M.Size < Bytes)
    return false;
  uint32_t Last = uint32_t((M.Size < MaxGather ? M.Size : MaxGather) - Bytes);
  const uint32_t *Row = sourceRow(I, L, 0);
  uint64_t Move = uint64_t(int64_t(int32_t(I.Imm))) - M.Base;
  U32 MoveLow = splat(uint32_t(Move)), MoveHigh = splat(uint32_t(Move >> 32));
  U32 Unaligned = splat(0);
  S32 Outside = S32{};
  for (unsigned N = 0; N != Lanes / W; ++N) {
    U32 Address = load(Row + N * W), Offset = Address + MoveLow;
    S32 Mine = (S32)(Offset > Last);
    if constexpr (IsPair)
      // A lane of a comparison is -1 where it holds.
      Mine |= (S32)((load(Row + Lanes + N * W) + MoveHigh) ^
                    (U32)(Offset < Address));
    U32 Low = Offset + uint32_t(M.Base);
    if constexpr (!Full) {
      U32 Active = (U32)spread(Mask >> N * W);
      Offset &= Active;
      Mine &= (S32)Active;
      Low &= Active;
    }
    Out.Part[N] = Offset;
    Unaligned |= Low;
    Outside |= Mine;
  }
  return !any((S32)(((U32)Outside | (Unaligned & (Bytes - 1))) != 0));
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_FARLANES_H
