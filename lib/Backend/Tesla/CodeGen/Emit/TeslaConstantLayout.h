//===- TeslaConstantLayout.h - Where .const variables are -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The map of c0[]: all .const variables of a module, one after the other. It
/// is the same for all kernels, so a host sets a variable once.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLACONSTANTLAYOUT_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLACONSTANTLAYOUT_H

#include "llvm/ADT/MapVector.h"
#include <cstdint>

namespace llvm {
class GlobalVariable;
class Module;

struct TeslaConstantLayout {
  /// Constant address of each variable, in the module's order.
  MapVector<const GlobalVariable *, uint64_t> Address;
  /// Bytes of the whole image.
  uint64_t Bytes = 0;

  static TeslaConstantLayout compute(const Module &M);
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLACONSTANTLAYOUT_H
