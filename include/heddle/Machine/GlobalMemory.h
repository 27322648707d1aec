//===- GlobalMemory.h - What g[] reaches ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The buffers of global memory. Each access is checked against them; what lies
/// between is unmapped, and page 0 never belongs to a buffer. Their addresses
/// are the arena's, below 4 GiB, or those of their bytes on the host.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_GLOBALMEMORY_H
#define HEDDLE_MACHINE_GLOBALMEMORY_H

#include "heddle/ABI/Address.h"
#include "heddle/Machine/DeviceHeap.h"
#include "heddle/Machine/LaneContext.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

namespace heddle::sm {

class HostPages;

/// The meaning of addresses of global memory.
enum class AddressModel : uint8_t {
  /// Numbers of the device's own, below 4 GiB, which all chips reach. Nobody
  /// but the launch changes the bytes while it runs.
  Arena,
  /// The addresses of the bytes on the host, for chips with 64-bit pointers.
  /// Memory of the host can be registered. Other threads may change bytes at
  /// any time.
  Host,
  /// As Host; memory in no buffer is the host's, as far as the host has it
  /// mapped.
  Raw,
  /// As Host, with all buffers but registered ones below 4 GiB, which chips
  /// with 32-bit pointers reach, too.
  LowHost,
};

struct Buffer {
  enum KindType : uint8_t {
    /// Allocated by a host.
    Allocation,
    /// A .global variable of a module.
    Variable,
    /// The memory that kernels allocate from.
    Heap,
    /// The host's own, and only known here.
    Registered,
  };
  std::string Name;
  abi::Address Address;
  uint64_t Size = 0;
  uint8_t *Data = nullptr;
  KindType Kind = Allocation;
  /// Accesses are faults from then on; Data is null.
  bool IsFreed = false;
  /// How many were freed before and with it.
  uint64_t WhenFreed = 0;
  /// Writes are faults.
  bool IsReadOnly = false;
  /// The host has written none of its bytes, as far as checkers go.
  bool IsUndefined = false;
};

/// Safe to use from several host threads, but for what hands out references to
/// buffers, which is for owners that are alone with it.
class GlobalMemory {
public:
  /// Has at most \p Limit bytes of buffers, registered ones apart.
  explicit GlobalMemory(AddressModel Model = AddressModel::Arena,
                        uint64_t Limit = ~uint64_t(0));
  ~GlobalMemory();
  GlobalMemory(const GlobalMemory &) = delete;
  GlobalMemory &operator=(const GlobalMemory &) = delete;

  AddressModel model() const { return Model; }
  /// Whether others than a launch may change the bytes while it runs.
  bool isShared() const { return Model != AddressModel::Arena; }
  /// Whether 32 bits are enough for the address of every buffer that allocate()
  /// makes.
  bool isLow() const {
    return Model == AddressModel::Arena || Model == AddressModel::LowHost;
  }
  /// Bytes of all buffers that were allocated and not freed.
  uint64_t used() const;

  /// The alignment of every buffer.
  static constexpr uint64_t LeastAlign = 256;

  /// Reserves \p Size zeroed bytes at an address aligned to \p Align, a power
  /// of two of at least LeastAlign. A gap of at least 256 unmapped bytes
  /// follows each buffer. Addresses of freed buffers are used again when there
  /// are no others, or thousands were freed since. Fails when the address space
  /// or the host's memory is used up.
  llvm::Expected<abi::Address>
  allocate(uint64_t Size, llvm::StringRef Name,
           Buffer::KindType Kind = Buffer::Allocation,
           uint64_t Align = LeastAlign);

  /// Whether, for checkers, the host has written no byte of the buffer at
  /// \p BufferAddress.
  void setUndefined(abi::Address BufferAddress, bool Is);

  /// Frees the buffer at \p BufferAddress. Its addresses stay unused as long as
  /// there are others, so that a use after free is found. False: there is no
  /// such buffer, or it was freed already.
  bool release(abi::Address BufferAddress);

  /// Makes the \p Size bytes at \p Data a buffer, whose address they have. They
  /// stay the caller's, who keeps them mapped until unregisterHost(). Fails in
  /// the arena, on bytes that overlap those of another buffer, and on bytes
  /// that the process cannot read. Bytes that it cannot write are read-only.
  llvm::Error registerHost(void *Data, uint64_t Size, llvm::StringRef Name);
  /// False: nothing was registered at \p Data.
  bool unregisterHost(void *Data);

  /// The place on the host of \p Address and its surroundings in one buffer: of
  /// size 0 where a kernel must not access it; none where no buffer of this
  /// memory can be. With \p Pages, a registered buffer is there as far as the
  /// host still has it mapped.
  std::optional<FarWindow> window(uint64_t Address, bool IsWrite,
                                  HostPages *Pages = nullptr) const;
  /// The buffer nearest to \p A, freed or not, for fault reports; none without
  /// buffers.
  std::optional<Buffer> nearest(abi::Address A) const;
  /// The buffer, not freed, that holds \p A.
  std::optional<Buffer> holding(abi::Address A) const;

  /// The buffer that holds \p A, or null.
  const Buffer *find(abi::Address A) const;

  /// Makes a heap of \p Size bytes, unless there is one.
  llvm::Error makeHeap(uint64_t Size);
  /// Null without.
  DeviceHeap *heap() { return Heap.get(); }
  const DeviceHeap *heap() const { return Heap.get(); }

  llvm::MutableArrayRef<uint8_t> bytes(abi::Address BufferAddress);
  /// The address of \p Byte, if a buffer has it.
  std::optional<abi::Address> addressOf(const uint8_t *Byte) const;
  /// In order of their addresses.
  auto buffers() const { return llvm::make_second_range(Buffers); }

private:
  using Table = std::map<abi::Address, Buffer>;

  /// The last that starts at \p A or before.
  Table::const_iterator lastFrom(abi::Address A) const;
  /// The one at \p A, freed or not, or null.
  Buffer *at(abi::Address A);
  /// Addresses that buffers can have.
  struct Region {
    abi::Address Begin, End;
  };

  /// A place for the buffer in \p R; none where there is no room. Unless
  /// \p InHoles, only the room behind its last buffer is tried.
  std::optional<abi::Address> place(const Region &R, uint64_t Size,
                                    uint64_t Align, bool InHoles) const;
  llvm::Expected<abi::Address> place(uint64_t Size, llvm::StringRef Name,
                                     uint64_t Align);
  bool addRegion(uint64_t Size, uint64_t Align);
  llvm::Expected<uint8_t *> makeBytes(abi::Address A, uint64_t Size,
                                      llvm::StringRef Name);
  void dropBytes(Buffer &B);
  std::pair<uint64_t, uint64_t> deadPages(const Buffer &B) const;
  void forgetFreed();

  const AddressModel Model;
  const uint64_t Limit;
  mutable std::shared_mutex Lock;
  uint64_t Used = 0;
  /// How many buffers were freed so far.
  uint64_t Freed = 0;
  std::vector<Region> Regions;
  /// By address. A program may have a million, and make them in any order.
  Table Buffers;
  std::unique_ptr<DeviceHeap> Heap;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_GLOBALMEMORY_H
