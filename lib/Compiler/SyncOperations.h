//===- SyncOperations.h - What a module says of order -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_SYNCOPERATIONS_H
#define HEDDLE_LIB_COMPILER_SYNCOPERATIONS_H

#include "Modules.h"
#include "heddle/Object/OperationMap.h"

namespace heddle {

class Diagnostics;

/// The instructions of \p Modules by which threads order their accesses, at the
/// places that \p Diags has for them. The target is the latest one of all
/// modules.
object::OperationMap syncOperationsOf(const ModuleList &Modules,
                                      const Diagnostics &Diags);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_SYNCOPERATIONS_H
