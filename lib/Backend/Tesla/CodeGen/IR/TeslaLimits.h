//===- TeslaLimits.h - What does not fit the chip ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_IR_TESLALIMITS_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_IR_TESLALIMITS_H

#include "llvm/ADT/Twine.h"
#include <cstdint>

namespace llvm {

class Function;
class Module;

/// Reports, at the line of \p F, what is wrong with it: "kernel 'f' WHY".
void reportTeslaLimit(const Function &F, const Twine &Why);

/// Reports parameters, shared variables, where a CTA has \p MaxSharedBytes,
/// with or without launch state and parameters, and local variables that do not
/// fit.
void checkTeslaLimits(const Module &M, uint64_t MaxSharedBytes,
                      bool LaunchStateInShared);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_IR_TESLALIMITS_H
