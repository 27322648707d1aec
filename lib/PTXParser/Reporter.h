//===- Reporter.h - Errors as results of checks -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The reporting that parser and checks share. A function of theirs that
/// returns bool returns true after it has reported an error, as LLVM's own
/// parsers do, so that a check ends with `return error(…)`.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_REPORTER_H
#define HEDDLE_LIB_PTXPARSER_REPORTER_H

#include "heddle/Support/Diagnostics.h"

namespace heddle::ptx {

class Reporter {
public:
  explicit Reporter(Diagnostics &Diags) : Diags(Diags) {}

  bool error(llvm::SMLoc Loc, const llvm::Twine &Message,
             llvm::ArrayRef<llvm::SMRange> Ranges = {},
             llvm::ArrayRef<llvm::SMFixIt> FixIts = {}) const {
    Diags.error(Loc, Message, Ranges, FixIts);
    return true;
  }
  bool error(llvm::SMRange Range, const llvm::Twine &Message) const {
    return error(Range.Start, Message, Range);
  }

protected:
  Diagnostics &Diags;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_REPORTER_H
