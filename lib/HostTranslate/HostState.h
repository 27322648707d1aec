//===- HostState.h - The state of the host's units --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What code does to the host's float and vector units around calls.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_HOSTTRANSLATE_HOSTSTATE_H
#define HEDDLE_LIB_HOSTTRANSLATE_HOSTSTATE_H

#include "HostMode.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::hosttranslate {

/// In front of code that may use vectors of the oldest kind only, which some
/// processors execute slowly while upper parts of registers are in use.
void leaveVectors(llvm::IRBuilderBase &At, unsigned Width);

/// Has floats be computed as \p Mode says.
void setHostMode(llvm::IRBuilderBase &At, sm::HostMode Mode);

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_HOSTTRANSLATE_HOSTSTATE_H
