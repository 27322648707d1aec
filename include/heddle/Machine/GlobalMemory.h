//===- GlobalMemory.h - The 4 GiB that g[] reaches --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registered buffers in a 32-bit address space. Each access is checked against
/// them; what lies between is unmapped, and page 0 never belongs to a buffer.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_GLOBALMEMORY_H
#define HEDDLE_MACHINE_GLOBALMEMORY_H

#include "heddle/ABI/Address.h"
#include "heddle/Machine/DeviceHeap.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::sm {

struct Buffer {
  enum KindType : uint8_t {
    /// Allocated by a host.
    Allocation,
    /// A .global variable of a module.
    Variable,
    /// What kernels allocate from.
    Heap,
  };
  std::string Name;
  abi::Address Address;
  uint64_t Size = 0;
  uint8_t *Data = nullptr;
  KindType Kind = Allocation;
  /// Accesses are faults from then on; Data is null.
  bool IsFreed = false;
};

class GlobalMemory {
public:
  /// Reserves \p Size zeroed bytes at an address aligned to 256. A gap of at
  /// least 256 unmapped bytes follows each buffer. Addresses of freed buffers
  /// are used again only when there are no others. Fails when the address space
  /// or the host's memory is used up.
  llvm::Expected<abi::Address>
  allocate(uint64_t Size, llvm::StringRef Name,
           Buffer::KindType Kind = Buffer::Allocation);

  /// Frees the buffer at \p BufferAddress. Its addresses stay unused as long as
  /// there are others, so that whoever still uses them is found. False: there
  /// is no such buffer, or it was freed already.
  bool release(abi::Address BufferAddress);

  /// The buffer that holds \p A, or null.
  const Buffer *find(abi::Address A) const;
  /// The buffer nearest to \p A, freed or not, for fault reports; null
  /// without buffers.
  const Buffer *nearest(abi::Address A) const;

  /// Makes a heap of \p Size bytes, unless there is one.
  llvm::Error makeHeap(uint64_t Size);
  /// Null without.
  DeviceHeap *heap() { return Heap.get(); }
  const DeviceHeap *heap() const { return Heap.get(); }

  llvm::MutableArrayRef<uint8_t> bytes(abi::Address BufferAddress);
  /// Where \p Byte is, if a buffer has it.
  std::optional<abi::Address> addressOf(const uint8_t *Byte) const;
  const std::vector<Buffer> &buffers() const { return Buffers; }

private:
  struct FreeBytes {
    void operator()(uint8_t *Bytes) const { std::free(Bytes); }
  };

  /// The index in Buffers of a new buffer, and its address; -1: no room.
  std::pair<ptrdiff_t, abi::Address> place(uint64_t Size);

  /// In order of their addresses.
  std::vector<Buffer> Buffers;
  std::vector<std::unique_ptr<uint8_t[], FreeBytes>> Storage;
  std::unique_ptr<DeviceHeap> Heap;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_GLOBALMEMORY_H
