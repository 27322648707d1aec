//===- NamedValues.h - What registers of the PTX hold, as text --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBSERVE_NAMEDVALUES_H
#define HEDDLE_OBSERVE_NAMEDVALUES_H

#include "heddle/Machine/LaneContext.h"
#include "heddle/Object/RegisterMap.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace heddle::sm {

/// A line for each register of the PTX function that the instruction at
/// \p Address is part of, in the order of their declaration: "%r1 = 7" where
/// all lanes in \p Mask have the same, else "%r1 = [0 - 8]", as valuesText
/// does. Integers are decimal if they are .s or .u or small, floats are
/// numbers; of a value of which a part is nowhere, "0x????????00001000". The
/// last line names those that are nowhere. \p NumLanes is how many lanes are
/// shown; 0: all.
std::vector<std::string> namedValues(const object::RegisterMap &Map,
                                     const LaneContext &L, uint32_t Address,
                                     uint32_t Mask, unsigned NumLanes);

/// The bits of one register in each lane.
struct NamedValue {
  std::string Type;
  std::array<uint64_t, Lanes> Bits = {};
};

/// Returns the value of the register \p Name in front of the instruction at
/// \p Address; none where that has no such register, or the value is not kept
/// as a whole.
std::optional<NamedValue> namedValue(const object::RegisterMap &Map,
                                     const LaneContext &L, uint32_t Address,
                                     llvm::StringRef Name);

} // namespace heddle::sm

#endif // HEDDLE_OBSERVE_NAMEDVALUES_H
