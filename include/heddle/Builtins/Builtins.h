//===- Builtins.h - Routines that the chip lacks ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bitcode of routines written in C (lib/Builtins/C): what is __heddle_udiv32
/// there is heddle.rt.udiv32 in IR. They compute on scalars only, and touch no
/// memory but that they are called to copy.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BUILTINS_BUILTINS_H
#define HEDDLE_BUILTINS_BUILTINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace heddle {

/// The prefix of the names of all builtins. No name in PTX has a dot, so that
/// none can be equal to one of these.
inline constexpr llvm::StringLiteral BuiltinPrefix = "heddle.rt.";

/// Ends the names of 64-bit divisions for chips with 64-bit products.
inline constexpr llvm::StringLiteral WideDivisionSuffix = "_wide";

/// A fresh copy in \p Context of the builtins \p Names, given without prefix,
/// and of the functions that they call, for 32-bit pointers; the bodies of all
/// others stay unread. Clang's statements about its target are removed: triple,
/// layout, attributes and module flags are the caller's to set.
std::unique_ptr<llvm::Module>
loadBuiltins(llvm::LLVMContext &Context, llvm::ArrayRef<llvm::StringRef> Names);

} // namespace heddle

#endif // HEDDLE_BUILTINS_BUILTINS_H
