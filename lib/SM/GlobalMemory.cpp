//===- GlobalMemory.cpp - The 4 GiB that g[] reaches ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/SM/GlobalMemory.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <new>

namespace heddle::sm {

namespace {
constexpr uint64_t FirstAddress = 0x10000;
constexpr uint64_t Alignment = 256;
constexpr uint64_t Gap = 256;
constexpr uint64_t EndOfSpace = uint64_t(1) << 32;
} // namespace

GlobalMemory::GlobalMemory() : NextAddress(FirstAddress) {}
GlobalMemory::~GlobalMemory() = default;

llvm::Expected<uint32_t> GlobalMemory::allocate(uint64_t Size,
                                                llvm::StringRef Name,
                                                Buffer::KindType Kind) {
  if (Size >= EndOfSpace || NextAddress + Size + Gap > EndOfSpace)
    return llvm::createStringError("no room for buffer '" + Name + "' of " +
                                   llvm::Twine(Size) +
                                   " bytes in the 4 GiB of global memory");
  std::unique_ptr<uint8_t[]> Data(new (std::nothrow) uint8_t[Size]());
  if (!Data)
    return llvm::createStringError("not enough host memory for buffer '" +
                                   Name + "' of " + llvm::Twine(Size) +
                                   " bytes");
  uint32_t Address = uint32_t(NextAddress);
  Buffers.push_back({Name.str(), Address, uint32_t(Size), Data.get(), Kind});
  Storage.push_back(std::move(Data));
  uint64_t End = NextAddress + Size + Gap;
  NextAddress = (End + Alignment - 1) / Alignment * Alignment;
  return Address;
}

/// The last buffer that starts at or below \p Address: they are sorted, since
/// addresses only grow.
static const Buffer *lastFrom(const std::vector<Buffer> &Buffers,
                              uint32_t Address) {
  auto It =
      llvm::upper_bound(Buffers, Address, [](uint32_t A, const Buffer &B) {
        return A < B.Address;
      });
  return It == Buffers.begin() ? nullptr : &*std::prev(It);
}

const Buffer *GlobalMemory::find(uint32_t Address) const {
  const Buffer *B = lastFrom(Buffers, Address);
  bool IsInside = B && !B->IsFreed && Address - B->Address < B->Size;
  return IsInside ? B : nullptr;
}

bool GlobalMemory::release(uint32_t BufferAddress) {
  const Buffer *Found = lastFrom(Buffers, BufferAddress);
  if (!Found || Found->Address != BufferAddress || Found->IsFreed)
    return false;
  size_t Index = size_t(Found - Buffers.data());
  Buffers[Index].IsFreed = true;
  Buffers[Index].Data = nullptr;
  Storage[Index].reset();
  return true;
}

const Buffer *GlobalMemory::nearest(uint32_t Address) const {
  const Buffer *Below = lastFrom(Buffers, Address);
  if (!Below)
    return Buffers.empty() ? nullptr : &Buffers.front();
  const Buffer *Above = Below + 1;
  if (Above == Buffers.data() + Buffers.size())
    return Below;
  uint64_t End = uint64_t(Below->Address) + Below->Size;
  uint64_t Behind = Address < End ? 0 : Address - End;
  return Above->Address - Address < Behind ? Above : Below;
}

llvm::MutableArrayRef<uint8_t> GlobalMemory::bytes(uint32_t BufferAddress) {
  const Buffer *B = lastFrom(Buffers, BufferAddress);
  if (!B || B->Address != BufferAddress || B->IsFreed)
    return {};
  return {B->Data, B->Size};
}

} // namespace heddle::sm
