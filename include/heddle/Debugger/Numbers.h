//===- Numbers.h - Sizes and indices as users write them --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DEBUGGER_NUMBERS_H
#define HEDDLE_DEBUGGER_NUMBERS_H

#include "heddle/Machine/LaunchConfig.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <optional>

namespace heddle::debugger {

/// "8", "8x4", "8,4,2".
llvm::Expected<sm::Dim3> parseSize(llvm::StringRef Name, llvm::StringRef Text);
/// "5", "(5,0,0)".
std::optional<std::array<uint32_t, 3>> parseIndex(llvm::StringRef Text);

} // namespace heddle::debugger

#endif // HEDDLE_DEBUGGER_NUMBERS_H
