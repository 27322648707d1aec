//===- SourceLocations.h - What .loc says, in IR ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The debug location of an instruction is its PTX place. The source places
/// that .loc names are metadata of the module: `!heddle.loc` lists nodes of a
/// PTX line, a column, and a DILocation or null, in ascending order. Each holds
/// from its PTX place up to the next one's.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTRINSICS_SOURCELOCATIONS_H
#define HEDDLE_INTRINSICS_SOURCELOCATIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class DILocation;
class Module;
} // namespace llvm

namespace heddle {

/// Says that \p Where, null for nowhere, holds from PTX \p Line, \p Column on.
void addSourceMark(llvm::Module &M, unsigned Line, unsigned Column,
                   llvm::DILocation *Where);

/// Calls \p Visit for each mark of \p M, with null for nowhere. Marks that are
/// not of the form above are skipped.
void forEachSourceMark(const llvm::Module &M,
                       llvm::function_ref<void(unsigned Line, unsigned Column,
                                               const llvm::DILocation *Where)>
                           Visit);

} // namespace heddle

#endif // HEDDLE_INTRINSICS_SOURCELOCATIONS_H
