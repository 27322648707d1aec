//===- IndependentLanes.h - Lanes that meet across branches -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_INDEPENDENTLANES_H
#define HEDDLE_ABI_INDEPENDENTLANES_H

namespace heddle::abi {

/// From this target of PTX on, lanes of a warp meet in instructions of their
/// own: members of an exchange or a barrier may be in different branches.
inline constexpr unsigned FirstIndependentTarget = 70;

/// The flag of IR modules whose PTX is for such targets.
inline constexpr char IndependentLanesFlag[] = "heddle.independent_lanes";

} // namespace heddle::abi

#endif // HEDDLE_ABI_INDEPENDENTLANES_H
