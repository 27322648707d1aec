//===- MemoryAccess.cpp - What an instruction accesses --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/MemoryAccess.h"
#include <algorithm>

namespace heddle::sm {

MemoryAccess &AccessList::add(Space Where, AccessKind Kind, unsigned Bytes) {
  MemoryAccess &A = Items[Count++];
  A.Where = Where;
  A.Kind = Kind;
  A.Bank = 0;
  A.Bytes = uint8_t(Bytes);
  return A;
}

/// $a + offset, as s[], l[] and c[] are addressed.
static void setOffset(MemoryAccess &A, const LaneContext &L, unsigned Register,
                      uint32_t Offset) {
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    A.Address[Lane] = (L.AddressRegs[Register][Lane] + Offset) & ~L.AddressCut;
}

void AccessList::collect(const DecodedInst &I, const LaneContext &L) {
  Count = 0;
  for (const MemoryOperand &M : I.Mem) {
    if (M.Space == MemoryOperand::None)
      continue;
    MemoryAccess &A =
        add(M.Space == MemoryOperand::Shared ? Space::Shared : Space::Const,
            AccessKind::Load, memBytes(M.Type));
    A.Bank = M.Bank;
    setOffset(A, L, M.AddressReg, M.Offset);
  }
  if (I.access() == AccessKind::None)
    return;
  MemoryAccess &A = add(I.space(), I.access(), memBytes(I.memType()));
  if (I.space() == Space::Const)
    A.Bank = I.Sub[2];
  if (I.space() == Space::Global)
    std::copy_n(L.Base[I.Src[0].Base] + size_t(I.Src[0].Row) * Lanes, Lanes,
                A.Address.begin());
  else
    setOffset(A, L, I.Sub[0], I.Imm);
}

} // namespace heddle::sm
