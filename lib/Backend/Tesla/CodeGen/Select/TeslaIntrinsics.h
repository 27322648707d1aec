//===- TeslaIntrinsics.h - Intrinsics that are selected ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAINTRINSICS_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAINTRINSICS_H

namespace llvm {
class TeslaSubtarget;

/// Whether selection knows intrinsic \p IID on the chip: by a pattern, by
/// lowering, or because it is a node of LLVM's that the target has.
bool isTeslaIntrinsic(unsigned IID, const TeslaSubtarget &Chip);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAINTRINSICS_H
