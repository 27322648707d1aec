//===- MappedDouble.h - f64 under map_f64_to_f32 ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A module with map_f64_to_f32 holds an f64 in registers as f32, and in memory
/// as an f32 in the low of its eight bytes. The caller that passes an f64 to a
/// kernel converts it, as cudaSetDoubleForDevice does.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_MAPPEDDOUBLE_H
#define HEDDLE_ABI_MAPPEDDOUBLE_H

#include <cstdint>

namespace heddle::abi {

/// The flag of IR modules in which f64 is mapped.
inline constexpr char MappedDoublesFlag[] = "heddle.map_f64_to_f32";

/// The eight bytes that stand for the f64 \p Bits: the nearest f32, then zero.
uint64_t mappedDouble(uint64_t Bits);

} // namespace heddle::abi

#endif // HEDDLE_ABI_MAPPEDDOUBLE_H
