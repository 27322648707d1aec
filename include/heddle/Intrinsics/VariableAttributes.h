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

/// Metadata of an alloca, and an attribute of a function's pointer: the
/// variable of PTX that lies there, as FUNCTION/LINE:COLUMN/NAME with the place
/// of its declaration, since scopes may have variables of one name; the
/// metadata has an i1 behind it, 1 for what is a .param variable. Functions for
/// checkers have it.
inline constexpr llvm::StringLiteral LocalVariable = "heddle-variable";

/// Named metadata of a module: for each alloca of functions for checkers what
/// LocalVariable says, or "" and 0; then its address in l[] and its bytes,
/// which are 0 where that is not the same for each call; then the function that
/// has it in its frame.
inline constexpr llvm::StringLiteral LocalPlacesMetadata = "heddle.locals";

/// Named metadata of a module: for each pointer passed to a function for
/// checkers, what LocalVariable says of the parameter and of the argument, or
/// "".
inline constexpr llvm::StringLiteral PassedMetadata = "heddle.passed";

} // namespace heddle

#endif // HEDDLE_INTRINSICS_VARIABLEATTRIBUTES_H
