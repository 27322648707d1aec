//===- FarMemory.cpp - Loads and stores at any address --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Accesses of tx1: a register, or a pair in g[] and gen[], plus a signed
/// offset. Warps mostly access one word after another, or all the same word, in
/// one buffer; both are seen early. Other words of one buffer are found
/// together. What is left is resolved lane by lane, and all of it before the
/// first is read or written: an instruction that faults has no effect.
///
//===----------------------------------------------------------------------===//

#include "FarLanes.h"
#include "InOrder.h"
#include "heddle/ABI/MemoryOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// Returns the place of \p Bytes, with natural alignment, in the window that
/// the load \p I accessed last; null if they are not in it.
HEDDLE_INLINE const uint8_t *inWindow(const DecodedInst &I,
                                      const LaneContext &L, uint64_t First,
                                      uint32_t Bytes) {
  const FarWindow &M = L.FarGlobal[false][I.Slot];
  uint64_t Offset = First - M.Base;
  if (M.Size < Bytes || Offset > M.Size - Bytes || First & (Bytes - 1))
    return nullptr;
  return M.Data + Offset;
}

/// Returns their place in the window that contains \p First, which becomes the
/// last.
[[gnu::noinline]] const uint8_t *inNextWindow(const DecodedInst &I,
                                              LaneContext &L, uint64_t First,
                                              uint32_t Bytes) {
  L.FarGlobal[false][I.Slot] =
      L.FindFarGlobal(L.GlobalMemory, First, /*IsWrite=*/false);
  return inWindow(I, L, First, Bytes);
}

/// Returns their place in s[].
HEDDLE_INLINE const uint8_t *inShared(const LaneContext &L, uint64_t First,
                                      uint32_t Bytes) {
  if (L.SharedBytes < Bytes || First > L.SharedBytes - Bytes ||
      First & (Bytes - 1))
    return nullptr;
  return L.Shared + First;
}

/// The window that all lanes in \p Mask access, and where in it. Data is null
/// where they do not stay in one.
template <Space Where, bool IsStore, bool Full>
HEDDLE_INLINE FarWindow oneWindow(const DecodedInst &I, LaneContext &L,
                                  uint32_t Mask, Offsets &Out) {
  uint32_t Bytes = memBytes(MemType(I.Sub[1]));
  if constexpr (Where == Space::Shared) {
    uint32_t Low = IsStore ? L.SharedLow : 0;
    if (L.SharedBytes < Low)
      return {0, 0, nullptr};
    FarWindow M = {Low, L.SharedBytes - Low, L.Shared + Low};
    return allWithin<false, Full>(I, L, M, Bytes, Mask, Out)
               ? M
               : FarWindow{0, 0, nullptr};
  } else {
    FarWindow &Slot = L.FarGlobal[IsStore][I.Slot];
    if (!allWithin<true, Full>(I, L, Slot, Bytes, Mask, Out)) [[unlikely]] {
      uint64_t First = farAddress<true>(I, sourceRow(I, L, 0),
                                        unsigned(__builtin_ctz(Mask)));
      FarWindow Found = L.FindFarGlobal(L.GlobalMemory, First, IsStore);
      if (!Found.Data || !allWithin<true, Full>(I, L, Found, Bytes, Mask, Out))
        return {0, 0, nullptr};
      Slot = Found;
    }
    return Slot;
  }
}

/// Any lanes of one window, which is what there is but for faults.
template <Space Where, bool Full>
[[gnu::noinline]] bool loadScattered(const DecodedInst &I, LaneContext &L,
                                     uint32_t Mask) {
  Offsets Out;
  FarWindow M = oneWindow<Where, false, Full>(I, L, Mask, Out);
  if (!M.Data) [[unlikely]]
    return accessLanes<Where, false>(I, L, Mask);
  uint32_t *Dst = destRow(I, L);
  MemType T = MemType(I.Sub[1]);
  // Gathers would take the words of a value at different times.
  const bool IsWhole =
      memBytes(T) > 4 && Where != Space::Shared && L.IsConcurrent;
  if (memBytes(T) < 4 || IsWhole) {
    forLanes(Mask, [&](unsigned Lane) {
      loadLane(I, Dst, Lane, T, M.Data + Out.Part[Lane / W][Lane % W]);
    });
    return true;
  }
  for (unsigned Word = 0; Word * 4 != memBytes(T); ++Word)
    for (unsigned N = 0; N != Lanes / W; ++N)
      put<Full>(Dst + Word * Lanes, N * W, Mask,
                readWords(M.Data + Word * 4, Out.Part[N]));
  return true;
}

