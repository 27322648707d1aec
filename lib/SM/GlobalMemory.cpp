//===- GlobalMemory.cpp - The 4 GiB that g[] reaches ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/SM/GlobalMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

namespace heddle::sm {

namespace {
constexpr uint64_t FirstAddress = 0x10000;
constexpr uint64_t Alignment = 256;
constexpr uint64_t Gap = 256;
constexpr uint64_t EndOfSpace = uint64_t(1) << 32;
} // namespace

/// The first address that may follow \p B.
static uint64_t addressBehind(const Buffer &B) {
  return llvm::alignTo(uint64_t(B.Address) + B.Size + Gap, Alignment);
}

std::pair<ptrdiff_t, uint64_t> GlobalMemory::place(uint64_t Size) {
  auto Fits = [&](uint64_t Address, uint64_t End) {
    return Size < EndOfSpace && Address + Size + Gap <= End;
  };
  uint64_t Behind =
      Buffers.empty() ? FirstAddress : addressBehind(Buffers.back());
  if (Fits(Behind, EndOfSpace))
    return {ptrdiff_t(Buffers.size()), Behind};
  // Freed buffers are forgotten, and the first hole is taken.
  llvm::erase_if(Buffers, [](const Buffer &B) { return B.IsFreed; });
  llvm::erase_if(Storage, [](const auto &Bytes) { return !Bytes; });
  uint64_t Start = FirstAddress;
  for (const auto &[Index, B] : llvm::enumerate(Buffers)) {
    if (Fits(Start, B.Address))
      return {ptrdiff_t(Index), Start};
    Start = addressBehind(B);
  }
  if (Fits(Start, EndOfSpace))
    return {ptrdiff_t(Buffers.size()), Start};
  return {-1, 0};
}

llvm::Expected<uint32_t> GlobalMemory::allocate(uint64_t Size,
                                                llvm::StringRef Name,
                                                Buffer::KindType Kind) {
  auto [Index, Address] = place(Size);
  if (Index < 0)
    return llvm::createStringError("no room for buffer '" + Name + "' of " +
                                   llvm::Twine(Size) +
                                   " bytes in the 4 GiB of global memory");
  // Zeroed pages cost nothing before they are touched.
  std::unique_ptr<uint8_t[], FreeBytes> Data(
      static_cast<uint8_t *>(std::calloc(std::max<uint64_t>(Size, 1), 1)));
  if (!Data)
    return llvm::createStringError("not enough host memory for buffer '" +
                                   Name + "' of " + llvm::Twine(Size) +
                                   " bytes");
  Buffers.insert(Buffers.begin() + Index, {Name.str(), uint32_t(Address),
                                           uint32_t(Size), Data.get(), Kind});
  Storage.insert(Storage.begin() + Index, std::move(Data));
  return uint32_t(Address);
}

/// The last buffer that starts at or below \p Address.
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

std::optional<uint32_t> GlobalMemory::addressOf(const uint8_t *Byte) const {
  for (const Buffer &B : Buffers) {
    // As numbers: they are pointers into different buffers.
    uintptr_t Offset = uintptr_t(Byte) - uintptr_t(B.Data);
    if (B.Data && Offset < B.Size)
      return B.Address + uint32_t(Offset);
  }
  return std::nullopt;
}

llvm::MutableArrayRef<uint8_t> GlobalMemory::bytes(uint32_t BufferAddress) {
  const Buffer *B = lastFrom(Buffers, BufferAddress);
  if (!B || B->Address != BufferAddress || B->IsFreed)
    return {};
  return {B->Data, B->Size};
}

} // namespace heddle::sm
