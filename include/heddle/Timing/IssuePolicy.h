//===- IssuePolicy.h - Which ready warp of an SM issues ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TIMING_ISSUEPOLICY_H
#define HEDDLE_TIMING_ISSUEPOLICY_H

#include <cstdint>

namespace heddle::timing {

/// Which warp issues of those of an SM that are ready and whose unit is free.
enum class IssuePolicy : uint8_t {
  /// The next one behind the warp that issued last.
  RoundRobin,
  /// The one whose CTA came first to the SM, and of it the lowest.
  Oldest,
  /// Round robin in a group of eight warps as long as one of them is ready,
  /// then in the next group.
  TwoLevel,
};

} // namespace heddle::timing

#endif // HEDDLE_TIMING_ISSUEPOLICY_H
