//===- TensorMemory.cpp - Tensor memory of a CTA --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"
#include <algorithm>
#include <cassert>

namespace heddle::sm {

void TensorMemory::restart() {
  std::fill(Cells.begin(), Cells.end(), 0);
  Taken.reset();
  Sizes = {};
  Largest = abi::TensorColumns;
  IsRelinquished = false;
}

std::optional<unsigned> TensorMemory::allocate(unsigned Columns) {
  assert(Columns && Columns <= abi::TensorColumns && "no such allocation");
  if (Cells.empty())
    Cells.resize(size_t(abi::TensorLanes) * abi::TensorColumns);
  for (unsigned First = 0; First + Columns <= abi::TensorColumns;
       First += Columns) {
    unsigned N = First;
    while (N != First + Columns && !Taken[N])
      ++N;
    if (N != First + Columns)
      continue;
    for (N = First; N != First + Columns; ++N)
      Taken[N] = true;
    Sizes[First] = uint16_t(Columns);
    Largest = Columns;
    return First;
  }
  return std::nullopt;
}

bool TensorMemory::free(unsigned First, unsigned Columns) {
  if (First >= abi::TensorColumns || !Columns || Sizes[First] != Columns)
    return false;
  Sizes[First] = 0;
  for (unsigned N = First; N != First + Columns; ++N)
    Taken[N] = false;
  return true;
}

} // namespace heddle::sm
