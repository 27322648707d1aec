//===- MemorySnapshot.h - Pages to try instructions on ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the host and other launches may look at g[] at any time, nothing may
/// be tried out there. A snapshot gives a warp pages of its own in its place:
/// each has the bytes of the real one when the warp first asks for it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_MEMORYSNAPSHOT_H
#define HEDDLE_LIB_SM_MEMORYSNAPSHOT_H

#include "heddle/Machine/LaneContext.h"
#include <map>
#include <vector>

namespace heddle::sm {

class MemorySnapshot {
public:
  /// Has \p L find this in place of the memory that it found before, which is
  /// the same for all that are led here.
  void lead(LaneContext &L);

private:
  struct Page {
    std::vector<uint8_t> Bytes;
    bool IsWritable;
  };

  static FarWindow findPage(const void *Snapshot, uint64_t Address,
                            bool IsWrite);
  FarWindow find(uint64_t Address, bool IsWrite);

  const void *Memory = nullptr;
  FindFarWindow FindReal = nullptr;
  /// By first address; parts of pages where a buffer ends.
  std::map<uint64_t, Page> Pages;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_MEMORYSNAPSHOT_H
