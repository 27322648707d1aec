//===- TensorMap.h - Encodes descriptions of tensors ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the bytes of a CUtensorMap, as cuTensorMapEncodeTiled,
/// cuTensorMapEncodeIm2col and cuTensorMapEncodeIm2colWide do, with their
/// checks.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TENSORMAP_H
#define HEDDLE_RUNTIME_TENSORMAP_H

#include "heddle/ABI/TensorMap.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>

namespace heddle::runtime {

/// Lists have dimension 0 first, but for Strides, which begin with that of
/// dimension 1.
struct TensorMapSpec {
  /// As tensormap.replace numbers them.
  unsigned Type = 0;
  uint64_t Address = 0;
  llvm::SmallVector<uint64_t, 5> Dims;
  llvm::SmallVector<uint64_t, 4> Strides;
  /// The extents of a tile. Maps of im2col have Channels and Pixels instead.
  llvm::SmallVector<uint64_t, 5> Box;
  llvm::SmallVector<uint64_t, 5> ElementStrides;
  /// 0 to 3: none, and rows of 32, 64 and 128 bytes.
  unsigned Swizzle = 0;
  /// 0, 1 and 3: what a swizzle moves are 16, 32 and 64 bytes; 2: 32 bytes,
  /// whose chunks have their halves the other way around in every second row.
  unsigned Atomicity = 0;
  /// 0 to 2: none, and channels in parts of 16 or 32 bytes. Copies refuse maps
  /// of the latter: the order of their dimensions is not documented.
  unsigned Interleave = 0;
  bool FillsNaN = false;
  /// One of HEDDLE_TENSOR_MAP_TILED and what follows it.
  unsigned Mode = HEDDLE_TENSOR_MAP_TILED;
  /// Corners along W, H and D, as many as the rank less two; of the modes
  /// along W one.
  llvm::SmallVector<int64_t, 3> Lower, Upper;
  uint64_t Channels = 0, Pixels = 0;
};

/// The number of the element type \p Name, as "f16"; nothing for none that
/// tiles can have.
std::optional<unsigned> findTensorMapType(llvm::StringRef Name);

/// Fails where the driver refuses the values.
llvm::Expected<HeddleTensorMap> encodeTensorMap(const TensorMapSpec &Spec);

} // namespace heddle::runtime

#endif // HEDDLE_RUNTIME_TENSORMAP_H
