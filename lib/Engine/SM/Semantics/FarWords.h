//===- FarWords.h - Rows of words at addresses of tx1 -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most accesses are of a word in each lane, all in one buffer. What such a
/// buffer and an instruction's offset come to is settled once for a group of
/// warps, in 32 bits: a lane then takes a subtraction and a comparison, and of
/// its address's upper word only whether it is the buffer's.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_FARWORDS_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_FARWORDS_H

#include "MemoryAccess.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// The places of words in a window, by addresses without the offset of the
/// instruction. Empty if the upper words of its addresses differ.
struct WordWindow {
  /// The words of the address that Data is for.
  uint32_t Low, High;
  /// How many bytes from Low on a word may start, and a word for each lane.
  uint32_t Words, Rows;
  uint8_t *Data;
};

template <bool IsPair>
HEDDLE_INLINE WordWindow wordWindow(const FarWindow &M, uint32_t Offset) {
  // Gathers take signed offsets.
  constexpr uint64_t MaxSize = uint64_t(1) << 31;
  uint64_t Start = M.Base - uint64_t(int64_t(int32_t(Offset)));
  uint64_t Size = M.Size < MaxSize ? M.Size : MaxSize;
  if (IsPair && (Start ^ (Start + Size)) >> 32)
    Size = 0;
  return {uint32_t(Start), uint32_t(Start >> 32),
          uint32_t(Size < 4 ? 0 : Size - 3),
          uint32_t(Size < Lanes * 4 ? 0 : Size - (Lanes * 4 - 1)), M.Data};
}

/// Whether lane n's address, at \p Row, is \p Step * n from lane 0's, and all
/// upper words are \p High.
template <bool IsPair>
HEDDLE_INLINE bool areInSteps(const uint32_t *Row, uint32_t High,
                              uint32_t Step) {
  U32 Want = splat(Row[0]) + laneNumbers() * Step, Other = splat(0);
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    Other = addDifference(Other, load(Row + Lane), Want + Lane * Step);
    if constexpr (IsPair)
      Other = addDifference(Other, load(Row + Lanes + Lane), splat(High));
  }
  return !any((S32)(Other != 0));
}

/// Offsets of the lanes from a window's start.
struct Offsets {
  U32 Part[Lanes / W];
};

/// Whether the addresses at \p Row are of words in \p M, and where these are.
template <bool IsPair>
HEDDLE_INLINE bool areWithin(const WordWindow &M, const uint32_t *Row,
                             Offsets &Out) {
  U32 Other = splat(0), Unaligned = splat(0);
  S32 Outside = S32{};
  for (unsigned N = 0; N != Lanes / W; ++N) {
    U32 Address = load(Row + N * W);
    Out.Part[N] = Address - M.Low;
    Outside |= (S32)(Out.Part[N] >= M.Words);
    Unaligned |= Address;
    if constexpr (IsPair)
      Other = addDifference(Other, load(Row + Lanes + N * W), splat(M.High));
  }
  return !(gather(Outside) | gather((S32)((Other | (Unaligned & 3)) != 0)));
}

/// Loads the words at the addresses at \p Row. False: one is not in \p M, and
/// nothing was done.
template <bool IsPair>
HEDDLE_INLINE bool loadWords(const WordWindow &M, const uint32_t *Row,
                             uint32_t *Dst) {
  // How far lane 1 is from lane 0 tells what the others may be, and mostly are.
  uint32_t First = Row[0], Step = Row[1] - First, Offset = First - M.Low;
  if (Step == 4 && areInSteps<IsPair>(Row, M.High, 4)) {
    if (Offset >= M.Rows || First & 3) [[unlikely]]
      return false;
    copy(Dst, M.Data + Offset, Lanes * 4);
    return true;
  }
  if (Step == 0 && areInSteps<IsPair>(Row, M.High, 0)) {
    if (Offset >= M.Words || First & 3) [[unlikely]]
      return false;
    U32 Word = splat(readWord(MemType::B32, M.Data + Offset));
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      store(Dst + Lane, Word);
    return true;
  }
  Offsets At;
  if (!areWithin<IsPair>(M, Row, At)) [[unlikely]]
    return false;
  for (unsigned N = 0; N != Lanes / W; ++N)
    store(Dst + N * W, readWords(M.Data, At.Part[N]));
  return true;
}

