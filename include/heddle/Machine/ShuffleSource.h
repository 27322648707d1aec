//===- ShuffleSource.h - Whose value a lane takes ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_SHUFFLESOURCE_H
#define HEDDLE_MACHINE_SHUFFLESOURCE_H

#include "heddle/Machine/Instruction.h"

namespace heddle::sm {

/// The lane from which a lane takes its value, and whether that is in its
/// segment; if not, the lane itself.
struct ShuffleSource {
  unsigned Lane;
  bool InRange;
};

/// What shfl does for \p Lane. \p C has the clamp in its low five bits and the
/// segment mask in bits 8 to 12. Source: PTX ISA, "shfl.sync".
[[gnu::always_inline]] constexpr ShuffleSource
shuffleSource(ShuffleKind Kind, unsigned Lane, uint32_t B, uint32_t C) {
  unsigned Clamp = C & 31, Segment = C >> 8 & 31;
  unsigned MaxLane = (Lane & Segment) | (Clamp & ~Segment);
  unsigned MinLane = Lane & Segment;
  int From = int(Lane);
  bool InRange = false;
  B &= 31;
  switch (Kind) {
  case ShuffleKind::Up:
    From = int(Lane) - int(B);
    InRange = From >= int(MaxLane);
    break;
  case ShuffleKind::Down:
    From = int(Lane) + int(B);
    InRange = From <= int(MaxLane);
    break;
  case ShuffleKind::Butterfly:
    From = int(Lane ^ B);
    InRange = From <= int(MaxLane);
    break;
  case ShuffleKind::Index:
    From = int(MinLane | (B & ~Segment));
    InRange = From <= int(MaxLane);
    break;
  }
  return {InRange ? unsigned(From) : Lane, InRange};
}

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_SHUFFLESOURCE_H
