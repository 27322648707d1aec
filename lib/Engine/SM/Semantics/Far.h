//===- Far.h - Where one lane's address of tx1 is ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a lane's address to the host's bytes, with the checks of each space;
/// for loads, stores and atomics alike.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_FAR_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_FAR_H

#include "MemoryAccess.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// The place of a lane's value. The words of a local value are one row apart.
struct FarPlace {
  uint8_t *Data;
  bool IsLocal;
};

/// A register, or a pair, plus the offset.
template <bool IsPair>
HEDDLE_INLINE uint64_t farAddress(const DecodedInst &I, const uint32_t *Row,
                                  unsigned Lane) {
  if constexpr (!IsPair)
    return uint32_t(Row[Lane] + I.Imm);
  return (uint64_t(Row[Lanes + Lane]) << 32 | Row[Lane]) +
         uint64_t(int64_t(int32_t(I.Imm)));
}

/// The bytes of one lane's access; Data is null with the fault set.
HEDDLE_INLINE FarPlace farPlace(const DecodedInst &I, LaneContext &L,
                                Space Where, bool IsWrite, MemType T,
                                unsigned Lane, uint64_t Address) {
  /// Addresses below this are null pointers with an offset.
  constexpr uint64_t NullPage = 4096;
  if (Where == Space::Generic) {
    GenericPlace P = placeOf(Address);
    Where = P.Where;
    Address = P.Address;
  }
  uint32_t Bytes = memBytes(T);
  AccessFault::ReasonKind Reason = AccessFault::OutOfBounds;
  auto Holds = [&](uint64_t Low, uint64_t Size) {
    return Size >= Bytes && Address >= Low && Address <= Size - Bytes;
  };
  if (Where == Space::Global && Address < NullPage) {
    Reason = AccessFault::Null;
  } else if (Address & (Bytes - 1)) {
    Reason = AccessFault::Misaligned;
  } else if (Where == Space::Global) {
    FarWindow &M = L.FarGlobal[IsWrite][I.Slot];
    auto Fits = [&] {
      return M.Size >= Bytes && Address - M.Base <= M.Size - Bytes;
    };
    if (!Fits())
      M = L.FindFarGlobal(L.GlobalMemory, Address, IsWrite);
    if (Fits())
      return {M.Data + (Address - M.Base), false};
  } else if (Where == Space::Shared) {
    if (Holds(IsWrite ? L.SharedLow : 0, L.SharedBytes))
      return {L.Shared + Address, false};
  } else if (Where == Space::Local) {
    if (Holds(0, L.LocalBytes))
      return {
          reinterpret_cast<uint8_t *>(L.Local + (Address >> 2) * Lanes + Lane) +
              (Address & 3),
          true};
  } else if (Where == Space::Const) {
    const Window &Bank = L.Banks[I.Sub[2]];
    if (Holds(0, Bank.Size) && !IsWrite)
      return {Bank.Data + Address, false};
  }
  fail(L, Reason, Where, IsWrite, T, Lane, Address);
  return {nullptr, false};
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_FAR_H
