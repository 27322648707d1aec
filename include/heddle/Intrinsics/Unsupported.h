//===- Unsupported.h - Reports of what a chip cannot run --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How passes report an instruction that the chip cannot run.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTRINSICS_UNSUPPORTED_H
#define HEDDLE_INTRINSICS_UNSUPPORTED_H

#include "llvm/IR/DiagnosticInfo.h"

namespace llvm {
class Instruction;
class Twine;
} // namespace llvm

namespace heddle {

/// Reports \p Why of \p I to its context as DiagnosticInfoUnsupported. An
/// instruction that came from no PTX has no line: the message shows the
/// instruction itself and names its function.
void reportUnsupported(const llvm::Instruction &I, const llvm::Twine &Why,
                       llvm::DiagnosticSeverity Severity = llvm::DS_Error);

} // namespace heddle

#endif // HEDDLE_INTRINSICS_UNSUPPORTED_H
