//===- Geometry.h - What one SM has room for --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Limits of an SM and of a launch on it, generated from lib/ABI/Geometry.td.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_GEOMETRY_H
#define HEDDLE_ABI_GEOMETRY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace heddle::abi {

struct Chip;

struct Geometry {
  const char *Name;
  /// 32-bit registers of an SM, handed to CTAs in multiples of RegisterUnit
  /// after the CTA's warps were rounded up to WarpGranularity.
  uint32_t RegistersPerSM;
  uint32_t RegisterUnit;
  uint32_t WarpGranularity;
  uint32_t MaxWarps;
  uint32_t MaxThreads;
  uint32_t MaxCTAs;
  /// Shared bytes of an SM, handed out in multiples of SharedUnit.
  uint32_t SharedBytes;
  uint32_t SharedUnit;
  uint32_t MaxRegistersPerThread;
  uint32_t MaxThreadsPerCTA;
  uint32_t MaxBlockX;
  uint32_t MaxBlockY;
  uint32_t MaxBlockZ;
  uint32_t MaxGridX;
  uint32_t MaxGridY;
  uint32_t MaxGridZ;
};

/// All geometries, by name.
llvm::ArrayRef<Geometry> geometries();

/// The geometry called \p Name; null when there is none.
const Geometry *findGeometry(llvm::StringRef Name);

/// What launches on \p C use unless told otherwise.
const Geometry &defaultGeometry(const Chip &C);

} // namespace heddle::abi

#endif // HEDDLE_ABI_GEOMETRY_H
