//===- SharedPages.h - Pages that other processes open ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory that one process allocates and others open. It is allocated as all
/// memory is; when somebody asks for a handle of it, its pages become those of
/// a file without a name, which another process finds in this one's list of
/// files.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_SHAREDPAGES_H
#define HEDDLE_DRIVERAPI_SHAREDPAGES_H

#include "heddle-cuda/driver_types.h"
#include <array>
#include <cstdint>
#include <map>

namespace heddle::driver {

/// The contents of a CUipcMemHandle, and of a CUmemPoolPtrExportData.
struct SharedHandle {
  /// Pages of a file.
  struct Piece {
    int32_t File = -1;
    uint32_t First = 0, Count = 0;
  };
  /// An allocation shares its first and its last page with others, which may
  /// have files of their own.
  static constexpr unsigned MaxPieces = 3;
  static constexpr uint32_t Mark = 0x64656848;

  uint32_t IsMark = Mark;
  int32_t Process = 0;
  uint64_t Bytes = 0;
  /// From the start of the first page on.
  uint32_t Offset = 0;
  std::array<Piece, MaxPieces> Pieces;
  /// The handle of the pool that the memory is from; 0 for memory of none.
  uint64_t Pool = 0;
};

class SharedPages {
public:
  /// Makes the pages of \p Bytes at \p Address, which the process owns, those
  /// of files.
  CUresult share(uint64_t Address, uint64_t Bytes, SharedHandle &Handle);
  /// By which calls memory was opened: those close it, too.
  enum class Holder { Ipc, Pool };
  /// Maps what another process has shared; memory of a pool also if it is this
  /// process's own. Handles of the one kind are none of the other.
  CUresult open(const SharedHandle &Handle, Holder By, uint64_t &Address);
  bool isOpen(uint64_t Address, Holder By) const {
    auto Found = OpenedAt.find(Address);
    return Found != OpenedAt.end() && Found->second.By == By;
  }
  /// Ends what open() began at \p Address. False: it began nothing there.
  bool close(uint64_t Address);

private:
  struct Span {
    uint64_t End;
    int File;
  };
  /// The extents of pages that were shared, by the address of the first.
  std::map<uint64_t, Span> Spans;
  struct Opened {
    uint64_t Begin, Bytes;
    Holder By;
  };
  std::map<uint64_t, Opened> OpenedAt;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_SHAREDPAGES_H
