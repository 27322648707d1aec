//===- DeviceHeap.cpp - What kernels allocate -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/DeviceHeap.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

namespace heddle::sm {

static constexpr uint64_t Alignment = 16;

/// The bytes that a block takes, with a gap behind it that no block has.
static uint64_t extent(uint64_t Size) {
  return llvm::alignTo(Size, Alignment) + Alignment;
}

uint64_t DeviceHeap::allocate(uint64_t Size) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Size == 0 || Size > End - Base || Size >= TooLarge)
    return 0;
  uint64_t Address = Fresh;
  if (extent(Size) <= End - Fresh)
    Fresh += extent(Size);
  else
    Address = reuse(Size);
  assert((!Address || !Blocks.count(Address)) && "a block given away twice");
  if (Address)
    Blocks[Address] = {Address, Size, false};
  else
    TooLarge = Size;
  return Address;
}

/// The first run of freed blocks that has room, which are then forgotten.
uint64_t DeviceHeap::reuse(uint64_t Size) {
  auto First = Blocks.begin();
  uint64_t Start = Base;
  for (auto Next = Blocks.begin();; ++Next) {
    bool IsLast = Next == Blocks.end();
    if (IsLast || !Next->second.IsFreed) {
      uint64_t Stop = IsLast ? Fresh : Next->first;
      if (Stop - Start >= extent(Size)) {
        Blocks.erase(First, Next);
        return Start;
      }
      if (IsLast)
        return 0;
      First = std::next(Next);
      Start = Next->first + extent(Next->second.Size);
    }
  }
}

const DeviceHeap::Block *DeviceHeap::lastFrom(uint64_t Address) const {
  auto It = Blocks.upper_bound(Address);
  return It == Blocks.begin() ? nullptr : &std::prev(It)->second;
}

std::string DeviceHeap::release(uint64_t Address) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto It = Blocks.find(Address);
  if (It == Blocks.end())
    return "is no block of the device heap";
  if (It->second.IsFreed)
    return "was freed already";
  assert(It->second.Address == Address && "a block under another address");
  It->second.IsFreed = true;
  Frees.fetch_add(1, std::memory_order_release);
  TooLarge = ~uint64_t(0);
  return {};
}

std::optional<DeviceHeap::Block> DeviceHeap::find(uint64_t Address) const {
  std::lock_guard<std::mutex> Guard(Lock);
  const Block *B = lastFrom(Address);
  if (!B || B->IsFreed || Address - B->Address >= B->Size)
    return std::nullopt;
  return *B;
}

std::optional<DeviceHeap::Block> DeviceHeap::below(uint64_t Address) const {
  std::lock_guard<std::mutex> Guard(Lock);
  const Block *B = lastFrom(Address);
  if (!B)
    return std::nullopt;
  return *B;
}

} // namespace heddle::sm
