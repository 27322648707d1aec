//===- InlineMode.h - Which device functions are inlined --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OPTIMIZER_INLINEMODE_H
#define HEDDLE_OPTIMIZER_INLINEMODE_H

#include <cstdint>

namespace heddle {

/// The inlining of device functions. Functions that cannot be called are
/// inlined in any case: where an address may be generic, and where the thread
/// may end.
enum class InlineMode : uint8_t {
  /// Small ones and those called from one place are inlined.
  Auto,
  /// All are inlined.
  All,
  /// No function is inlined that can be called.
  None,
};

} // namespace heddle

#endif // HEDDLE_OPTIMIZER_INLINEMODE_H
