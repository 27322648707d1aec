//===- Memory.h - Memory that the device reaches ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pointers of the program are pointers of the device: there is one address
/// space. The SM knows the bounds of each allocation and names it in faults;
/// copies check the bounds before they run.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_MEMORY_H
#define HEDDLE_DRIVERAPI_MEMORY_H

#include "Pool.h"
#include "heddle/Machine/GlobalMemory.h"
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace heddle::driver {

struct Context;

struct Allocation {
  enum KindType : uint8_t {
    /// Allocated by cuMemAlloc and its like.
    DeviceOnly,
    Managed,
    /// Allocated by cuMemHostAlloc.
    Host,
    /// Registered by cuMemHostRegister.
    Registered,
    /// A variable of a module.
    Variable,
    /// The texels of an array.
    Array,
    /// Mapped by cuMemMap, and accessible.
    Mapped,
  };
  uint64_t Address = 0;
  uint64_t Bytes = 0;
  KindType Kind = DeviceOnly;
  CUcontext Owner = nullptr;
  unsigned Flags = 0;
  uint64_t Id = 0;
  /// The pool of an allocation by cuMemAllocAsync; null otherwise.
  std::shared_ptr<MemoryPool> Pool;
};

class DeviceMemory {
public:
  /// With \p IsLow, what is allocated lies below 4 GiB.
  DeviceMemory(uint64_t TotalBytes, bool IsLow);

  /// Called with address and size of memory that goes.
  std::function<void(uint64_t, uint64_t)> OnRelease;

  sm::GlobalMemory &global() { return Memory; }
  uint64_t total() const { return Total; }
  uint64_t free() const;

  /// Returns none if there is no room.
  std::optional<uint64_t> allocate(uint64_t Bytes, Allocation::KindType Kind,
                                   CUcontext Owner, unsigned Flags = 0,
                                   std::shared_ptr<MemoryPool> Pool = nullptr);
  /// Returns false if no allocation of the kinds \p Kinds begins at \p Address.
  bool release(uint64_t Address, llvm::ArrayRef<Allocation::KindType> Kinds);

  CUresult registerHost(void *Data, uint64_t Bytes, CUcontext Owner,
                        unsigned Flags);
  CUresult unregisterHost(void *Data);
  void releaseAllOf(CUcontext Owner);

  /// Says of \p Bytes at \p Address, which the process has mapped, that kernels
  /// reach them, or that they do so no longer.
  CUresult addMapped(uint64_t Address, uint64_t Bytes);
  void removeMapped(uint64_t Address);

  /// Whether \p Bytes from \p Address on are allocated: a part of one
  /// allocation, or mappings that follow each other.
  bool isWhole(uint64_t Address, uint64_t Bytes) const;

  /// Sets whether the variable of a module at \p Address is managed.
  void setManaged(uint64_t Address, bool Is);

  /// Returns the allocation, or the variable of a module, that contains
  /// \p Address.
  std::optional<Allocation> find(uint64_t Address) const;

private:
  using Table = std::map<uint64_t, Allocation>;
  Table::iterator remove(Table::iterator Which);

  uint64_t Total;
  sm::GlobalMemory Memory;
  /// The allocations by address.
  Table Allocations;
  /// The addresses of managed variables.
  std::set<uint64_t> ManagedVariables;
  uint64_t NextId = 0;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_MEMORY_H
