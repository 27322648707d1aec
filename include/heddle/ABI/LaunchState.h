//===- LaunchState.h - What a CTA finds when it starts ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state that the chip's launch hardware prepares for every CTA. The code
/// generator reads it and the SM writes it. Offsets are bytes in shared memory.
///
///   s[0x00] u16 grid id       s[0x08] u16 nctaid.x   $r0[0:15]  tid.x
///   s[0x02] u16 ntid.x        s[0x0a] u16 nctaid.y   $r0[16:25] tid.y
///   s[0x04] u16 ntid.y        s[0x0c] u16 ctaid.x    $r0[26:31] tid.z
///   s[0x06] u16 ntid.z        s[0x0e] u16 ctaid.y
///   s[0x10] kernel parameters, at their natural alignment
///   then static .shared, then dynamic .shared
///
/// Source: tesla-isa.md section 1, "Launch state".
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_LAUNCHSTATE_H
#define HEDDLE_ABI_LAUNCHSTATE_H

#include <cstdint>

namespace heddle::abi {

inline constexpr uint32_t SharedGridId = 0x00;
inline constexpr uint32_t SharedNtidX = 0x02;
inline constexpr uint32_t SharedNtidY = 0x04;
inline constexpr uint32_t SharedNtidZ = 0x06;
inline constexpr uint32_t SharedNctaidX = 0x08;
inline constexpr uint32_t SharedNctaidY = 0x0a;
inline constexpr uint32_t SharedCtaidX = 0x0c;
inline constexpr uint32_t SharedCtaidY = 0x0e;
inline constexpr uint32_t SharedParams = 0x10;

/// $r0 at the start of a thread.
inline constexpr uint32_t packTid(uint32_t X, uint32_t Y, uint32_t Z) {
  return (X & 0xffff) | (Y & 0x3ff) << 16 | Z << 26;
}

/// The window of g[] through which global memory is addressed: linear, base 0.
inline constexpr unsigned GlobalWindow = 14;

/// Lanes of a warp.
inline constexpr unsigned WarpSize = 32;

} // namespace heddle::abi

#endif // HEDDLE_ABI_LAUNCHSTATE_H
