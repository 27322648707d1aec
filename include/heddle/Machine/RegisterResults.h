//===- RegisterResults.h - What instructions write --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_REGISTERRESULTS_H
#define HEDDLE_MACHINE_REGISTERRESULTS_H

#include "heddle/Machine/Program.h"

namespace heddle::sm {

/// The registers that each instruction of \p P writes, in the order of its
/// code. The guard at its end writes none.
std::vector<std::vector<RegisterUse>> registerResults(const Program &P);

/// Registers that lie one behind the other.
struct RowRange {
  unsigned First = 0, Count = 0;

  /// Appends those that are below \p Rows, which a kernel has, to \p To.
  template <class ContainerT> void append(unsigned Rows, ContainerT &To) const {
    for (unsigned N = First; N < Rows && N - First < Count; ++N)
      To.push_back(typename ContainerT::value_type(N));
  }
};

/// The registers that \p U is about, whole or in part; none of condition codes
/// and address registers.
RowRange rowsOf(const RegisterUse &U);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_REGISTERRESULTS_H
