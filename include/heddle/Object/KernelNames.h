//===- KernelNames.h - How users name kernels -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel of C++ has a mangled name. Users may write that, or the name that
/// it stands for, with or without the list of parameters. The PTX's name of an
/// entity that a module renames is found here, too.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_KERNELNAMES_H
#define HEDDLE_OBJECT_KERNELNAMES_H

#include "llvm/ADT/StringRef.h"

namespace heddle::object {

/// How well a name fits a kernel; the better is the greater.
enum class NameFit : unsigned char {
  None,
  /// The name without the parameters, which overloads have in common.
  Short,
  /// "f(int, float*)" for _Z1fiPf.
  Full,
  /// The name as the object has it.
  Exact,
};

NameFit fitName(llvm::StringRef Name, llvm::StringRef Kernel);

/// The name that the PTX has for \p Variable of a module. Where scopes or files
/// have several of one name, they are "s", "s.1" and "function.s": no name of
/// PTX has a dot.
llvm::StringRef nameInPTX(llvm::StringRef Variable);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_KERNELNAMES_H
