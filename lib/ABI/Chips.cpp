//===- Chips.cpp - The chips code can be made for -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Chips.h"
#include <string>

using namespace llvm;

namespace heddle::abi {

#define GET_ChipTable_DECL
#define GET_ChipTable_IMPL
#include "ChipTable.inc"

ArrayRef<Chip> chips() { return ChipTable; }

const Chip *findChip(uint32_t ComputeCapability) {
  return lookupChip(ComputeCapability);
}

bool isVirtualArch(StringRef Name) { return Name.starts_with("compute_"); }

const Chip *findChip(StringRef Name) {
  for (const Chip &C : ChipTable)
    if (Name == C.Name)
      return &C;
  if (!Name.consume_front("sm_") && !Name.consume_front("compute_"))
    return nullptr;
  // sm_90a and sm_100f name variants of a capability.
  unsigned Number = 0;
  if (Name.consumeInteger(10, Number))
    return nullptr;
  constexpr unsigned FirstExtended = 20;
  if (Number >= FirstExtended)
    return Name.empty() || Name == "a" || Name == "f" ? findChip("tx1")
                                                      : nullptr;
  return Name.empty() ? lookupChip(Number) : nullptr;
}

} // namespace heddle::abi
