//===- VirtualMemory.h - Addresses and memory apart -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ranges of addresses that a program reserves, memory that it creates, and
/// where one is mapped into the other. Memory is a file of the host without a
/// name, so that it can be mapped at several places and handed to other
/// processes. Kernels reach a mapping from when it has been given access.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_VIRTUALMEMORY_H
#define HEDDLE_DRIVERAPI_VIRTUALMEMORY_H

#include "heddle-cuda/driver_types.h"
#include <cstdint>
#include <map>
#include <memory>

namespace heddle::driver {

class DeviceMemory;

/// Sizes and addresses are multiples of it.
inline constexpr uint64_t MappingUnit = uint64_t(2) << 20;

/// Memory of cuMemCreate, which is there until nothing maps it or names it.
class PhysicalMemory {
public:
  /// Takes \p File, of \p Bytes bytes, which \p Counted counts.
  PhysicalMemory(int File, uint64_t Bytes, const CUmemAllocationProp &What,
                 std::shared_ptr<uint64_t> Counted);
  ~PhysicalMemory();
  PhysicalMemory(const PhysicalMemory &) = delete;
  PhysicalMemory &operator=(const PhysicalMemory &) = delete;

  const int File;
  const uint64_t Bytes;
  const CUmemAllocationProp Properties;

private:
  /// The bytes of all such memory.
  std::shared_ptr<uint64_t> Counted;
};

struct Mapping {
  uint64_t Bytes = 0;
  std::shared_ptr<PhysicalMemory> Of;
  CUmemAccess_flags Access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
};

class VirtualMemory {
public:
  /// The bytes of memory that was created.
  uint64_t created() const { return *Created; }

  CUresult reserve(uint64_t Bytes, uint64_t Alignment, uint64_t Wanted,
                   uint64_t &Address);
  CUresult free(uint64_t Address, uint64_t Bytes);

  CUresult create(uint64_t Bytes, const CUmemAllocationProp &What,
                  CUmemGenericAllocationHandle &Handle);
  /// Makes a handle of memory that another process, or this one, has exported.
  CUresult import(int File, CUmemGenericAllocationHandle &Handle);
  CUresult release(CUmemGenericAllocationHandle Handle);
  /// Returns null if \p Handle names no memory.
  std::shared_ptr<PhysicalMemory>
  find(CUmemGenericAllocationHandle Handle) const;
  /// Finds the handle of the memory that is mapped at \p Address, and counts
  /// one more user of it.
  CUresult retain(uint64_t Address, CUmemGenericAllocationHandle &Handle);

  CUresult map(uint64_t Address, uint64_t Bytes, uint64_t Offset,
               CUmemGenericAllocationHandle Handle);
  CUresult unmap(uint64_t Address, uint64_t Bytes, DeviceMemory &Memory);
  CUresult setAccess(uint64_t Address, uint64_t Bytes, CUmemAccess_flags Access,
                     DeviceMemory &Memory);
  /// The mapping that has \p Address; null if there is none.
  const Mapping *findMapping(uint64_t Address) const;

private:
  using Table = std::map<uint64_t, Mapping>;
  struct Named {
    std::shared_ptr<PhysicalMemory> Memory;
    unsigned Users = 1;
  };

  CUmemGenericAllocationHandle name(std::shared_ptr<PhysicalMemory> Memory);
  bool isReserved(uint64_t Address, uint64_t Bytes) const;
  /// Whether mappings fill the range, and none is partly in it.
  bool isFilled(uint64_t Address, uint64_t Bytes) const;

  /// Sizes by address.
  std::map<uint64_t, uint64_t> Reservations;
  Table Mappings;
  std::map<CUmemGenericAllocationHandle, Named> Handles;
  uint64_t Serial = 0;
  std::shared_ptr<uint64_t> Created = std::make_shared<uint64_t>(0);
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_VIRTUALMEMORY_H