/// Stores \p Words at the addresses at \p Row. False: see loadWords.
template <bool IsPair>
HEDDLE_INLINE bool storeWords(const WordWindow &M, const uint32_t *Row,
                              const uint32_t *Words) {
  uint32_t First = Row[0], Offset = First - M.Low;
  if (Row[1] - First == 4 && areInSteps<IsPair>(Row, M.High, 4)) {
    if (Offset >= M.Rows || First & 3) [[unlikely]]
      return false;
    copy(M.Data + Offset, Words, Lanes * 4);
    return true;
  }
  Offsets At;
  if (!areWithin<IsPair>(M, Row, At)) [[unlikely]]
    return false;
  // The last lane wins.
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    copy(M.Data + uint32_t(Row[Lane] - M.Low), Words + Lane, 4);
  return true;
}

/// Loads words for the lanes in \p Mask, if all 32 lanes' addresses are
/// consecutive. Returns false, and loads nothing, if they are not.
template <bool IsPair>
HEDDLE_INLINE bool loadSomeWords(const WordWindow &M, const uint32_t *Row,
                                 uint32_t *Dst, uint32_t Mask) {
  uint32_t First = Row[0], Offset = First - M.Low;
  if (Offset >= M.Rows || First & 3 || !areInSteps<IsPair>(Row, M.High, 4))
    return false;
  alignas(64) uint32_t Words[Lanes];
  copy(Words, M.Data + Offset, Lanes * 4);
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    put<false>(Dst, Lane, Mask, load(Words + Lane));
  return true;
}

/// Stores words of the lanes in \p Mask to consecutive addresses of all 32, in
/// memory that no other host thread accesses: the words of other lanes are
/// written back, too.
template <bool IsPair>
HEDDLE_INLINE bool storeSomeWords(const WordWindow &M, const uint32_t *Row,
                                  const uint32_t *Words, uint32_t Mask) {
  uint32_t First = Row[0], Offset = First - M.Low;
  if (Offset >= M.Rows || First & 3 || !areInSteps<IsPair>(Row, M.High, 4))
    return false;
  alignas(64) uint32_t All[Lanes];
  copy(All, M.Data + Offset, Lanes * 4);
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    put<false>(All, Lane, Mask, load(Words + Lane));
  copy(M.Data + Offset, All, Lanes * 4);
  return true;
}

/// g[] and gen[] have addresses in pairs.
constexpr bool hasPairs(Space Where) {
  return Where == Space::Global || Where == Space::Generic;
}

/// The window of the words that \p I accessed last.
template <Space Where, bool IsWrite>
HEDDLE_INLINE WordWindow lastWindow(const DecodedInst &I,
                                    const LaneContext &L) {
  if constexpr (Where != Space::Shared)
    // No buffer is where the windows of the other spaces are.
    return wordWindow<true>(L.FarGlobal[IsWrite][I.Slot], I.Imm);
  uint32_t Low = IsWrite ? L.SharedLow : 0;
  uint32_t Size = L.SharedBytes < Low ? 0 : L.SharedBytes - Low;
  return wordWindow<false>({Low, Size, L.Shared + Low}, I.Imm);
}

/// Whether \p I moves whole words between memory and registers, so that an
/// aligned address stays so.
HEDDLE_INLINE bool movesWords(const DecodedInst &I) {
  return MemType(I.Sub[1]) == MemType::B32 && I.Imm % 4 == 0 &&
         !I.has(HalfDst) && !I.Src[1].Shift;
}

/// Warps with all lanes active: \p Words(Window, Context) for each, and where
/// that finds words elsewhere, OpT::others.
template <class OpT, class WordsT>
HEDDLE_INLINE unsigned groupOfWords(const DecodedInst &I, LaneContext *const *L,
                                    unsigned Warps, WordsT Words) {
  if (!movesWords(I))
    return eachWarp<OpT>(I, L, Warps);
  WordWindow M = OpT::window(I, *L[0]);
  for (unsigned K = 0; K != Warps; ++K) {
    if (Words(M, *L[K])) [[likely]]
      continue;
    if (!OpT::template others<true>(I, *L[K], AllLanes)) [[unlikely]]
      return K;
    M = OpT::window(I, *L[K]);
  }
  return Warps;
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_FARWORDS_H
