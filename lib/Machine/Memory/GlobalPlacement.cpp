//===- GlobalPlacement.cpp - Where buffers of g[] lie ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Address space and bytes for buffers: regions that are taken from the host or
/// are the arena, the places of buffers in them, and what becomes of the bytes
/// of a buffer that is freed.
///
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Address.h"
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Machine/HostPages.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <sys/mman.h>

namespace heddle::sm {

namespace {
constexpr abi::Address FirstAddress(0x10000);
constexpr uint64_t Gap = 256;
constexpr abi::Address EndOfArena(uint64_t(1) << 32);
/// Address space that is taken from the host at a time. Pages cost nothing
/// before they are touched.
constexpr uint64_t RegionBytes = uint64_t(256) << 20;
} // namespace

/// The first address that may follow \p B.
static abi::Address addressBehind(const Buffer &B) {
  return abi::Address(llvm::alignTo(B.Address.value() + B.Size + Gap,
                                    GlobalMemory::LeastAlign));
}

GlobalMemory::GlobalMemory(AddressModel Model, uint64_t Limit)
    : Model(Model), Limit(Limit) {
  if (!isShared())
    Regions.push_back({FirstAddress, EndOfArena});
}

/// Sizes from which buffers have pages of their own.
static constexpr uint64_t OwnPages = uint64_t(1) << 17;
/// A line of the host's caches. Rows of warps that straddle two are slow.
static constexpr size_t LineBytes = 64;

/// Zeroed; pages cost nothing before they are touched. Null: there is none.
static uint8_t *hostBytes(uint64_t Size) {
  if (Size >= OwnPages) {
    void *Data = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return Data == MAP_FAILED ? nullptr : static_cast<uint8_t *>(Data);
  }
  const size_t Bytes = llvm::alignTo(std::max<uint64_t>(Size, 1), LineBytes);
  void *Data = std::aligned_alloc(LineBytes, Bytes);
  if (Data)
    std::memset(Data, 0, Bytes);
  return static_cast<uint8_t *>(Data);
}

static void freeHostBytes(uint8_t *Data, uint64_t Size) {
  if (Data && Size >= OwnPages)
    munmap(Data, Size);
  else
    std::free(Data);
}

GlobalMemory::~GlobalMemory() {
  if (isShared()) {
    for (const Region &R : Regions)
      munmap(reinterpret_cast<void *>(R.Begin.value()), R.End - R.Begin);
    return;
  }
  for (const Buffer &B : buffers())
    freeHostBytes(B.Data, B.Size);
}

static abi::Address alignedUp(abi::Address A, uint64_t Align) {
  return abi::Address(llvm::alignTo(A.value(), Align));
}

std::optional<abi::Address> GlobalMemory::place(const Region &R, uint64_t Size,
                                                uint64_t Align,
                                                bool InHoles) const {
  auto Fits = [&](abi::Address Start, abi::Address End) {
    return Start <= End && Size < End - Start && Gap <= End - Start - Size;
  };
  auto First = Buffers.lower_bound(R.Begin), Last = Buffers.lower_bound(R.End);
  if (!InHoles && First != Last)
    First = std::prev(Last);
  abi::Address Start = alignedUp(R.Begin, Align);
  for (auto B = First; B != Last; ++B) {
    if (InHoles && Fits(Start, B->first))
      return Start;
    Start = alignedUp(addressBehind(B->second), Align);
  }
  if (Fits(Start, R.End))
    return Start;
  return std::nullopt;
}

/// Maps \p Bytes, which are pages; MAP_FAILED where there are none.
static void *mapAnywhere(uint64_t Bytes) {
  return mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

/// As mapAnywhere, below 4 GiB. Places are tried from the top: programs that
/// are not position independent lie near the bottom, with their heap behind.
static void *mapLow(uint64_t Bytes) {
  // The last address and the gap behind a buffer have 32 bits, too.
  constexpr uint64_t Top = EndOfArena.value() - 0x10000, Bottom = 0x4000000,
                     Step = 0x1000000;
  for (uint64_t End = Top; End >= Bottom && Bytes <= End - Bottom;
       End -= Step) {
    const uint64_t Begin = (End - Bytes) / hostPageSize() * hostPageSize();
    void *Wanted = reinterpret_cast<void *>(Begin);
    void *Data =
        mmap(Wanted, Bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    if (Data == Wanted)
      return Data;
    // Old systems take the place for a wish.
    if (Data != MAP_FAILED)
      munmap(Data, Bytes);
  }
  return MAP_FAILED;
}

/// Whether one of \p Buffers has some of the \p Bytes bytes at \p Data.
static bool meetsAny(const std::map<abi::Address, Buffer> &Buffers,
                     const void *Data, uint64_t Bytes) {
  const abi::Address Begin(reinterpret_cast<uint64_t>(Data));
  auto Next = Buffers.lower_bound(Begin);
  if (Next != Buffers.end() && Next->first < Begin + Bytes)
    return true;
  return Next != Buffers.begin() &&
         std::prev(Next)->first + std::prev(Next)->second.Size > Begin;
}

/// Takes address space for at least \p Size bytes at \p Align from the host.
bool GlobalMemory::addRegion(uint64_t Size, uint64_t Align) {
  uint64_t Least = llvm::alignTo(Size + 2 * Gap + Align, hostPageSize());
  if (Least < Size)
    return false;
  for (uint64_t Bytes : {std::max(Least, RegionBytes), Least}) {
    // A program may unmap what it has registered, and the host gives the place
    // away while the buffer is still known.
    llvm::SmallVector<void *, 2> InTheWay;
    auto Map = [&] { return isLow() ? mapLow(Bytes) : mapAnywhere(Bytes); };
    void *Data = Map();
    for (; Data != MAP_FAILED && meetsAny(Buffers, Data, Bytes); Data = Map())
      InTheWay.push_back(Data);
    for (void *Other : InTheWay)
      munmap(Other, Bytes);
    if (Data == MAP_FAILED)
      continue;
    // Kernels walk through columns of matrices: each row is another page. That
    // the host has no large ones changes nothing.
    (void)madvise(Data, Bytes, MADV_HUGEPAGE);
    abi::Address Begin(reinterpret_cast<uint64_t>(Data));
    Regions.push_back({Begin, Begin + Bytes});
    return true;
  }
  return false;
}

llvm::Expected<abi::Address>
GlobalMemory::place(uint64_t Size, llvm::StringRef Name, uint64_t Align) {
  auto NoRoom = [&](const llvm::Twine &Where) {
    return llvm::createStringError("no room for buffer '" + Name + "' of " +
                                   llvm::Twine(Size) + " bytes in " + Where);
  };
  if (Size > Limit || Used > Limit - Size)
    return NoRoom("the " + llvm::Twine(Limit) + " bytes of global memory");
  if (!Regions.empty())
    if (std::optional<abi::Address> A =
            place(Regions.back(), Size, Align, false))
      return *A;
  // Freed buffers are forgotten, and the first hole is taken.
  std::erase_if(Buffers, [](const auto &B) { return B.second.IsFreed; });
  for (const Region &R : Regions)
    if (std::optional<abi::Address> A = place(R, Size, Align, true))
      return *A;
  if (!isShared())
    return NoRoom("the 4 GiB of global memory");
  if (!addRegion(Size, Align))
    return NoRoom("the memory of the host");
  return alignedUp(Regions.back().Begin, Align);
}

/// Makes zeroed bytes on the host for a buffer.
llvm::Expected<uint8_t *> GlobalMemory::makeBytes(abi::Address A, uint64_t Size,
                                                  llvm::StringRef Name) {
  if (isShared())
    return reinterpret_cast<uint8_t *>(A.value());
  uint8_t *Data = hostBytes(Size);
  if (!Data)
    return llvm::createStringError("not enough host memory for buffer '" +
                                   Name + "' of " + llvm::Twine(Size) +
                                   " bytes");
  return Data;
}

/// Gives the bytes of \p B back; those of the host's addresses are zero again.
void GlobalMemory::dropBytes(Buffer &B) {
  uint8_t *Data = std::exchange(B.Data, nullptr);
  if (B.Kind == Buffer::Registered)
    return;
  if (!isShared())
    return freeHostBytes(Data, B.Size);
  auto [First, Last] = deadPages(B);
  if (First < Last && madvise(reinterpret_cast<void *>(First), Last - First,
                              MADV_DONTNEED) == 0) {
    uint64_t Begin = B.Address.value(), End = Begin + B.Size;
    if (Begin < First)
      std::memset(Data, 0, First - Begin);
    if (Last < End)
      std::memset(reinterpret_cast<void *>(Last), 0, End - Last);
    return;
  }
  std::memset(Data, 0, B.Size);
}

/// The whole pages that \p B, which is freed, shares with no buffer that is
/// not: from the first to before the second number.
std::pair<uint64_t, uint64_t> GlobalMemory::deadPages(const Buffer &B) const {
  const uint64_t Page = hostPageSize();
  uint64_t Begin = B.Address.value(), End = Begin + B.Size;
  uint64_t First = Begin / Page * Page, Last = llvm::alignTo(End, Page);
  const auto Here = Buffers.find(B.Address);
  for (auto Other = Here; Other != Buffers.begin();) {
    --Other;
    const Buffer &O = Other->second;
    if ((O.Address + O.Size).value() <= First)
      break;
    if (!O.IsFreed) {
      First += Page;
      break;
    }
  }
  for (auto Other = std::next(Here); Other != Buffers.end(); ++Other) {
    if (Other->first.value() >= Last)
      break;
    if (!Other->second.IsFreed) {
      Last -= Page;
      break;
    }
  }
  return {First, Last};
}

} // namespace heddle::sm
