//===- NearestName.cpp - Which name was probably meant --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NearestName.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace heddle::ptx;
using llvm::StringRef;

/// Half edits that turn one letter into another.
static unsigned letterDistance(char A, char B) {
  if (A == B)
    return 0;
  return llvm::toLower(A) == llvm::toLower(B) ? 1 : 2;
}

unsigned heddle::ptx::spellingDistance(StringRef A, StringRef B,
                                       unsigned Limit) {
  size_t Longer = std::max(A.size(), B.size());
  if (2 * (Longer - std::min(A.size(), B.size())) > Limit)
    return Limit + 1;
  // A word in capitals is one mistake.
  if (A.equals_insensitive(B))
    return A == B ? 0 : 1;
  llvm::SmallVector<unsigned, 32> BeforeLast, Last(B.size() + 1),
      Row(B.size() + 1);
  for (size_t J = 0; J <= B.size(); ++J)
    Last[J] = 2 * J;
  for (size_t I = 1; I <= A.size(); ++I) {
    Row[0] = 2 * I;
    for (size_t J = 1; J <= B.size(); ++J) {
      Row[J] = std::min({Last[J] + 2, Row[J - 1] + 2,
                         Last[J - 1] + letterDistance(A[I - 1], B[J - 1])});
      if (I > 1 && J > 1 && A[I - 1] == B[J - 2] && A[I - 2] == B[J - 1])
        Row[J] = std::min(Row[J], BeforeLast[J - 2] + 1);
    }
    // A swap reaches back two rows.
    if (std::min(*std::min_element(Row.begin(), Row.end()),
                 *std::min_element(Last.begin(), Last.end())) > Limit)
      return Limit + 1;
    BeforeLast = Last;
    std::swap(Last, Row);
  }
  return std::min(Last[B.size()], Limit + 1);
}

/// A single letter is like every other one, but for its case; short names bear
/// one mistake.
static unsigned mostHalfEdits(size_t Length) {
  return Length < 2 ? 1 : Length < 4 ? 2 : 4;
}

static size_t commonPrefix(StringRef A, StringRef B) {
  size_t Most = std::min(A.size(), B.size()), Size = 0;
  while (Size != Most && A[Size] == B[Size])
    ++Size;
  return Size;
}

NearestName::NearestName(StringRef Wanted)
    : Wanted(Wanted), Bound(mostHalfEdits(Wanted.size()) + 1) {}

void NearestName::considerAs(StringRef Candidate, StringRef Spelling,
                             StringRef Part) {
  // The best so far, if there is one, is at Bound and may lose on the alphabet.
  unsigned Limit = Best.empty() ? Bound - 1 : Bound;
  unsigned Distance = spellingDistance(Part, Spelling, Limit);
  if (Distance > Limit)
    return;
  size_t Prefix = commonPrefix(Part, Spelling);
  if (Distance == Bound && !Best.empty() &&
      (BestPrefix > Prefix || (BestPrefix == Prefix && Best <= Candidate)))
    return;
  Best = Candidate.str();
  BestPrefix = Prefix;
  Bound = Distance;
}
