//===- Copy.h - Copies and sets of memory -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_COPY_H
#define HEDDLE_DRIVERAPI_COPY_H

#include "Work.h"

namespace heddle::driver {

/// One end of a copy.
struct CopyEnd {
  enum SpaceType : uint8_t {
    Host,
    Device,
    /// The address itself tells whether it is the host's or the device's.
    Unified
  };
  SpaceType Space = Unified;
  uint64_t Address = 0;
  /// The bytes from row to row, and the rows from plane to plane.
  uint64_t Pitch = 0, PlaneRows = 0;
};

/// The extent of a copy in bytes, rows and planes.
struct CopyShape {
  uint64_t Width = 0, Height = 1, Depth = 1;
};

/// Makes a copy of rows. Memory of the device that it accesses must be
/// allocated.
CUresult makeCopy(const CopyEnd &To, const CopyEnd &From,
                  const CopyShape &Shape, Work &Result);

/// Makes a copy of \p Bytes bytes.
CUresult makeCopy(const CopyEnd &To, const CopyEnd &From, uint64_t Bytes,
                  Work &Result);

CUresult makeCopy(const CUDA_MEMCPY2D &Copy, Work &Result);
CUresult makeCopy(const CUDA_MEMCPY3D &Copy, Work &Result);

/// Makes a fill: rows of \p Width elements of \p ElementBytes bytes become
/// \p Value.
CUresult makeSet(CUdeviceptr To, uint64_t Pitch, unsigned Value,
                 unsigned ElementBytes, uint64_t Width, uint64_t Height,
                 Work &Result);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_COPY_H
