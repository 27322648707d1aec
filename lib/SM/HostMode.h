//===- HostMode.h - What the host's float unit is to do ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most handlers rely on the state that FloatEnvironment sets. The arithmetic
/// of tx1 that the host computes rounds and flushes as the instruction says. To
/// change the host's state takes as long as the arithmetic of a warp, so it is
/// changed only where an instruction needs another one than those before it,
/// and put back when the warps' turn ends.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_HOSTMODE_H
#define HEDDLE_LIB_SM_HOSTMODE_H

#include "heddle/Machine/Instruction.h"
#include "heddle/Support/FloatControl.h"
#include <optional>

namespace heddle::sm {

/// Bits 0 and 1: a RoundingMode.
using HostMode = uint8_t;
/// FloatEnvironment's.
constexpr HostMode GuestMode = 0;
/// Denormals are neither sources nor results for zero.
constexpr HostMode KeepsDenormals = 4;

[[gnu::always_inline]] constexpr FloatRounding roundingOf(HostMode Mode) {
  return FloatRounding(Mode & 3);
}
[[gnu::always_inline]] constexpr bool flushes(HostMode Mode) {
  return !(Mode & KeepsDenormals);
}

/// The mode that \p I needs, if it needs one. \p Now is the one in front of it.
std::optional<HostMode> hostModeOf(const DecodedInst &I, HostMode Now);

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_HOSTMODE_H
