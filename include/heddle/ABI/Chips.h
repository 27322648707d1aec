//===- Chips.h - The chips code can be made for -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One row a chip and one a feature, generated from Features.td. A chip says
/// which instructions exist; how many registers and warps an SM has is a
/// Geometry.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_CHIPS_H
#define HEDDLE_ABI_CHIPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace heddle::abi {

/// Scope of the generated enumerators.
namespace features {
#define GET_Feature_DECL
#include "ChipTable.inc"
} // namespace features

/// Something that not every chip can do; an enumerator for each of
/// Features.td.
using Feature = features::Feature;

struct FeatureInfo {
  /// "global-atomics"; also the back end's name for it.
  const char *Name;
  /// The ability of a chip with it, in Markdown.
  const char *Summary;
};

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
  /// The LLVM triple of its TargetModel.
  const char *Triple;

  bool has(Feature F) const;
};

/// All chips, by compute capability.
llvm::ArrayRef<Chip> chips();

/// The chips that code can be made for, by compute capability.
llvm::SmallVector<const Chip *, 8> targetChips();

/// The names of targetChips(), as help texts list them: "g80, g84 or gt200".
std::string targetChipNames();

/// The chip that an -arch value or a PTX target names: "g80", "sm_10",
/// "compute_10". An architecture of targetArchs() that no silicon here has is
/// of the chip "tx1". Null for any other name.
const Chip *findChip(llvm::StringRef Name);

/// The chip whose objects carry \p ComputeCapability; null when there is none.
const Chip *findChip(uint32_t ComputeCapability);

const FeatureInfo &featureInfo(Feature F);

/// The feature called \p Name, as FeatureInfo has it; nothing for another name.
std::optional<Feature> findFeature(llvm::StringRef Name);

/// The chip of the least compute capability that has \p F.
const Chip &lowestChipWith(Feature F);

/// How messages name a chip: "g84 (sm_11)", or, where it is no silicon, "tx1
/// (any target from sm_20 on)".
std::string describeChip(const Chip &C);

/// The name of \p C in reports in the form of other tools: "sm_10" for silicon,
/// but "tx1" for the chip that stands for many.
inline const char *reportedName(const Chip &C) {
  return C.Silicon ? C.SmName : C.Name;
}

/// The error "unknown chip 'NAME'; near it: …; known: …", which lists the chips
/// that code can be made for.
llvm::Error unknownChip(llvm::StringRef Name);

/// An error, fit to be shown, unless \p Arch names a chip that code can be made
/// for, or, if \p AllowVirtual, one that only checks.
llvm::Error checkArch(llvm::StringRef Arch, bool AllowVirtual);

/// "compute_NN": a virtual architecture, for which PTX is only checked.
bool isVirtualArch(llvm::StringRef Name);

} // namespace heddle::abi

#endif // HEDDLE_ABI_CHIPS_H
