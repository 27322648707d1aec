//===- TextureLimits.h - What memory of textures must be --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As the device's attributes say.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_TEXTURELIMITS_H
#define HEDDLE_DRIVERAPI_TEXTURELIMITS_H

#include <cstdint>

namespace heddle::driver {

/// What addresses, and bytes from one row to the next, are multiples of.
inline constexpr uint64_t TextureAlignment = 512, PitchAlignment = 32;

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_TEXTURELIMITS_H
