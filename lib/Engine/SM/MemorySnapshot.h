//===- MemorySnapshot.h - Pages to try instructions on ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// While the host and other launches may look at g[] at any time, a search must
/// not write to it. A snapshot replaces g[] for a warp by pages of its own:
/// each is copied from the real one when the warp first accesses it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_MEMORYSNAPSHOT_H
#define HEDDLE_LIB_ENGINE_SM_MEMORYSNAPSHOT_H

#include "heddle/Machine/LaneContext.h"
#include <map>
#include <vector>

namespace heddle::sm {

class MemorySnapshot {
public:
  /// Makes \p L access the snapshot in place of its memory, which must be the
  /// same one for all contexts.
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
  /// Pages by their first addresses; a page is shorter where a buffer ends in
  /// it.
  std::map<uint64_t, Page> Pages;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_ENGINE_SM_MEMORYSNAPSHOT_H
