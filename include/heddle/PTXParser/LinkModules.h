//===- LinkModules.h - Names across the modules of a program ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Resolves what modules declare .extern, .weak and .common. A strong
/// definition wins over .common, which wins over .weak, as in ELF; the largest
/// of several .common variables stands for all of them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_LINKMODULES_H
#define HEDDLE_PTXPARSER_LINKMODULES_H

#include "heddle/PTXParser/AST.h"

namespace heddle {
class Diagnostics;
} // namespace heddle

namespace heddle::ptx {

/// Sets the Definition of every function and variable of \p Modules that
/// another one stands for, and numbers the functions on through all modules. A
/// name that is defined twice, or declared otherwise than it is defined, is
/// reported with both places. A declaration without a definition is left as it
/// is: only a use is a mistake.
void linkModules(llvm::ArrayRef<std::unique_ptr<Module>> Modules,
                 Diagnostics &Diags);

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_LINKMODULES_H
