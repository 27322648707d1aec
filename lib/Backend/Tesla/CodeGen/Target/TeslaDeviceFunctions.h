//===- TeslaDeviceFunctions.h - Kernels and what they call ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLADEVICEFUNCTIONS_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLADEVICEFUNCTIONS_H

namespace llvm {
class Function;

/// Returns whether \p F is a kernel's copy of a function; all other functions
/// are kernels.
bool isTeslaDeviceFunction(const Function &F);

/// Returns the kernel that \p F belongs to; \p F itself when it is one.
const Function &teslaKernelOf(const Function &F);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLADEVICEFUNCTIONS_H
