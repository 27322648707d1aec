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
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace heddle::abi {

struct Chip;

/// The flag of IR modules that names the geometry that the ranges of their
/// identifiers are for; where it is missing, they are for the chip's own.
inline constexpr char GeometryFlag[] = "heddle.geometry";

/// The flag of IR modules with the architecture that was asked for, "sm_75",
/// where their chip stands for many.
inline constexpr char ArchFlag[] = "heddle.arch";

struct Geometry {
  const char *Name;
  /// Whether the launch state and the parameters of a CTA take up shared memory
  /// of the CTA, as on chips of 1.x; others have them elsewhere.
  bool LaunchStateInShared;
  /// 32-bit registers of an SM. They are handed out in multiples of
  /// RegisterUnit: to a CTA after its warps were rounded up to WarpGranularity,
  /// or, with RegistersByWarp, to each warp, WarpGranularity warps at a time.
  uint32_t RegistersPerSM;
  uint32_t RegisterUnit;
  bool RegistersByWarp;
  uint32_t WarpGranularity;
  uint32_t MaxWarps;
  uint32_t MaxThreads;
  uint32_t MaxCTAs;
  /// Shared bytes of an SM, handed out in multiples of SharedUnit, with
  /// ReservedShared bytes for the system added to each CTA's own.
  uint32_t SharedBytes;
  uint32_t SharedUnit;
  uint32_t ReservedShared;
  /// Shared bytes that a CTA may have of its own, without ReservedShared.
  uint32_t MaxSharedPerCTA;
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

/// The names of all geometries, separated by \p Separator.
std::string geometryNames(llvm::StringRef Separator);

/// The geometry that \p Name names directly or by an architecture or a compute
/// capability: "gt200", "sm_13", "1.3", "8.6", "sm_90a". Null when there is
/// none.
const Geometry *findGeometry(llvm::StringRef Name);

/// The error "unknown geometry 'NAME'; near it: …; known: …".
llvm::Error unknownGeometry(llvm::StringRef Name);

/// The geometry that launches on \p C use unless told otherwise.
const Geometry &defaultGeometry(const Chip &C);

/// The geometry on which the occupancy of code for \p C is computed unless told
/// otherwise. Where \p C stands for many chips, it is the SM of the one that
/// was asked for as \p Arch, "sm_75".
const Geometry &occupancyGeometry(const Chip &C, llvm::StringRef Arch);

} // namespace heddle::abi

#endif // HEDDLE_ABI_GEOMETRY_H
