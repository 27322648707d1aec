//===- SourceText.h - What stands at a place of the source ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_SOURCETEXT_H
#define HEDDLE_LIB_PTXPARSER_SOURCETEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"

namespace heddle::ptx {

/// The text that the user wrote at \p Range.
inline llvm::StringRef textOf(llvm::SMRange Range) {
  return {Range.Start.getPointer(),
          size_t(Range.End.getPointer() - Range.Start.getPointer())};
}

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_SOURCETEXT_H
