//===- MemoryAccess.h - One lane at a time ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading and writing one lane's value at a host address, for all spaces.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_MEMORYACCESS_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_MEMORYACCESS_H

#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {

HEDDLE_INLINE void copy(void *To, const void *From, unsigned Bytes) {
  __builtin_memcpy(To, From, Bytes);
}

/// Reads what \p T says and extends it to a word.
HEDDLE_INLINE uint32_t readWord(MemType T, const uint8_t *P) {
  switch (T) {
  case MemType::U8:
    return *P;
  case MemType::S8:
    return uint32_t(int32_t(int8_t(*P)));
  case MemType::U16: {
    uint16_t V;
    copy(&V, P, 2);
    return V;
  }
  case MemType::S16: {
    int16_t V;
    copy(&V, P, 2);
    return uint32_t(int32_t(V));
  }
  case MemType::B32:
  case MemType::B64:
  case MemType::B128:
    break;
  }
  uint32_t V;
  copy(&V, P, 4);
  return V;
}

/// The words of a lane's value. On the chip those of a value of 64 or 128 bits
/// change at once, and programs rely on that where one CTA writes a value with
/// a flag that another one reads. So one instruction of the host moves them:
/// the compiler does not take a volatile access apart.
template <class ValueT> struct WholeValue {
  typedef ValueT Type __attribute__((may_alias, aligned(1)));
  static constexpr unsigned Words = sizeof(ValueT) / 4;

  [[gnu::always_inline]] static void read(uint32_t *To, const uint8_t *P) {
    const ValueT V = *reinterpret_cast<const volatile Type *>(P);
    copy(To, &V, sizeof V);
  }
  [[gnu::always_inline]] static void write(uint8_t *P, const uint32_t *From) {
    ValueT V;
    copy(&V, From, sizeof V);
    *reinterpret_cast<volatile Type *>(P) = V;
  }
};
typedef uint32_t FourWords __attribute__((vector_size(16)));
using WholePair = WholeValue<uint64_t>;
using WholeQuad = WholeValue<FourWords>;

/// Reads the words of one lane's value, which has at most four.
HEDDLE_INLINE void readWhole(MemType T, uint32_t *To, const uint8_t *P) {
  if (T == MemType::B128)
    WholeQuad::read(To, P);
  else if (T == MemType::B64)
    WholePair::read(To, P);
  else
    To[0] = readWord(T, P);
}

HEDDLE_INLINE bool fail(LaneContext &L, AccessFault::ReasonKind Reason,
                        Space Where, bool IsWrite, MemType T, unsigned Lane,
                        uint64_t Address) {
  L.Fault = {Reason,        Where,  IsWrite, uint8_t(memBytes(T)),
             uint8_t(Lane), Address};
  return false;
}

template <class FnT> HEDDLE_INLINE void forLanes(uint32_t Mask, FnT Fn) {
  for (; Mask; Mask &= Mask - 1)
    Fn(unsigned(__builtin_ctz(Mask)));
}

/// Writes lane \p Lane of a load's destination.
HEDDLE_INLINE void writeLane(const DecodedInst &I, uint32_t *Dst, unsigned Lane,
                             uint32_t V) {
  if (I.has(HalfDst))
    V = (Dst[Lane] & (0xffff0000u >> I.DstShift)) | (V & 0xffff) << I.DstShift;
  Dst[Lane] = V;
}

/// Moves one lane's value of one or more words to its registers.
HEDDLE_INLINE void loadLane(const DecodedInst &I, uint32_t *Dst, unsigned Lane,
                            MemType T, const uint8_t *P) {
  uint32_t Words[WholeQuad::Words];
  readWhole(T, Words, P);
  writeLane(I, Dst, Lane, Words[0]);
  for (unsigned Word = 1; Word * 4 < memBytes(T); ++Word)
    Dst[Word * Lanes + Lane] = Words[Word];
}

HEDDLE_INLINE void storeLane(const DecodedInst &I, const uint32_t *Data,
                             unsigned Lane, MemType T, uint8_t *P) {
  uint32_t Words[WholeQuad::Words] = {Data[Lane] >> I.Src[1].Shift};
  unsigned Bytes = memBytes(T);
  for (unsigned Word = 1; Word * 4 < Bytes; ++Word)
    Words[Word] = Data[Word * Lanes + Lane];
  if (T == MemType::B128)
    WholeQuad::write(P, Words);
  else if (T == MemType::B64)
    WholePair::write(P, Words);
  else
    copy(P, Words, Bytes);
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_MEMORYACCESS_H
