//===- HostPages.cpp - Memory of the host, found page by page -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/HostPages.h"
#include "heddle/ABI/GenericAddress.h"
#include <algorithm>
#include <cerrno>
#include <mutex>

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::sm {

uint64_t hostPageSize() {
  static const uint64_t Size = uint64_t(sysconf(_SC_PAGESIZE));
  return Size;
}

bool isHostReadable(uint64_t Address) {
  // The call takes null for no set.
  Address = std::max<uint64_t>(Address, 8);
  // The set is read before it is seen that nothing is called ~0.
  return syscall(SYS_rt_sigprocmask, ~0, Address, nullptr, 8) == 0 ||
         errno != EFAULT;
}

bool isHostWritable(uint64_t Address) {
  // Adds nothing, in one atomic step, and wakes nobody.
  return syscall(SYS_futex, Address, FUTEX_WAKE_OP_PRIVATE, 0, nullptr, Address,
                 FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0)) >= 0;
}

/// The range that has \p Address; its size is 0 when there is none.
FarWindow HostPages::Known::holding(uint64_t Address) const {
  auto Next = Ranges.upper_bound(Address);
  if (Next == Ranges.begin())
    return FarWindow{};
  auto [Begin, End] = *std::prev(Next);
  if (Address >= End)
    return FarWindow{};
  return FarWindow{Begin, End - Begin, reinterpret_cast<uint8_t *>(Begin)};
}

/// Adds a range, and makes one of it and of those that touch it.
void HostPages::Known::add(uint64_t Begin, uint64_t End) {
  auto It = Ranges.upper_bound(Begin);
  if (It != Ranges.begin() && std::prev(It)->second >= Begin) {
    --It;
    Begin = It->first;
    End = std::max(End, It->second);
    It = Ranges.erase(It);
  }
  while (It != Ranges.end() && It->first <= End) {
    End = std::max(End, It->second);
    It = Ranges.erase(It);
  }
  Ranges.emplace_hint(It, Begin, End);
}

FarWindow HostPages::find(uint64_t Address, bool IsWrite) {
  // Nothing of the host is where the windows of other spaces start, nor above.
  if (Address >= abi::windowBase(abi::SharedWindowWord))
    return FarWindow{};
  Known &K = IsWrite ? Writable : Readable;
  {
    std::shared_lock<std::shared_mutex> Guard(K.Lock);
    FarWindow Found = K.holding(Address);
    if (Found.Size)
      return Found;
  }
  const uint64_t Page = hostPageSize();
  std::unique_lock<std::shared_mutex> Guard(K.Lock);
  uint64_t Begin = Address / Page * Page, End = Begin + Page;
  if (IsWrite) {
    // No word but one that the launch is about to write.
    if (!isHostWritable(Address & ~uint64_t(3)))
      return FarWindow{};
  } else {
    if (!isHostReadable(Begin))
      return FarWindow{};
    // A launch that has read much reads more: one that reads n pages in any
    // order comes here about sqrt(2n) times.
    constexpr uint64_t MostAhead = 256;
    for (uint64_t Ahead = std::min(K.Misses++, MostAhead);
         Ahead && isHostReadable(End); --Ahead)
      End += Page;
  }
  K.add(Begin, End);
  return K.holding(Address);
}

} // namespace heddle::sm
