//===- FarOwn.cpp - Loads and stores of l[] and c[] -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Local memory and constants at any address of tx1. Lanes mostly have the same
/// address: the same element of an array of each thread, whose words are a row,
/// or the same constant. Whole words at other addresses are gathered. What is
/// left, faults among it, goes lane by lane.
///
//===----------------------------------------------------------------------===//

#include "FarLanes.h"
#include "heddle/ABI/MemoryOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// Whether the lanes in \p Mask have one address; the offset is not in it.
template <bool Full>
HEDDLE_INLINE bool haveOneAddress(const uint32_t *Row, uint32_t Mask) {
  if constexpr (Full)
    return areInSteps<false>(Row, 0, 0);
  const U32 First = splat(Row[__builtin_ctz(Mask)]);
  U32 Other = splat(0);
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    Other |= (load(Row + Lane) ^ First) & (U32)spread(Mask >> Lane);
  return !any((S32)(Other != 0));
}

/// Whether \p Bytes at \p Address, with natural alignment, are among \p Size.
HEDDLE_INLINE bool isWithin(uint32_t Address, uint32_t Bytes, uint32_t Size) {
  return Size >= Bytes && Address <= Size - Bytes && !(Address & (Bytes - 1));
}

struct LoadConst {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *Row = sourceRow(I, L, 0);
    uint32_t *Dst = destRow(I, L);
    const MemType T = MemType(I.Sub[1]);
    const uint32_t Bytes = memBytes(T);
    const Window &Bank = L.Banks[I.Sub[2]];
    if (!I.has(HalfDst) && haveOneAddress<Full>(Row, Mask)) {
      const uint32_t Address = Row[__builtin_ctz(Mask)] + I.Imm;
      if (isWithin(Address, Bytes, Bank.Size)) {
        uint32_t Value[WholeQuad::Words];
        readWhole(T, Value, Bank.Data + Address);
        for (unsigned Word = 0; Word == 0 || Word * 4 < Bytes; ++Word)
          for (unsigned Lane = 0; Lane != Lanes; Lane += W)
            put<Full>(Dst + Word * Lanes, Lane, Mask, splat(Value[Word]));
        return true;
      }
    }
    Offsets At;
    if (Bytes < 4 || !allWithin<false, Full>(I, L, {0, Bank.Size, Bank.Data},
                                             Bytes, Mask, At))
      return accessLanes<Space::Const, false>(I, L, Mask);
    for (unsigned Word = 0; Word * 4 != Bytes; ++Word)
      for (unsigned N = 0; N != Lanes / W; ++N)
        put<Full>(Dst + Word * Lanes, N * W, Mask,
                  readWords(Bank.Data + Word * 4, At.Part[N]));
    return true;
  }
};

/// A word of l[] is a row: a lane's is as far from that of the first lane as in
/// registers.
template <bool IsStore> struct Local {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *Row = sourceRow(I, L, 0);
    const uint32_t Bytes = memBytes(MemType(I.Sub[1]));
    if (Bytes >= 4 && haveOneAddress<Full>(Row, Mask)) {
      const uint32_t Address = Row[__builtin_ctz(Mask)] + I.Imm;
      if (isWithin(Address, Bytes, L.LocalBytes)) {
        uint32_t *Words = L.Local + size_t(Address >> 2) * Lanes;
        moveRows<Full>(IsStore ? Words : destRow(I, L),
                       IsStore ? sourceRow(I, L, 1) : Words, Bytes / 4, Mask);
        return true;
      }
    }
    if constexpr (!IsStore)
      if (Bytes == 4 && gatherWords<Full>(I, L, Mask))
        return true;
    return accessLanes<Space::Local, IsStore>(I, L, Mask);
  }

private:
  template <bool Full>
  HEDDLE_INLINE void moveRows(uint32_t *To, const uint32_t *From,
                              unsigned Count, uint32_t Mask) {
    for (unsigned Word = 0; Word != Count; ++Word)
      for (unsigned Lane = 0; Lane != Lanes; Lane += W)
        put<Full>(To + Word * Lanes, Lane, Mask,
                  load(From + Word * Lanes + Lane));
  }
  template <bool Full>
  HEDDLE_INLINE bool gatherWords(const DecodedInst &I, LaneContext &L,
                                 uint32_t Mask) {
    // Gathers take signed offsets.
    constexpr uint32_t Most = uint32_t(1) << 31;
    auto *Data = reinterpret_cast<uint8_t *>(L.Local);
    Offsets At;
    if (L.LocalBytes > Most / Lanes ||
        !allWithin<false, Full>(I, L, {0, L.LocalBytes, Data}, 4, Mask, At))
      return false;
    for (unsigned N = 0; N != Lanes / W; ++N)
      put<Full>(
          destRow(I, L), N * W, Mask,
          readWords(Data, At.Part[N] * Lanes + (laneNumbers() + N * W) * 4));
    return true;
  }
};

} // namespace

HandlerPair farOwnHandlers(MemoryOp Op) {
  if (Op == MemoryOp::LoadFarConst)
    return handlerPair<LoadConst>();
  return Op == MemoryOp::LoadFarLocal ? handlerPair<Local<false>>()
                                      : handlerPair<Local<true>>();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
