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
/// one buffer; both are seen early. All other lanes are resolved one by one,
/// and all of them before the first is read or written: an instruction that
/// faults has no effect.
///
//===----------------------------------------------------------------------===//

#include "Far.h"
#include "Units.h"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// What the lanes' addresses look like.
enum class Shape : uint8_t { Other, Uniform, Words };

/// The shape of 32 addresses in a row, and the first of them.
template <bool IsPair>
HEDDLE_INLINE Shape shapeOf(const DecodedInst &I, const LaneContext &L,
                            uint64_t &First) {
  const uint32_t *Row = sourceRow(I, L, 0);
  First = farAddress<IsPair>(I, Row, 0);
  U32 Low = splat(Row[0]), Step = splat(Row[0]) + laneNumbers() * 4;
  S32 NotUniform = S32{}, NotWords = S32{}, OtherHigh = S32{};
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    U32 A = load(Row + Lane);
    NotUniform |= (S32)(A != Low);
    NotWords |= (S32)(A != Step + Lane * 4);
    if constexpr (IsPair)
      OtherHigh |= (S32)(load(Row + Lanes + Lane) != splat(Row[Lanes]));
  }
  if (IsPair && any(OtherHigh))
    return Shape::Other;
  if (!any(NotWords) && Row[0] <= ~uint32_t(0) - Lanes * 4)
    return Shape::Words;
  return any(NotUniform) ? Shape::Other : Shape::Uniform;
}

/// Where \p Bytes from \p First on lie in the window that \p I used last; null:
/// not there, or misaligned.
template <bool IsWrite>
HEDDLE_INLINE uint8_t *inWindow(const DecodedInst &I, const LaneContext &L,
                                uint64_t First, uint64_t Bytes,
                                unsigned Align) {
  const FarWindow &M = L.FarGlobal[IsWrite][globalSlot(I.Address)];
  uint64_t Offset = First - M.Base;
  if (M.Size < Bytes || Offset > M.Size - Bytes || First & (Align - 1))
    return nullptr;
  return M.Data + Offset;
}

/// The same, in whatever window \p First is in.
template <bool IsWrite>
[[gnu::noinline]] uint8_t *inNextWindow(const DecodedInst &I, LaneContext &L,
                                        uint64_t First, uint64_t Bytes,
                                        unsigned Align) {
  L.FarGlobal[IsWrite][globalSlot(I.Address)] =
      L.FindFarGlobal(L.GlobalMemory, First, IsWrite);
  return inWindow<IsWrite>(I, L, First, Bytes, Align);
}

/// The same in s[].
HEDDLE_INLINE uint8_t *inShared(const LaneContext &L, uint64_t First,
                                uint32_t Bytes, unsigned Align, uint32_t Low) {
  if (L.SharedBytes < Bytes || First > L.SharedBytes - Bytes || First < Low ||
      First & (Align - 1))
    return nullptr;
  return L.Shared + First;
}

template <bool Full>
HEDDLE_INLINE void fillRow(uint32_t *Row, uint32_t Mask, uint32_t Value) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    put<Full>(Row, Lane, Mask, splat(Value));
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
[[gnu::noinline]] bool accessLanes(const DecodedInst &I, LaneContext &L,
                                   uint32_t Mask) {
  constexpr bool IsPair = Where == Space::Global || Where == Space::Generic;
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

/// Where the row of words, or the word of all lanes, lies: see inWindow.
template <Space Where, bool IsWrite>
HEDDLE_INLINE uint8_t *find(const DecodedInst &I, LaneContext &L,
                            uint64_t First, uint32_t Bytes, unsigned Align,
                            uint32_t Low) {
  if constexpr (Where == Space::Shared)
    return inShared(L, First, Bytes, Align, Low);
  // No buffer is where the windows of the other spaces are.
  if (uint8_t *P = inWindow<IsWrite>(I, L, First, Bytes, Align)) [[likely]]
    return P;
  return inNextWindow<IsWrite>(I, L, First, Bytes, Align);
}

template <Space Where> struct Load {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    constexpr bool IsPair = Where == Space::Global || Where == Space::Generic;
    MemType T = MemType(I.Sub[1]);
    if constexpr (Full) {
      uint64_t First;
      Shape S = shapeOf<IsPair>(I, L, First);
      if (S == Shape::Words && T == MemType::B32)
        if (const uint8_t *P =
                find<Where, false>(I, L, First, Lanes * 4, 4, 0)) {
          copy(destRow(I, L), P, Lanes * 4);
          return true;
        }
      if (S == Shape::Uniform && !I.has(HalfDst))
        if (const uint8_t *P =
                find<Where, false>(I, L, First, memBytes(T), memBytes(T), 0)) {
          // All are read before the first is written, as registers may be where
          // the address was.
          uint32_t Value[4];
          unsigned Words = memBytes(T) < 4 ? 1 : memBytes(T) / 4;
          for (unsigned N = 0; N != Words; ++N)
            Value[N] = readWord(T, P + N * 4);
          for (unsigned N = 0; N != Words; ++N)
            fillRow<true>(destRow(I, L) + N * Lanes, Mask, Value[N]);
          return true;
        }
    }
    return accessLanes<Where, false>(I, L, Mask);
  }
};

template <Space Where> struct Store {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    constexpr bool IsPair = Where == Space::Global || Where == Space::Generic;
    if (Full && MemType(I.Sub[1]) == MemType::B32) {
      uint64_t First;
      if (shapeOf<IsPair>(I, L, First) == Shape::Words)
        if (uint8_t *P =
                find<Where, true>(I, L, First, Lanes * 4, 4, L.SharedLow)) {
          copy(P, sourceRow(I, L, 1), Lanes * 4);
          return true;
        }
    }
    return accessLanes<Where, true>(I, L, Mask);
  }
};

/// l[] and c[]: no shape is worth looking for.
template <Space Where, bool IsStore> struct Plain {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return accessLanes<Where, IsStore>(I, L, Mask);
  }
};

} // namespace

HandlerPair farHandlers(MemoryOp Op) {
  switch (Op) {
  case MemoryOp::LoadFarGlobal:
    return handlerPair<Load<Space::Global>>();
  case MemoryOp::StoreFarGlobal:
    return handlerPair<Store<Space::Global>>();
  case MemoryOp::LoadGeneric:
    return handlerPair<Load<Space::Generic>>();
  case MemoryOp::StoreGeneric:
    return handlerPair<Store<Space::Generic>>();
  case MemoryOp::LoadFarShared:
    return handlerPair<Load<Space::Shared>>();
  case MemoryOp::StoreFarShared:
    return handlerPair<Store<Space::Shared>>();
  case MemoryOp::LoadFarLocal:
    return handlerPair<Plain<Space::Local, false>>();
  case MemoryOp::StoreFarLocal:
    return handlerPair<Plain<Space::Local, true>>();
  case MemoryOp::LoadFarConst:
    return handlerPair<Plain<Space::Const, false>>();
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
