//===- SourceLocations.h - Lift .loc ----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_SOURCELOCATIONS_H
#define HEDDLE_LIB_PTXTOLLVM_SOURCELOCATIONS_H

#include "heddle/PTXParser/AST.h"
#include "llvm/IR/DIBuilder.h"

namespace heddle {

class Diagnostics;

/// Puts what the .loc and .file directives of \p Source say into \p M, at the
/// positions that \p Positions gives.
void liftSourceLocations(const ptx::Module &Source,
                         const Diagnostics &Positions, llvm::DIBuilder &Debug,
                         llvm::Module &M);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_SOURCELOCATIONS_H
