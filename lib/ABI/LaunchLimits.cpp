//===- LaunchLimits.cpp - How large launches get --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/LaunchLimits.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/TargetModel.h"
#include <algorithm>

namespace heddle::abi {

static constexpr uint64_t greatest(const IdentifierPlace &P) {
  return P.Kind == IdentifierPlace::Fixed ? P.Where
                                          : (uint64_t(1) << P.Bits) - 1;
}

/// How many an index from \p First on tells apart, and a size from \p Size on
/// can say, below what the SM has room for.
static std::array<uint32_t, 3> extents(const LaunchState &Launch,
                                       Identifier First, Identifier Size,
                                       std::array<uint32_t, 3> Room) {
  for (size_t I = 0; I != Room.size(); ++I) {
    uint64_t Told = std::min(greatest(Launch.Places[size_t(First) + I]) + 1,
                             greatest(Launch.Places[size_t(Size) + I]));
    Room[I] = static_cast<uint32_t>(std::min<uint64_t>(Room[I], Told));
  }
  return Room;
}

LaunchLimits launchLimits(const TargetModel &Model, const Geometry &G) {
  return {extents(Model.Launch, Identifier::TidX, Identifier::NtidX,
                  {G.MaxBlockX, G.MaxBlockY, G.MaxBlockZ}),
          extents(Model.Launch, Identifier::CtaidX, Identifier::NctaidX,
                  {G.MaxGridX, G.MaxGridY, G.MaxGridZ})};
}

std::optional<std::pair<uint32_t, uint32_t>>
identifierRange(const LaunchLimits &Limits, Identifier Id) {
  auto Index = [](uint32_t Extent) { return std::pair(0u, Extent - 1); };
  auto Size = [](uint32_t Extent) { return std::pair(1u, Extent); };
  switch (Id) {
  case Identifier::TidX:
  case Identifier::TidY:
  case Identifier::TidZ:
    return Index(Limits.Block[size_t(Id) - size_t(Identifier::TidX)]);
  case Identifier::NtidX:
  case Identifier::NtidY:
  case Identifier::NtidZ:
    return Size(Limits.Block[size_t(Id) - size_t(Identifier::NtidX)]);
  case Identifier::CtaidX:
  case Identifier::CtaidY:
  case Identifier::CtaidZ:
    return Index(Limits.Grid[size_t(Id) - size_t(Identifier::CtaidX)]);
  case Identifier::NctaidX:
  case Identifier::NctaidY:
  case Identifier::NctaidZ:
    return Size(Limits.Grid[size_t(Id) - size_t(Identifier::NctaidX)]);
  case Identifier::GridId:
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace heddle::abi
