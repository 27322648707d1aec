//===- CheckWgmma.h - Registers that wgmma is not done with -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_SEMA_CHECKWGMMA_H
#define HEDDLE_LIB_PTXPARSER_SEMA_CHECKWGMMA_H

#include "heddle/PTXParser/AST.h"
#include "heddle/Support/Diagnostics.h"

namespace heddle::ptx {

/// Warns where \p F, which has a body, touches registers that a wgmma.mma_async
/// of it may still read or write.
void checkWgmmaRegisters(const Function &F, Diagnostics &Diags);

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_SEMA_CHECKWGMMA_H
