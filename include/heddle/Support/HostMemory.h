//===- HostMemory.h - Whether there is memory for something -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_HOSTMEMORY_H
#define HEDDLE_SUPPORT_HOSTMEMORY_H

#include <cstdint>

namespace heddle {

/// Whether the process can have \p Bytes more now. A container that finds no
/// memory ends the process, which is no answer to a number that somebody wrote
/// into a file: code that allocates as much as a file says asks first. Another
/// thread may take the memory meanwhile.
bool hasRoomFor(uint64_t Bytes);

} // namespace heddle

#endif // HEDDLE_SUPPORT_HOSTMEMORY_H
