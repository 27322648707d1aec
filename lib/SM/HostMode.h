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
/// changed where an instruction of a straight run needs another one than those
/// before it, and put back at the run's end.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_HOSTMODE_H
#define HEDDLE_LIB_SM_HOSTMODE_H

#include "heddle/Machine/Instruction.h"

namespace heddle::sm {

/// Bits 0 and 1: a RoundingMode.
using HostMode = uint8_t;
/// FloatEnvironment's.
constexpr HostMode GuestMode = 0;
/// Denormals are neither sources nor results for zero.
constexpr HostMode KeepsDenormals = 4;

/// The mode that \p I runs in. \p Now is the one in front of it, in which
/// instructions stay that do not care.
HostMode hostModeOf(const DecodedInst &I, HostMode Now);

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_HOSTMODE_H
