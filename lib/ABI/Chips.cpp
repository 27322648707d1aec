//===- Chips.cpp - The chips code can be made for -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Chips.h"
#include "heddle/ABI/TargetArch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace heddle::abi {

namespace features {
/// A row for each feature of each chip.
struct FeatureOfChip {
  uint32_t ComputeCapability;
  Feature Has;
};
#define GET_ChipTable_IMPL
#define GET_FeatureTable_IMPL
#define GET_FeatureOfChipTable_DECL
#define GET_FeatureOfChipTable_IMPL
#include "ChipTable.inc"
} // namespace features
using features::ChipTable;
using features::lookupChip;

ArrayRef<Chip> chips() { return ChipTable; }

SmallVector<const Chip *, 8> targetChips() {
  SmallVector<const Chip *, 8> List;
  for (const Chip &C : ChipTable)
    List.push_back(&C);
  return List;
}

std::string targetChipNames() {
  const SmallVector<const Chip *, 8> List = targetChips();
  std::string Names = List.front()->Name;
  for (const Chip *C : ArrayRef(List).drop_front())
    Names += std::string(C == List.back() ? " or " : ", ") + C->Name;
  return Names;
}

Error unknownChip(StringRef Name) {
  std::string Known;
  for (const Chip *C : targetChips())
    Known += (Known.empty() ? "" : ", ") + describeChip(*C);
  return createStringError("unknown chip '" + Name + "'; " +
                           nearestArchs(Name) + "known: " + Known);
}

Error checkArch(StringRef Arch, bool AllowVirtual) {
  const Chip *C = findChip(Arch);
  if (!C)
    return unknownChip(Arch);
  if (isVirtualArch(Arch)) {
    if (AllowVirtual)
      return Error::success();
    return createStringError("'" + Arch +
                             "' is a virtual architecture, for "
                             "which no code can be made");
  }
  return Error::success();
}

const Chip *findChip(uint32_t ComputeCapability) {
  return lookupChip(ComputeCapability);
}

bool Chip::has(Feature F) const {
  return features::lookupFeatureOfChip(ComputeCapability, F);
}

const FeatureInfo &featureInfo(Feature F) { return features::FeatureTable[F]; }

std::optional<Feature> findFeature(StringRef Name) {
  for (auto [N, Info] : enumerate(features::FeatureTable))
    if (Name == Info.Name)
      return static_cast<Feature>(N);
  return std::nullopt;
}

const Chip &lowestChipWith(Feature F) {
  const Chip *Lowest =
      find_if(ChipTable, [&](const Chip &C) { return C.has(F); });
  assert(Lowest != std::end(ChipTable) && "a feature that no chip has");
  return *Lowest;
}

std::string describeChip(const Chip &C) {
  if (C.Silicon)
    return (Twine(C.Name) + " (" + C.SmName + ")").str();
  return (Twine(C.Name) + " (any target from " + C.SmName + " on)").str();
}

bool isVirtualArch(StringRef Name) { return Name.starts_with("compute_"); }

const Chip *findChip(StringRef Name) {
  for (const Chip &C : ChipTable)
    if (Name == C.Name)
      return &C;
  const TargetArch *Arch = findTargetArch(Name);
  if (!Arch)
    return nullptr;
  const Chip *Silicon = lookupChip(Arch->Number);
  return Silicon ? Silicon : findChip("tx1");
}

} // namespace heddle::abi
