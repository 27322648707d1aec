//===- TensorWatch.h - Products in tensor memory ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// tcgen05.mma writes tensor memory at any time until an mbarrier that
/// tcgen05.commit tells has got to its next phase, and somebody has looked.
/// The checker does not ask who must have looked: what is found has been waited
/// for by nobody.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_TENSORWATCH_H
#define HEDDLE_LIB_SANITIZE_TENSORWATCH_H

#include "heddle/Machine/MatrixProducts.h"
#include "heddle/Machine/Observer.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace heddle::sanitize {

class TensorWatch {
public:
  /// A product of a thread that nobody has waited for.
  struct Work {
    uint64_t Cta = 0;
    unsigned Thread = 0;
    uint32_t Index = 0;
    sm::TensorUse Cells;
    /// The mbarriers that commit told, by their place in the host's memory,
    /// with the phase that they were in.
    llvm::SmallVector<std::pair<uint64_t, uint64_t>, 2> Told;
  };

  void clear() { Open.clear(); }
  void endCta(uint64_t Cta);
  /// Notes the products of \p E.
  void multiply(const sm::Issue &E);
  /// Notes what an update of an mbarrier, or a look at one, says of products.
  /// An update by nothing is a look if \p MayLook.
  void mbarrier(const sm::Issue &E, bool IsCommit, bool MayLook);
  /// A product that the load or store \p E does not go together with.
  const Work *findOpen(const sm::Issue &E) const;

private:
  std::vector<Work> Open;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_TENSORWATCH_H
