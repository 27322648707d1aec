//===- WarpShadow.cpp - What of a warp's registers is undefined -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpShadow.h"
#include "llvm/ADT/bit.h"
#include <cassert>

namespace heddle::sanitize {

uint32_t Row::lanes() const {
  uint32_t Mask = 0;
  for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
    Mask |= uint32_t(Words[Lane] != 0) << Lane;
  return Mask;
}

void WarpShadow::start(unsigned Count) {
  Dirty.assign(Count, 0);
  Conditions = {};
  Addresses = {};
  NumDirty = NumFlags = 0;
  // Rows are as they were; those that are not dirty do not count.
}

void WarpShadow::note(unsigned N) {
  assert(N < Dirty.size() && N < Bits.size() && "no row of the warp");
  bool Is = Bits[N].lanes() != 0;
  NumDirty += Is;
  NumDirty -= Dirty[N];
  Dirty[N] = Is;
}

void WarpShadow::set(unsigned N, uint32_t Mask, uint32_t Of, const Row &NewBits,
                     const Row &NewOrigins) {
  if (N >= Dirty.size())
    return;
  if (Bits.size() < Dirty.size()) {
    Bits.resize(Dirty.size());
    Origins.resize(Dirty.size());
  }
  if (!Dirty[N])
    Bits[N] = Row();
  assert(Bits.size() == Origins.size() && "each row has bits and origins");
  for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane) {
    if (!(Mask >> Lane & 1))
      continue;
    Bits[N][Lane] = (Bits[N][Lane] & ~Of) | (NewBits[Lane] & Of);
    if (NewBits[Lane] & Of)
      Origins[N][Lane] = NewOrigins[Lane];
  }
  note(N);
}

void WarpShadow::clear(unsigned N, uint32_t Mask, uint32_t Of) {
  if (!isDirty(N))
    return;
  for (; Mask; Mask &= Mask - 1)
    Bits[N][unsigned(llvm::countr_zero(Mask))] &= ~Of;
  note(N);
}

void WarpShadow::setFlags(LaneFlags &Flags, uint32_t Mask,
                          const LaneFlags &To) {
  bool Was = Flags.Lanes != 0;
  Flags.Lanes = (Flags.Lanes & ~Mask) | (To.Lanes & Mask);
  for (uint32_t Rest = To.Lanes & Mask; Rest; Rest &= Rest - 1) {
    unsigned Lane = unsigned(llvm::countr_zero(Rest));
    Flags.Origins[Lane] = To.Origins[Lane];
  }
  NumFlags += Flags.Lanes != 0;
  NumFlags -= Was;
  assert(NumFlags <= Conditions.size() + Addresses.size() &&
         "more registers with open flags than there are");
}

} // namespace heddle::sanitize
