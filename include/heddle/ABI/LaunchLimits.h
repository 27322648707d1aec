//===- LaunchLimits.h - How large launches get ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The extents of a launch that code was made for. Conclusions of the compiler
/// from the ranges of %tid, %ntid, %ctaid and %nctaid hold within them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_LAUNCHLIMITS_H
#define HEDDLE_ABI_LAUNCHLIMITS_H

#include "heddle/ABI/LaunchState.h"
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace heddle::abi {

struct Geometry;
struct TargetModel;

struct LaunchLimits {
  std::array<uint32_t, 3> Block = {}, Grid = {};

  friend bool operator==(const LaunchLimits &, const LaunchLimits &) = default;
};

/// The limits of launches on \p G that the launch state of \p Model can
/// express.
LaunchLimits launchLimits(const TargetModel &Model, const Geometry &G);

/// The least and the greatest value of \p Id in launches within \p Limits;
/// nothing where they say nothing about it.
std::optional<std::pair<uint32_t, uint32_t>>
identifierRange(const LaunchLimits &Limits, Identifier Id);

} // namespace heddle::abi

#endif // HEDDLE_ABI_LAUNCHLIMITS_H
