//===- HostMode.h - What the host's float unit is to do ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most handlers rely on the state that FloatEnvironment sets. Arithmetic of
/// tx1 that the host computes rounds and flushes as the instruction says.
/// Changing the host's state takes as long as the arithmetic of a warp, so it
/// changes only before an instruction that needs another state than the one
/// before it, and changes back when the turn of the warps ends.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SM_HOSTMODE_H
#define HEDDLE_SM_HOSTMODE_H

#include "heddle/Machine/Instruction.h"
#include "heddle/Support/FloatControl.h"
#include <optional>

namespace heddle::sm {

/// Bits 0 and 1 hold a RoundingMode.
using HostMode = uint8_t;
/// The mode that FloatEnvironment sets.
constexpr HostMode GuestMode = 0;
/// Set if denormal sources and results are kept, not flushed to zero.
constexpr HostMode KeepsDenormals = 4;

[[gnu::always_inline]] constexpr FloatRounding roundingOf(HostMode Mode) {
  return FloatRounding(Mode & 3);
}
[[gnu::always_inline]] constexpr bool flushes(HostMode Mode) {
  return !(Mode & KeepsDenormals);
}

/// Returns the mode that \p I needs, if it needs one. \p Now is the mode before
/// it.
std::optional<HostMode> hostModeOf(const DecodedInst &I, HostMode Now);

} // namespace heddle::sm

#endif // HEDDLE_SM_HOSTMODE_H
