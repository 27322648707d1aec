//===- GlobalMemory.cpp - What g[] reaches --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/GlobalMemory.h"
#include "heddle/ABI/GenericAddress.h"
#include "heddle/Machine/HostPages.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <map>
#include <memory>
#include <mutex>

namespace heddle::sm {

GlobalMemory::Table::const_iterator
GlobalMemory::lastFrom(abi::Address A) const {
  auto It = Buffers.upper_bound(A);
  return It == Buffers.begin() ? Buffers.end() : std::prev(It);
}

Buffer *GlobalMemory::at(abi::Address A) {
  auto It = Buffers.find(A);
  return It == Buffers.end() ? nullptr : &It->second;
}

uint64_t GlobalMemory::used() const {
  std::shared_lock<std::shared_mutex> Guard(Lock);
  return Used;
}

/// Buffers that were freed long ago need no name any more.
void GlobalMemory::forgetFreed() {
  constexpr uint64_t Remembered = 4096;
  if (Freed % Remembered)
    return;
  std::erase_if(Buffers, [&](const auto &B) {
    return B.second.IsFreed && B.second.WhenFreed + Remembered <= Freed;
  });
}

llvm::Expected<abi::Address> GlobalMemory::allocate(uint64_t Size,
                                                    llvm::StringRef Name,
                                                    Buffer::KindType Kind,
                                                    uint64_t Align) {
  std::unique_lock<std::shared_mutex> Guard(Lock);
  llvm::Expected<abi::Address> Address = place(Size, Name, Align);
  if (!Address)
    return Address.takeError();
  llvm::Expected<uint8_t *> Data = makeBytes(*Address, Size, Name);
  if (!Data)
    return Data.takeError();
  Used += Size;
  const bool IsNew =
      Buffers.emplace(*Address, Buffer{Name.str(), *Address, Size, *Data, Kind})
          .second;
  (void)IsNew;
  assert(IsNew && "two buffers at one address");
  return *Address;
}

llvm::Error GlobalMemory::makeHeap(uint64_t Size) {
  {
    std::shared_lock<std::shared_mutex> Guard(Lock);
    if (Heap)
      return llvm::Error::success();
  }
  llvm::Expected<abi::Address> Base =
      allocate(Size, "device heap", Buffer::Heap);
  if (!Base)
    return Base.takeError();
  std::unique_lock<std::shared_mutex> Guard(Lock);
  // Another launch may have made the heap first.
  if (!Heap) {
    Heap = std::make_unique<DeviceHeap>(Base->value(), Size);
    return llvm::Error::success();
  }
  Guard.unlock();
  release(*Base);
  return llvm::Error::success();
}

bool GlobalMemory::release(abi::Address BufferAddress) {
  std::unique_lock<std::shared_mutex> Guard(Lock);
  Buffer *B = at(BufferAddress);
  if (!B || B->IsFreed || B->Kind == Buffer::Registered)
    return false;
  B->IsFreed = true;
  B->WhenFreed = ++Freed;
  Used -= B->Size;
  dropBytes(*B);
  forgetFreed();
  return true;
}

void GlobalMemory::setUndefined(abi::Address BufferAddress, bool Is) {
  std::unique_lock<std::shared_mutex> Guard(Lock);
  Buffer *Found = at(BufferAddress);
  assert(Found && "no such buffer");
  Found->IsUndefined = Is;
}

llvm::Error GlobalMemory::registerHost(void *Data, uint64_t Size,
                                       llvm::StringRef Name) {
  auto Refuse = [&](const llvm::Twine &Why) {
    return llvm::createStringError("host memory '" + Name + "' of " +
                                   llvm::Twine(Size) + " bytes " + Why);
  };
  if (!isShared())
    return Refuse("has no address in the 4 GiB of global memory");
  const uint64_t Begin = reinterpret_cast<uint64_t>(Data), End = Begin + Size;
  if (Size == 0 || End < Begin || End > abi::windowBase(abi::SharedWindowWord))
    return Refuse("is none");
  bool IsReadOnly = false;
  const uint64_t Page = hostPageSize();
  for (uint64_t At = Begin; At < End; At = At / Page * Page + Page) {
    if (!isHostReadable(At & ~uint64_t(7)))
      return Refuse("is not mapped at " + abi::Address(At).str());
    IsReadOnly |= !isHostWritable(At & ~uint64_t(3));
  }
  std::unique_lock<std::shared_mutex> Guard(Lock);
  abi::Address Address(Begin);
  const Table::const_iterator Next = Buffers.upper_bound(Address),
                              Last = lastFrom(Address);
  bool MeetsLast =
      Last != Buffers.end() &&
      Last->first + std::max<uint64_t>(Last->second.Size, 1) > Address;
  if (MeetsLast || (Next != Buffers.end() && Next->first < Address + Size))
    return Refuse("overlaps buffer '" + (MeetsLast ? Last : Next)->second.Name +
                  "'");
  Buffer B{Name.str(), Address, Size, static_cast<uint8_t *>(Data),
           Buffer::Registered};
  B.IsReadOnly = IsReadOnly;
  Buffers.emplace(Address, std::move(B));
  return llvm::Error::success();
}

bool GlobalMemory::unregisterHost(void *Data) {
  std::unique_lock<std::shared_mutex> Guard(Lock);
  abi::Address Address(reinterpret_cast<uint64_t>(Data));
  const Buffer *Found = at(Address);
  if (!Found || Found->Kind != Buffer::Registered)
    return false;
  Buffers.erase(Address);
  return true;
}

const Buffer *GlobalMemory::find(abi::Address A) const {
  const auto It = lastFrom(A);
  if (It == Buffers.end())
    return nullptr;
  const Buffer &B = It->second;
  return !B.IsFreed && A - B.Address < B.Size ? &B : nullptr;
}

/// The common part of \p B, which is registered, and the pages around
/// \p Address.
static FarWindow mappedPart(const Buffer &B, uint64_t Address, bool IsWrite,
                            HostPages &Pages) {
  FarWindow Mapped = Pages.find(Address, IsWrite);
  uint64_t Begin = std::max(B.Address.value(), Mapped.Base);
  uint64_t End =
      std::min(B.Address.value() + B.Size, Mapped.Base + Mapped.Size);
  if (Begin >= End)
    return FarWindow{};
  return FarWindow{Begin, End - Begin, reinterpret_cast<uint8_t *>(Begin)};
}

std::optional<FarWindow> GlobalMemory::window(uint64_t Address, bool IsWrite,
                                              HostPages *Pages) const {
  std::shared_lock<std::shared_mutex> Guard(Lock);
  abi::Address A(Address);
  const Buffer *B = find(A);
  if (!B) {
    bool IsOurs = llvm::any_of(
        Regions, [&](const Region &R) { return A >= R.Begin && A < R.End; });
    if (IsOurs || Model != AddressModel::Raw)
      return FarWindow{};
    return std::nullopt;
  }
  if (IsWrite && B->IsReadOnly)
    return FarWindow{};
  if (Pages && B->Kind == Buffer::Registered)
    return mappedPart(*B, Address, IsWrite, *Pages);
  if (B->Kind != Buffer::Heap)
    return FarWindow{B->Address.value(), B->Size, B->Data};
  std::optional<DeviceHeap::Block> Block;
  if (Heap)
    Block = Heap->find(Address);
  if (!Block)
    return FarWindow{};
  return FarWindow{Block->Address, Block->Size,
                   B->Data + (Block->Address - B->Address.value())};
}

std::optional<Buffer> GlobalMemory::nearest(abi::Address A) const {
  std::shared_lock<std::shared_mutex> Guard(Lock);
  if (Buffers.empty())
    return std::nullopt;
  const auto Below = lastFrom(A);
  if (Below == Buffers.end())
    return Buffers.begin()->second;
  // An address at the end of all was reached by going back from the first.
  auto Above = std::next(Below);
  if (Above == Buffers.end())
    Above = Buffers.begin();
  abi::Address End = Below->first + Below->second.Size;
  uint64_t Behind = A < End ? 0 : A - End;
  return (Above->first - A < Behind ? Above : Below)->second;
}

std::optional<Buffer> GlobalMemory::holding(abi::Address A) const {
  std::shared_lock<std::shared_mutex> Guard(Lock);
  const Buffer *B = find(A);
  return B ? std::optional(*B) : std::nullopt;
}

std::optional<abi::Address> GlobalMemory::addressOf(const uint8_t *Byte) const {
  std::shared_lock<std::shared_mutex> Guard(Lock);
  for (const Buffer &B : buffers()) {
    // As numbers: they are pointers into different buffers.
    uintptr_t Offset = uintptr_t(Byte) - uintptr_t(B.Data);
    if (B.Data && Offset < B.Size)
      return B.Address + Offset;
  }
  return std::nullopt;
}

llvm::MutableArrayRef<uint8_t> GlobalMemory::bytes(abi::Address BufferAddress) {
  std::shared_lock<std::shared_mutex> Guard(Lock);
  const auto B = Buffers.find(BufferAddress);
  if (B == Buffers.end() || B->second.IsFreed)
    return {};
  return {B->second.Data, B->second.Size};
}

} // namespace heddle::sm
