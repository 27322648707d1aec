//===- RegisterValues.h - What registers hold, as text ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_REGISTERVALUES_H
#define HEDDLE_MACHINE_REGISTERVALUES_H

#include "heddle/Machine/LaneContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace heddle::sm {

/// A register of a machine instruction.
struct RegisterUse {
  enum KindType : uint8_t {
    /// Sixteen bits; Number is twice the register's, plus one for the high
    /// half.
    Half,
    Word,
    Pair,
    Quad,
    Condition,
    Address,
  };
  KindType Kind = Word;
  unsigned Number = 0;
  /// "$r1".
  std::string Name;
};

/// "7" where all lanes in \p Mask have the same, else the values of the lanes
/// from 0 on, a '-' for one that is not in \p Mask: "[0 - 8]". \p NumLanes is
/// how many lanes are shown; 0: all.
std::string lanesText(uint32_t Mask, unsigned NumLanes,
                      llvm::function_ref<std::string(unsigned)> ValueOf);

/// "$r1=0x7" where all lanes in \p Mask have the same, else the values of the
/// lanes from 0 on, a '-' for one that is not in \p Mask: "$r1=[0x0 - 0x8]".
/// Condition codes show the lanes in which each bit is set. \p NumLanes is how
/// many lanes are shown; 0: all.
std::string valuesText(const LaneContext &L, const RegisterUse &R,
                       uint32_t Mask, unsigned NumLanes);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_REGISTERVALUES_H
