//===- VariableAttributes.h - What variables of IR say ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTRINSICS_VARIABLEATTRIBUTES_H
#define HEDDLE_INTRINSICS_VARIABLEATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace heddle {

/// `.attribute(.managed)`: the host uses the variable by its own address.
inline constexpr llvm::StringLiteral ManagedAttribute = "heddle-managed";

} // namespace heddle

#endif // HEDDLE_INTRINSICS_VARIABLEATTRIBUTES_H
