//===- GuardedCall.h - Calls of functions that may throw --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_GUARDEDCALL_H
#define HEDDLE_SUPPORT_GUARDEDCALL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace heddle {

/// Calls \p Function, which calls a function of the program's. Returns the
/// exception that this threw, as far as it has a text, or nothing if it came
/// back. No destructor of ours runs when an exception passes, so that none may
/// get further than here, where nothing is left to be destroyed.
std::optional<std::string> callGuarded(llvm::function_ref<void()> Function);

} // namespace heddle

#endif // HEDDLE_SUPPORT_GUARDEDCALL_H
