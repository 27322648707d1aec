//===- HostMemory.cpp - Whether there is memory for something -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/HostMemory.h"
#include <sys/mman.h>

namespace heddle {

bool hasRoomFor(uint64_t Bytes) {
  // Allocators have as much ready, or as much more does not matter.
  constexpr uint64_t Little = uint64_t(1) << 16;
  if (Bytes <= Little)
    return true;
  // Writable, since only that counts against the host's limit on promises.
  void *Data = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Data == MAP_FAILED)
    return false;
  munmap(Data, Bytes);
  return true;
}

} // namespace heddle
