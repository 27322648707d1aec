//===- MemorySnapshot.cpp - Pages to try instructions on ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MemorySnapshot.h"
#include <algorithm>
#include <cassert>

namespace heddle::sm {

/// No access is wider than what its address is aligned to, and none of that
/// size crosses such a page.
static constexpr uint64_t PageBytes = 4096;

void MemorySnapshot::lead(LaneContext &L) {
  if (L.GlobalMemory != this) {
    assert((!Memory || Memory == L.GlobalMemory) && "of another memory");
    Memory = L.GlobalMemory;
    FindReal = L.FindFarGlobal;
  }
  L.GlobalMemory = this;
  L.FindFarGlobal = findPage;
  // The cached windows are of the real memory.
  L.forgetFarWindows();
}

FarWindow MemorySnapshot::findPage(const void *Snapshot, uint64_t Address,
                                   bool IsWrite) {
  // Handlers know memory as something constant, whose finder fills it.
  auto *Self = const_cast<MemorySnapshot *>(
      static_cast<const MemorySnapshot *>(Snapshot));
  return Self->find(Address, IsWrite);
}

FarWindow MemorySnapshot::find(uint64_t Address, bool IsWrite) {
  auto It = Pages.upper_bound(Address);
  bool IsThere = false;
  if (It != Pages.begin()) {
    --It;
    IsThere = Address - It->first < It->second.Bytes.size();
  }
  if (!IsThere) {
    FarWindow Real = FindReal(Memory, Address, /*IsWrite=*/false);
    if (Address - Real.Base >= Real.Size)
      return FarWindow{};
    const uint64_t Start = std::max(Address / PageBytes * PageBytes, Real.Base);
    const uint64_t Size = std::min(PageBytes - Start % PageBytes,
                                   Real.Size - (Start - Real.Base));
    assert(Size && Start + Size <= Real.Base + Real.Size &&
           "a page beyond its buffer");
    const uint8_t *From = Real.Data + (Start - Real.Base);
    const FarWindow Writable = FindReal(Memory, Address, /*IsWrite=*/true);
    It = Pages
             .insert_or_assign(Start,
                               Page{std::vector<uint8_t>(From, From + Size),
                                    Address - Writable.Base < Writable.Size})
             .first;
  }
  if (IsWrite && !It->second.IsWritable)
    return FarWindow{};
  assert(Address - It->first < It->second.Bytes.size() &&
         "a page without the address");
  return FarWindow{It->first, It->second.Bytes.size(), It->second.Bytes.data()};
}

} // namespace heddle::sm
