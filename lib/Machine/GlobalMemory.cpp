//===- GlobalMemory.cpp - The 4 GiB that g[] reaches ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/GlobalMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

namespace heddle::sm {

namespace {
constexpr abi::Address FirstAddress(0x10000);
constexpr uint64_t Alignment = 256;
constexpr uint64_t Gap = 256;
constexpr abi::Address EndOfSpace(uint64_t(1) << 32);
} // namespace

/// The first address that may follow \p B.
static abi::Address addressBehind(const Buffer &B) {
  return abi::Address(
      llvm::alignTo(B.Address.value() + B.Size + Gap, Alignment));
}

std::pair<ptrdiff_t, abi::Address> GlobalMemory::place(uint64_t Size) {
  auto Fits = [&](abi::Address Start, abi::Address End) {
    return Size < EndOfSpace.value() && Start + Size + Gap <= End;
  };
  abi::Address Behind =
      Buffers.empty() ? FirstAddress : addressBehind(Buffers.back());
  if (Fits(Behind, EndOfSpace))
    return {ptrdiff_t(Buffers.size()), Behind};
  // Freed buffers are forgotten, and the first hole is taken.
  llvm::erase_if(Buffers, [](const Buffer &B) { return B.IsFreed; });
  llvm::erase_if(Storage, [](const auto &Bytes) { return !Bytes; });
  abi::Address Start = FirstAddress;
  for (const auto &[Index, B] : llvm::enumerate(Buffers)) {
    if (Fits(Start, B.Address))
      return {ptrdiff_t(Index), Start};
    Start = addressBehind(B);
  }
  if (Fits(Start, EndOfSpace))
    return {ptrdiff_t(Buffers.size()), Start};
  return {-1, abi::Address()};
}

llvm::Expected<abi::Address> GlobalMemory::allocate(uint64_t Size,
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
  Buffers.insert(Buffers.begin() + Index,
                 {Name.str(), Address, Size, Data.get(), Kind});
  Storage.insert(Storage.begin() + Index, std::move(Data));
  return Address;
}

/// The last buffer that starts at or below \p A.
llvm::Error GlobalMemory::makeHeap(uint64_t Size) {
  if (Heap)
    return llvm::Error::success();
  llvm::Expected<abi::Address> Base =
      allocate(Size, "device heap", Buffer::Heap);
  if (!Base)
    return Base.takeError();
  Heap = std::make_unique<DeviceHeap>(Base->value(), Size);
  return llvm::Error::success();
}

static const Buffer *lastFrom(const std::vector<Buffer> &Buffers,
                              abi::Address A) {
  auto It =
      llvm::upper_bound(Buffers, A, [](abi::Address Wanted, const Buffer &B) {
        return Wanted < B.Address;
      });
  return It == Buffers.begin() ? nullptr : &*std::prev(It);
}

const Buffer *GlobalMemory::find(abi::Address A) const {
  const Buffer *B = lastFrom(Buffers, A);
  bool IsInside = B && !B->IsFreed && A - B->Address < B->Size;
  return IsInside ? B : nullptr;
}

bool GlobalMemory::release(abi::Address BufferAddress) {
  const Buffer *Found = lastFrom(Buffers, BufferAddress);
  if (!Found || Found->Address != BufferAddress || Found->IsFreed)
    return false;
  size_t Index = size_t(Found - Buffers.data());
  Buffers[Index].IsFreed = true;
  Buffers[Index].Data = nullptr;
  Storage[Index].reset();
  return true;
}

const Buffer *GlobalMemory::nearest(abi::Address A) const {
  const Buffer *Below = lastFrom(Buffers, A);
  if (!Below)
    return Buffers.empty() ? nullptr : &Buffers.front();
  const Buffer *Above = Below + 1;
  if (Above == Buffers.data() + Buffers.size())
    return Below;
  abi::Address End = Below->Address + Below->Size;
  uint64_t Behind = A < End ? 0 : A - End;
  return Above->Address - A < Behind ? Above : Below;
}

std::optional<abi::Address> GlobalMemory::addressOf(const uint8_t *Byte) const {
  for (const Buffer &B : Buffers) {
    // As numbers: they are pointers into different buffers.
    uintptr_t Offset = uintptr_t(Byte) - uintptr_t(B.Data);
    if (B.Data && Offset < B.Size)
      return B.Address + Offset;
  }
  return std::nullopt;
}

llvm::MutableArrayRef<uint8_t> GlobalMemory::bytes(abi::Address BufferAddress) {
  const Buffer *B = lastFrom(Buffers, BufferAddress);
  if (!B || B->Address != BufferAddress || B->IsFreed)
    return {};
  return {B->Data, B->Size};
}

} // namespace heddle::sm
