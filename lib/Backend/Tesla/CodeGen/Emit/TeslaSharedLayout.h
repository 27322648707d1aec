//===- TeslaSharedLayout.h - Where a kernel's shared bytes lie --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared memory of a CTA, from address 0: the launch header, the parameters at
/// their natural alignment, the .shared variables that the kernel names, and
/// last the dynamic array. A module's variable has an address of its own in
/// each kernel, because parameters lie below it.
///
/// Source: tesla-isa.md section 1, "Launch state".
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLASHAREDLAYOUT_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLASHAREDLAYOUT_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Alignment.h"
#include <cstdint>
#include <utility>

namespace llvm {
class Argument;
class Function;
class GlobalVariable;

/// Bytes that kernel parameter \p A takes, and how they are aligned: its own,
/// or if it is a pointer with byval, those that it points to.
std::pair<uint64_t, Align> teslaParameterExtent(const Argument &A);

struct TeslaSharedLayout {
  /// Shared address of each argument, by its number.
  SmallVector<uint32_t, 8> ParamAddress;
  /// Shared address of each .shared variable the function reaches.
  MapVector<const GlobalVariable *, uint32_t> Variables;
  /// Bytes before dynamic shared memory, without its alignment.
  uint32_t StaticBytes = 0;
  /// The address of the dynamic array.
  uint32_t DynamicOffset = 0;
  /// Bytes of parameters alone.
  uint32_t ParamBytes = 0;

  /// The layout of kernel \p F.
  static TeslaSharedLayout compute(const Function &F);
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLASHAREDLAYOUT_H
