//===- Chips.h - The chips code can be made for -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One row a chip, generated from lib/ABI/Chips.td. A chip says which
/// instructions exist; how many registers and warps an SM has is a Geometry.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_CHIPS_H
#define HEDDLE_ABI_CHIPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace heddle::abi {

struct Chip {
  /// "g80"; also the back end's CPU name.
  const char *Name;
  /// "sm_10"
  const char *SmName;
  /// 10 for g80; what the low byte of an object's e_flags holds.
  uint32_t ComputeCapability;
  /// Real silicon, as opposed to GT200 with the extension set.
  bool Silicon;
  /// Name of the geometry that a launch uses unless told otherwise.
  const char *GeometryName;
};

/// All chips, by compute capability.
llvm::ArrayRef<Chip> chips();

/// The chip that an -arch value or a PTX target names: "g80", "sm_10",
/// "compute_10"; "sm_NN" and "compute_NN" from 20 on are "tx1", with or without
/// a trailing letter. Null for any other name.
const Chip *findChip(llvm::StringRef Name);

/// The chip whose objects carry \p ComputeCapability; null when there is none.
const Chip *findChip(uint32_t ComputeCapability);

/// "compute_NN": a virtual architecture, for which PTX is only checked.
bool isVirtualArch(llvm::StringRef Name);

} // namespace heddle::abi

#endif // HEDDLE_ABI_CHIPS_H
