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
  writeLane(I, Dst, Lane, readWord(T, P));
  for (unsigned Word = 1; Word * 4 < memBytes(T); ++Word)
    Dst[Word * Lanes + Lane] = readWord(T, P + Word * 4);
}

HEDDLE_INLINE void storeLane(const DecodedInst &I, const uint32_t *Data,
                             unsigned Lane, MemType T, uint8_t *P) {
  uint32_t V = Data[Lane] >> I.Src[1].Shift;
  unsigned Bytes = memBytes(T);
  if (Bytes < 4) {
    copy(P, &V, Bytes);
    return;
  }
  copy(P, &V, 4);
  for (unsigned Word = 1; Word * 4 < Bytes; ++Word)
    copy(P + Word * 4, &Data[Word * Lanes + Lane], 4);
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_MEMORYACCESS_H