template <Space Where, bool Full>
[[gnu::noinline]] bool storeScattered(const DecodedInst &I, LaneContext &L,
                                      uint32_t Mask) {
  Offsets Out;
  FarWindow M = oneWindow<Where, true, Full>(I, L, Mask, Out);
  if (!M.Data) [[unlikely]]
    return accessLanes<Where, true>(I, L, Mask);
  const uint32_t *Data = sourceRow(I, L, 1);
  MemType T = MemType(I.Sub[1]);
  alignas(64) uint32_t Offset[Lanes];
  for (unsigned N = 0; N != Lanes / W; ++N)
    store(Offset + N * W, Out.Part[N]);
  // Where all store to one place, the last lane's value is the one that stays,
  // and the only one: the host may answer the first that it sees.
  const unsigned Last = 31 - unsigned(__builtin_clz(Mask | 1));
  S32 Apart = {};
  for (unsigned N = 0; N != Lanes / W; ++N)
    Apart |=
        (S32)(Out.Part[N] != splat(Offset[Last])) & spread(Mask >> (N * W));
  if (Mask && !any(Apart)) {
    storeLane(I, Data, Last, T, M.Data + Offset[Last]);
    return true;
  }
  if (Full && T == MemType::B32)
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      copy(M.Data + Offset[Lane], Data + Lane, 4);
  else
    forLanes(Mask, [&](unsigned Lane) {
      storeLane(I, Data, Lane, T, M.Data + Offset[Lane]);
    });
  return true;
}

template <Space Where> struct Load {
  static constexpr bool IsPair = hasPairs(Where);

  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    if (movesWords(I)) {
      WordWindow M = window(I, L);
      const uint32_t *Row = sourceRow(I, L, 0);
      if (Full ? loadWords<IsPair>(M, Row, destRow(I, L))
               : loadSomeWords<IsPair>(M, Row, destRow(I, L), Mask))
        return true;
    } else if constexpr (Full) {
      // Host code has it in place, and no call.
      if (sameForAll<false>(I, L))
        return true;
    }
    return others<Full>(I, L, Mask);
  }
  static unsigned group(const DecodedInst &I, LaneContext *const *L,
                        unsigned Warps) {
    if (!movesWords(I))
      return groupOfWide(I, L, Warps);
    const unsigned Base = I.Src[0].Base;
    const size_t From = size_t(I.Src[0].Row) * Lanes;
    const size_t To = size_t(I.DstRow) * Lanes;
    return groupOfWords<Load>(I, L, Warps,
                              [=](const WordWindow &M, LaneContext &C) {
                                return loadWords<IsPair>(M, C.Base[Base] + From,
                                                         C.Base[WarpRows] + To);
                              });
  }

  static WordWindow window(const DecodedInst &I, const LaneContext &L) {
    return lastWindow<Where, false>(I, L);
  }
  template <bool Full>
  [[gnu::noinline]] static bool others(const DecodedInst &I, LaneContext &L,
                                       uint32_t Mask) {
    if constexpr (Full)
      if (sameForAll<true>(I, L))
        return true;
    return loadScattered<Where, Full>(I, L, Mask);
  }

