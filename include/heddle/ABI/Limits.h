//===- Limits.h - What these chips have room for ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A constant for each row of Limits.def.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_LIMITS_H
#define HEDDLE_ABI_LIMITS_H

#include <cstdint>

namespace heddle::abi {

#define HEDDLE_LIMIT(NAME, VALUE, MEANING)                                     \
  inline constexpr uint32_t NAME = VALUE;
#include "heddle/ABI/Limits.def"

} // namespace heddle::abi

#endif // HEDDLE_ABI_LIMITS_H
