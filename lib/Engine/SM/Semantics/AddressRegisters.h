//===- AddressRegisters.h - Writing $a --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every write of an address register records how the values of its lanes are
/// related, which decides how memory is accessed through it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_ADDRESSREGISTERS_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_ADDRESSREGISTERS_H

#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// $a := Value(lane), and what its lanes have in common.
template <bool Full, class ValueT>
HEDDLE_INLINE void setAddress(LaneContext &L, unsigned Register, uint32_t Mask,
                              ValueT Value) {
  uint32_t *Dst = L.AddressRegs[Register];
  U32 First = splat(0);
  S32 Differs = S32{}, Strays = S32{};
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    put<Full>(Dst, Lane, Mask, Value(Lane));
    U32 V = load(Dst + Lane);
    if (Lane == 0)
      First = splat(V[0]);
    Differs |= (S32)(V != First);
    Strays |= (S32)(V != First + (laneNumbers() + Lane) * 4);
  }
  L.Shapes[Register] = !any(Differs)  ? AddressShape::Uniform
                       : !any(Strays) ? AddressShape::Words
                                      : AddressShape::Other;
}

/// $a\p To := $a\p From + \p Sum, a number of 16 bits.
template <bool Full>
HEDDLE_INLINE void addToAddress(LaneContext &L, unsigned To, unsigned From,
                                uint32_t Sum, uint32_t Mask) {
  // The upper half of the numbers subtracts, unless there is nothing to
  // subtract from.
  const uint32_t *A = L.AddressRegs[From];
  uint32_t Back = Sum & 0x8000 ? 0x10000 - Sum : 0;
  if (Full && L.Shapes[From] == AddressShape::Uniform) [[likely]] {
    uint32_t One = A[0] + Sum - (Back && A[0] >= Back ? 0x10000 : 0);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      store(L.AddressRegs[To] + Lane, splat(One));
    L.Shapes[To] = AddressShape::Uniform;
    return;
  }
  setAddress<Full>(L, To, Mask, [&](unsigned Lane) {
    U32 V = load(A + Lane);
    U32 Subtracts = (U32)(V >= splat(Back)) & (Back ? ~0u : 0);
    return V + Sum - (Subtracts & 0x10000);
  });
}

/// The post-increment of an operand in s[], or of the instruction's own
/// address, whose Mem[0] is no operand and has the bytes as its offset.
template <bool Full>
HEDDLE_INLINE void stepAddress(LaneContext &L, const MemoryOperand &M,
                               uint32_t Mask) {
  const auto Step =
      uint16_t(M.Space == MemoryOperand::None ? M.Offset : uint16_t(M.Step));
  addToAddress<Full>(L, M.AddressReg, M.AddressReg, Step, Mask);
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_ADDRESSREGISTERS_H
