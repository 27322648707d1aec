//===- WarpShadow.h - What of a warp's registers is undefined ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A bit of a shadow is 1 where the bit of the register is undefined. Each lane
/// of a register also has its origin, the number of what made it undefined;
/// that means something where a bit is 1. Registers that nothing was written to
/// are defined: what a register of the PTX is before it is written, the code
/// makes, and what it does not make is of no use.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_WARPSHADOW_H
#define HEDDLE_LIB_SANITIZE_WARPSHADOW_H

#include "heddle/Machine/LaneContext.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <cassert>
#include <vector>

namespace heddle::sanitize {

/// Calls \p Fn with each lane of \p Mask.
template <class FnT> void eachLane(uint32_t Mask, FnT Fn) {
  for (; Mask; Mask &= Mask - 1)
    Fn(unsigned(llvm::countr_zero(Mask)));
}

/// 0: none.
using OriginRef = uint32_t;

/// One word of each lane.
struct alignas(64) Row {
  std::array<uint32_t, sm::Lanes> Words = {};

  uint32_t &operator[](unsigned Lane) { return Words[Lane]; }
  uint32_t operator[](unsigned Lane) const { return Words[Lane]; }
  /// The lanes whose word is not 0.
  uint32_t lanes() const;
};

/// Flags, or addresses, of each lane: undefined or not.
struct LaneFlags {
  uint32_t Lanes = 0;
  std::array<OriginRef, sm::Lanes> Origins = {};
};

class WarpShadow {
public:
  /// Whether nothing is undefined: no operation but a load makes a value
  /// undefined.
  bool isQuiet() const { return !NumDirty && !NumFlags; }

  /// Starts a warp that has \p Count rows.
  void start(unsigned Count);

  bool isDirty(unsigned N) const { return N < Dirty.size() && Dirty[N]; }
  /// The undefined bits, and their origins, of row \p N, which is dirty.
  const Row &bits(unsigned N) const { return Bits[N]; }
  const Row &origins(unsigned N) const { return Origins[N]; }

  /// Sets the bits in \p Of of row \p N, for the lanes in \p Mask.
  void set(unsigned N, uint32_t Mask, uint32_t Of, const Row &NewBits,
           const Row &NewOrigins);
  /// Makes these bits defined.
  void clear(unsigned N, uint32_t Mask, uint32_t Of = ~uint32_t(0));

  /// A bit of $c[\p Register].
  const LaneFlags &condition(unsigned Register, unsigned Bit) const {
    assert(Register < 4 && Bit < 4 && "no bit of a condition register");
    return Conditions[Register * 4 + Bit];
  }
  void setCondition(unsigned Register, unsigned Bit, uint32_t Mask,
                    const LaneFlags &To) {
    setFlags(Conditions[Register * 4 + Bit], Mask, To);
  }
  /// $a[\p Register].
  const LaneFlags &address(unsigned Register) const {
    return Addresses[Register];
  }
  void setAddress(unsigned Register, uint32_t Mask, const LaneFlags &To) {
    setFlags(Addresses[Register], Mask, To);
  }

private:
  void setFlags(LaneFlags &Flags, uint32_t Mask, const LaneFlags &To);
  void note(unsigned N);

  /// Rows and flags with something undefined.
  unsigned NumDirty = 0, NumFlags = 0;
  std::vector<uint8_t> Dirty;
  /// Made when the first row is.
  std::vector<Row> Bits, Origins;
  std::array<LaneFlags, 16> Conditions;
  std::array<LaneFlags, 5> Addresses;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_WARPSHADOW_H
