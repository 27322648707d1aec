//===- HostPages.h - Memory of the host, found page by page -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The memory of the host that a launch may access when nobody has said where
/// it is. The kernel of the host is asked about a page when the launch first
/// touches it, so that a pointer to nowhere is a fault of the launch and not of
/// the process. docs/rationale/HostMemory.md says how, and why not by a signal
/// handler.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_HOSTPAGES_H
#define HEDDLE_MACHINE_HOSTPAGES_H

#include "heddle/Machine/LaneContext.h"
#include <cstdint>
#include <map>
#include <shared_mutex>

namespace heddle::sm {

/// The bytes of a page of the host.
uint64_t hostPageSize();

/// Whether the process can read the word of eight bytes at \p Address, which
/// is aligned.
bool isHostReadable(uint64_t Address);

/// Whether the process can write the word of four bytes at \p Address, which
/// is aligned. Its value stays, also when other threads change it meanwhile.
bool isHostWritable(uint64_t Address);

/// Whether the process can read, or with \p IsWrite write, all of \p Bytes from
/// \p Address on. On older systems pages of a long range get memory that have
/// none yet, as they do when they are accessed.
bool isHostAccessible(uint64_t Address, uint64_t Bytes, bool IsWrite);

/// Pages that one launch found: they may be unmapped by the next. Safe to use
/// from several host threads.
class HostPages {
public:
  /// Pages around \p Address that can be read, or with \p IsWrite written; the
  /// size is 0 when its own cannot. It stays valid as long as nobody unmaps or
  /// protects them.
  FarWindow find(uint64_t Address, bool IsWrite);

private:
  struct Known {
    std::shared_mutex Lock;
    /// Ends by starts. They do not touch.
    std::map<uint64_t, uint64_t> Ranges;
    /// Times that a page was not known.
    uint64_t Misses = 0;

    FarWindow holding(uint64_t Address) const;
    void add(uint64_t Begin, uint64_t End);
  };

  Known Readable, Writable;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_HOSTPAGES_H