private:
  static unsigned groupOfWide(const DecodedInst &I, LaneContext *const *L,
                              unsigned Warps) {
    for (unsigned K = 0; K != Warps; ++K)
      if (!sameForAll<true>(I, *L[K]) &&
          !loadScattered<Where, true>(I, *L[K], AllLanes)) [[unlikely]]
        return K;
    return Warps;
  }
  /// All lanes load from one place, if they do. \p Searches: also from windows
  /// that have to be found.
  template <bool Searches>
  HEDDLE_INLINE bool sameForAll(const DecodedInst &I, LaneContext &L) {
    const uint32_t *Row = sourceRow(I, L, 0);
    MemType T = MemType(I.Sub[1]);
    if (Row[0] != Row[1] || I.has(HalfDst) ||
        !areInSteps<IsPair>(Row, IsPair ? Row[Lanes] : 0, 0))
      return false;
    const uint8_t *P =
        find<Searches>(I, L, farAddress<IsPair>(I, Row, 0), memBytes(T));
    if (!P)
      return false;
    // All are read before the first is written, as registers may be where the
    // address was.
    uint32_t Value[4];
    unsigned Words = memBytes(T) < 4 ? 1 : memBytes(T) / 4;
    readWhole(T, Value, P);
    for (unsigned N = 0; N != Words; ++N)
      fillRow(destRow(I, L) + N * Lanes, Value[N]);
    return true;
  }
  /// Returns the place of \p Bytes with natural alignment; null if nothing is
  /// there.
  template <bool Searches>
  HEDDLE_INLINE const uint8_t *find(const DecodedInst &I, LaneContext &L,
                                    uint64_t First, uint32_t Bytes) {
    if constexpr (Where == Space::Shared)
      return inShared(L, First, Bytes);
    if (const uint8_t *P = inWindow(I, L, First, Bytes)) [[likely]]
      return P;
    if constexpr (Searches)
      return inNextWindow(I, L, First, Bytes);
    return nullptr;
  }
};

template <Space Where> struct Store {
  static constexpr bool IsPair = hasPairs(Where);

  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    if (movesWords(I)) {
      WordWindow M = window(I, L);
      const uint32_t *Row = sourceRow(I, L, 0), *Words = sourceRow(I, L, 1);
      if constexpr (Full) {
        if (storeWords<IsPair>(M, Row, Words))
          return true;
      } else if constexpr (Where == Space::Shared) {
        if (storeSomeWords<IsPair>(M, Row, Words, Mask))
          return true;
      }
    }
    return others<Full>(I, L, Mask);
  }
  static unsigned group(const DecodedInst &I, LaneContext *const *L,
                        unsigned Warps) {
    const unsigned To = I.Src[0].Base, From = I.Src[1].Base;
    const size_t Address = size_t(I.Src[0].Row) * Lanes;
    const size_t Data = size_t(I.Src[1].Row) * Lanes;
    return groupOfWords<Store>(
        I, L, Warps, [=](const WordWindow &M, LaneContext &C) {
          return storeWords<IsPair>(M, C.Base[To] + Address,
                                    C.Base[From] + Data);
        });
  }

  static WordWindow window(const DecodedInst &I, const LaneContext &L) {
    return lastWindow<Where, true>(I, L);
  }
  template <bool Full>
  static bool others(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return storeScattered<Where, Full>(I, L, Mask);
  }
};

} // namespace

HandlerPair farHandlers(MemoryOp Op) {
  switch (Op) {
  case MemoryOp::LoadFarGlobal:
    return orderedPair<Load<Space::Global>, OrderedAccess::Load>();
  case MemoryOp::StoreFarGlobal:
    return orderedPair<Store<Space::Global>, OrderedAccess::Store>();
  case MemoryOp::LoadGeneric:
    return orderedPair<Load<Space::Generic>, OrderedAccess::Load>();
  case MemoryOp::StoreGeneric:
    return orderedPair<Store<Space::Generic>, OrderedAccess::Store>();
  case MemoryOp::LoadFarShared:
    return handlerPair<Load<Space::Shared>>();
  case MemoryOp::StoreFarShared:
    return handlerPair<Store<Space::Shared>>();
  case MemoryOp::LoadFarLocal:
  case MemoryOp::StoreFarLocal:
  case MemoryOp::LoadFarConst:
    return farOwnHandlers(Op);
  case MemoryOp::AtomFarGlobal:
  case MemoryOp::AtomGeneric:
  case MemoryOp::AtomFarShared:
  case MemoryOp::LoadGlobal:
  case MemoryOp::StoreGlobal:
  case MemoryOp::Atomic:
  case MemoryOp::LoadShared:
  case MemoryOp::StoreShared:
  case MemoryOp::LockShared:
  case MemoryOp::UnlockShared:
  case MemoryOp::LoadConst:
  case MemoryOp::LoadLocal:
  case MemoryOp::StoreLocal:
    break;
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
