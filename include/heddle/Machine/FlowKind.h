//===- FlowKind.h - The operations that steer lanes, by name ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names of the operations that steer the lanes of a warp. Only those
/// include this who name one: DecodedInst says by itself whether it is plain, a
/// barrier or a call of the host.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_FLOWKIND_H
#define HEDDLE_MACHINE_FLOWKIND_H

#include "heddle/ABI/DivergenceRules.h"
#include "heddle/ABI/FlowOps.inc"

namespace heddle::sm {

/// Returns whether \p Flow, a return or a break, leaves a function or a loop.
constexpr abi::Leaving leavingOf(FlowKind Flow) {
  return Flow == FlowKind::Break ? abi::Leaving::Break : abi::Leaving::Return;
}

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_FLOWKIND_H
