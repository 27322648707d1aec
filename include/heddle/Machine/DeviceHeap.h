//===- DeviceHeap.h - What kernels allocate ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks of a piece of global memory that kernels ask for with malloc. Freed
/// addresses are used again only when there are no others, so that a use after
/// free is found.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_DEVICEHEAP_H
#define HEDDLE_MACHINE_DEVICEHEAP_H

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace heddle::sm {

/// Safe to use from several host threads.
class DeviceHeap {
public:
  struct Block {
    uint64_t Address = 0;
    /// The size that was asked for.
    uint64_t Size = 0;
    bool IsFreed = false;
  };

  DeviceHeap(uint64_t Base, uint64_t Size) : Base(Base), End(Base + Size) {}

  /// The address of a new block, aligned to 16; 0 when there is no room or
  /// \p Size is 0.
  uint64_t allocate(uint64_t Size);
  /// Why \p Address cannot be freed; empty when it was.
  std::string release(uint64_t Address);
  /// How many blocks were freed so far: a cached place of a block is stale when
  /// there are more.
  uint64_t numFrees() const { return Frees.load(std::memory_order_acquire); }
  /// The block, not freed, that holds \p Address.
  std::optional<Block> find(uint64_t Address) const;
  /// The last block that starts at or below \p Address, freed or not.
  std::optional<Block> below(uint64_t Address) const;

private:
  const Block *lastFrom(uint64_t Address) const;
  uint64_t reuse(uint64_t Size);

  const uint64_t Base, End;
  mutable std::mutex Lock;
  /// By address. A block takes its size, rounded up, and a gap.
  std::map<uint64_t, Block> Blocks;
  std::atomic<uint64_t> Frees = 0;
  /// Everything from here on was never allocated.
  uint64_t Fresh = Base;
  /// No block of this size fits before another is freed.
  uint64_t TooLarge = ~uint64_t(0);
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_DEVICEHEAP_H
