//===- Liveness.cpp - How many registers are live at once -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Liveness.h"
#include "llvm/ADT/BitVector.h"
#include <algorithm>

using namespace llvm;

namespace heddle::explain {
namespace {

/// Goes backwards through blocks until nothing changes.
class Walk {
public:
  explicit Walk(const Liveness &In)
      : Of(In),
        LiveIn(In.Blocks.size(), BitVector(unsigned(In.Halves.size()))) {}

  unsigned most() {
    for (bool HasChanged = true; HasChanged;) {
      HasChanged = false;
      for (size_t N = Of.Blocks.size(); N-- != 0;)
        HasChanged |= update(N);
    }
    unsigned Most = 0;
    for (const Liveness::Block &B : Of.Blocks)
      Most = std::max(Most, mostIn(B));
    return (Most + 1) / 2;
  }

private:
  BitVector atEnd(const Liveness::Block &B) const {
    BitVector Live(unsigned(Of.Halves.size()));
    for (unsigned Next : B.Next)
      Live |= LiveIn[Next];
    for (unsigned V : B.ReadAtEnd)
      Live.set(V);
    return Live;
  }

  bool update(size_t N) {
    const Liveness::Block &B = Of.Blocks[N];
    BitVector Live = atEnd(B);
    for (size_t K = B.Code.size(); K-- != 0;) {
      for (unsigned V : B.Code[K].Written)
        Live.reset(V);
      for (unsigned V : B.Code[K].Read)
        Live.set(V);
    }
    if (Live == LiveIn[N])
      return false;
    LiveIn[N] = std::move(Live);
    return true;
  }

  unsigned mostIn(const Liveness::Block &B) const {
    BitVector Live = atEnd(B);
    unsigned Now = 0;
    for (unsigned V : Live.set_bits())
      Now += Of.Halves[V];
    unsigned Most = Now;
    for (size_t K = B.Code.size(); K-- != 0;) {
      unsigned Unread = 0;
      for (unsigned V : B.Code[K].Written) {
        if (Live.test(V))
          Now -= Of.Halves[V];
        else
          Unread += Of.Halves[V];
        Live.reset(V);
      }
      // A result that nobody reads has a register nevertheless.
      Most = std::max(Most, Now + Unread);
      for (unsigned V : B.Code[K].Read)
        if (!Live.test(V)) {
          Live.set(V);
          Now += Of.Halves[V];
        }
      Most = std::max(Most, Now);
    }
    return Most;
  }

  const Liveness &Of;
  std::vector<BitVector> LiveIn;
};

} // namespace

std::optional<unsigned> Liveness::most() const {
  if (!isCountable(Blocks.size(), Halves.size()))
    return std::nullopt;
  return Walk(*this).most();
}

} // namespace heddle::explain
