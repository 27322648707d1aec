//===- NearestName.h - Which name was probably meant ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For "did you mean": how unlike two spellings are, and the best of several
/// candidates. Neighbours that changed places (`mda` for `mad`) and letters in
/// the other case are half as bad as a letter too many, too few or wrong.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_NEARESTNAME_H
#define HEDDLE_LIB_PTXPARSER_NEARESTNAME_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace heddle::ptx {

/// Half edits between two spellings; more than \p Limit if it is more.
unsigned spellingDistance(llvm::StringRef A, llvm::StringRef B, unsigned Limit);

/// Keeps the candidate nearest to a name; of several that which has most of its
/// beginning (`mad` for `madd`, not `add`), then the first in the alphabet,
/// whatever their order.
class NearestName {
public:
  explicit NearestName(llvm::StringRef Wanted);

  void consider(llvm::StringRef Candidate) { considerAs(Candidate, Candidate); }
  /// A candidate that counts as near as \p Spelling is to \p Part.
  void considerAs(llvm::StringRef Candidate, llvm::StringRef Spelling,
                  llvm::StringRef Part);
  void considerAs(llvm::StringRef Candidate, llvm::StringRef Spelling) {
    considerAs(Candidate, Spelling, Wanted);
  }

  /// Empty if nothing is near.
  llvm::StringRef best() const { return Best; }

private:
  llvm::StringRef Wanted;
  std::string Best;
  /// Letters that Best and the name begin with.
  size_t BestPrefix = 0;
  /// A better name has a smaller distance than this.
  unsigned Bound;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_NEARESTNAME_H
