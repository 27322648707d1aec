//===- AccessRules.h - What memory accesses cost ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How the chips serve the accesses of a half-warp. Rules: tesla-sm.md sections
/// 2.4 to 2.6, after NVIDIA's programming guide.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_ACCESSRULES_H
#define HEDDLE_MACHINE_ACCESSRULES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace heddle::sm {

constexpr unsigned HalfWarp = 16;

/// Addresses of 16 lanes, and which of them take part.
struct HalfAccess {
  llvm::ArrayRef<uint64_t> Address;
  uint32_t Mask;
  /// Bytes a lane: 1, 2, 4, 8 or 16.
  unsigned Bytes;
};

/// A piece of memory that one transaction with g[] moves.
struct Segment {
  uint64_t Address;
  uint32_t Bytes;
};
using SegmentFn = llvm::function_ref<void(Segment)>;

/// Transactions with g[] by size.
struct Transactions {
  bool Coalesced = false;
  unsigned Of32 = 0, Of64 = 0, Of128 = 0;

  unsigned count() const { return Of32 + Of64 + Of128; }
  unsigned bytes() const { return Of32 * 32 + Of64 * 64 + Of128 * 128; }
};

/// Compute capability 1.0 and 1.1: lane k takes word k of one segment, or each
/// active lane has a transaction of its own. False: the latter.
bool coalesce10(const HalfAccess &A, SegmentFn Fn);
Transactions coalesce10(const HalfAccess &A);

/// Compute capability 1.2 and 1.3: segments, as small as the lanes in them
/// allow.
void coalesce12(const HalfAccess &A, SegmentFn Fn);
Transactions coalesce12(const HalfAccess &A);

/// Passes that a half-warp needs for s[]. A pass serves one address of each of
/// the 16 banks. A word that is read may go to any number of lanes; of several
/// stores to one address one wins.
unsigned sharedPasses(const HalfAccess &A, bool IsStore);

/// Passes that a half-warp needs for c[]: one for each address.
unsigned constPasses(const HalfAccess &A);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_ACCESSRULES_H
