//===- ForeignWords.h - Words of C and CUDA ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The PTX for a word of CUDA C++, for hints.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_FOREIGNWORDS_H
#define HEDDLE_LIB_PTXPARSER_FOREIGNWORDS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include "llvm/Support/SourceMgr.h"

namespace heddle::ptx {

/// "; in PTX that is '%tid'" for `threadIdx`, "; in PTX that is '.reg .f32'"
/// for `float`; empty if \p Word is no such word.
std::string foreignHint(llvm::StringRef Word);

/// The replacement of \p Word at \p Range, if that is one name.
llvm::SmallVector<llvm::SMFixIt, 1> foreignFixIt(llvm::StringRef Word,
                                                 llvm::SMRange Range);

/// "f32" for `float`, "s32" for `i32`; empty if \p Word is no such type.
llvm::StringRef foreignType(llvm::StringRef Word);

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_FOREIGNWORDS_H
