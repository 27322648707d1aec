//===- ForeignFormat.h - Files that are not PTX text ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names what a user passed in place of PTX, where the first bytes tell.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_FOREIGNFORMAT_H
#define HEDDLE_LIB_PTXPARSER_FOREIGNFORMAT_H

#include "llvm/ADT/StringRef.h"

namespace heddle::ptx {

/// Says what \p Buffer, the contents of \p File, is and how to proceed, to
/// follow "this is not PTX but "; empty if it may be PTX.
llvm::StringRef foreignFormat(llvm::StringRef Buffer, llvm::StringRef File);

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_FOREIGNFORMAT_H
