//===- CompiledGeometry.h - The SM that code was compiled for ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The geometry that an object's code was compiled for, where that is not the
/// chip's own.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_COMPILEDGEOMETRY_H
#define HEDDLE_OBJECT_COMPILEDGEOMETRY_H

#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/LaunchLimits.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <string>

namespace heddle::object {

struct CompiledGeometry {
  std::string Name;
  /// The limits of one SM. Its Name is that of a row of this version's table,
  /// or says that there is none: the owner of the text outlives the object.
  abi::Geometry SM = {};
  /// The limits of launches there that the launch state of the chip can
  /// express.
  abi::LaunchLimits Limits;
};

/// The bytes of .heddle.geometry.
llvm::SmallVector<char, 0> encodeCompiledGeometry(const CompiledGeometry &G);

/// Reads what encodeCompiledGeometry wrote. Fails on truncated or foreign
/// bytes.
llvm::Expected<CompiledGeometry>
decodeCompiledGeometry(llvm::ArrayRef<uint8_t> Bytes);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_COMPILEDGEOMETRY_H
