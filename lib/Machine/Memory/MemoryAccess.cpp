//===- MemoryAccess.cpp - What an instruction accesses --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/MemoryAccess.h"
#include "heddle/Machine/ImageTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cassert>

namespace heddle::sm {

MemoryAccess &AccessList::add(Space Where, AccessKind Kind, unsigned Bytes) {
  assert(Bytes && Bytes <= UINT8_MAX && "an access of no size that counts");
  Items.resize_for_overwrite(Items.size() + 1);
  MemoryAccess &A = Items.back();
  A.Where = Where;
  A.Kind = Kind;
  A.Bank = 0;
  A.Bytes = uint8_t(Bytes);
  A.Mask = AllLanes;
  A.Shape = AddressShape::Other;
  return A;
}

/// $a + offset, as s[], l[] and c[] are addressed.
static void setOffset(MemoryAccess &A, const LaneContext &L, unsigned Register,
                      uint32_t Offset) {
  assert(Register < std::size(L.AddressRegs) && "no address register");
  A.Shape = L.Shapes[Register];
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    A.Address[Lane] = (L.AddressRegs[Register][Lane] + Offset) & ~L.AddressCut;
}

/// A register, or a pair in global and generic memory, plus an offset.
static uint64_t farAddress(const DecodedInst &I, const LaneContext &L,
                           unsigned Lane) {
  assert(I.isFar() && Lane < Lanes && "no address in a register");
  const uint32_t *Row =
      L.Base[I.Src[0].Base] + size_t(I.Src[0].Row) * Lanes + Lane;
  if (I.space() != Space::Global && I.space() != Space::Generic)
    return uint32_t(Row[0] + I.Imm);
  return (uint64_t(Row[Lanes]) << 32 | Row[0]) +
         uint64_t(int64_t(int32_t(I.Imm)));
}

void AccessList::collectFar(const DecodedInst &I, const LaneContext &L) {
  if (I.space() != Space::Generic) {
    MemoryAccess &A = add(I.space(), I.access(), memBytes(I.memType()));
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      A.Address[Lane] = farAddress(I, L, Lane);
    return;
  }
  for (Space Where :
       {Space::Global, Space::Shared, Space::Local, Space::Const}) {
    MemoryAccess &A = add(Where, I.access(), memBytes(I.memType()));
    A.Mask = 0;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      GenericPlace Place = placeOf(farAddress(I, L, Lane));
      A.Address[Lane] = Place.Address;
      A.Mask |= uint32_t(Place.Where == Where) << Lane;
    }
    if (!A.Mask)
      Items.pop_back();
  }
}

MemoryAccess &AccessList::imageItem(size_t First, const DecodedInst &I,
                                    unsigned Bytes, unsigned Lane) {
  for (MemoryAccess &A : llvm::drop_begin(Items, First))
    if (A.Bytes == Bytes && !(A.Mask >> Lane & 1))
      return A;
  MemoryAccess &A = add(Space::Global, I.imageAccess(), Bytes);
  A.Mask = 0;
  A.Address.fill(0);
  return A;
}

/// Collects the places of active lanes only: handles of others may be anything.
void AccessList::collectImage(const DecodedInst &I, const LaneContext &L) {
  if (I.imageAccess() == AccessKind::None)
    return;
  const size_t First = Items.size();
  for (uint32_t Left = L.Active; Left; Left &= Left - 1) {
    const auto Lane = unsigned(llvm::countr_zero(Left));
    const ImagePlaces Of = imagePlaces(I, L, Lane);
    for (abi::Address At : Of.Places) {
      MemoryAccess &A = imageItem(First, I, Of.Bytes, Lane);
      A.Mask |= uint32_t(1) << Lane;
      A.Address[Lane] = At.value();
    }
  }
}

void AccessList::collect(const DecodedInst &I, const LaneContext &L) {
  Items.clear();
  for (const MemoryOperand &M : I.Mem) {
    if (M.Space == MemoryOperand::None)
      continue;
    MemoryAccess &A =
        add(M.Space == MemoryOperand::Shared ? Space::Shared : Space::Const,
            AccessKind::Load, memBytes(M.Type));
    A.Bank = M.Space == MemoryOperand::Const ? M.Bank : 0;
    setOffset(A, L, M.AddressReg, M.Offset);
  }
  if (I.unit() == Unit::Texture)
    return collectImage(I, L);
  if (I.access() == AccessKind::None)
    return;
  if (I.isFar())
    return collectFar(I, L);
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
