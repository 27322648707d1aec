//===- TraceOptions.h - What traces show ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBSERVE_TRACEOPTIONS_H
#define HEDDLE_OBSERVE_TRACEOPTIONS_H

#include <cstdint>
#include <optional>

namespace heddle::sm {

/// The registers that a breakpoint shows. Objects without a map of the PTX's
/// registers have those of the machine only.
enum class BreakRegisters { PTX, Machine, Both };

struct TraceOptions {
  /// Warp of each CTA to show; all when empty.
  std::optional<unsigned> Warp;
  /// Show masks as this many digits, lane 0 first; 0: all lanes, in hex.
  unsigned Lanes = 0;
  /// The most lines of each launch.
  uint64_t MaxLines = 1000000;
  /// Lines show what registers hold after their instruction, too.
  bool Values = false;
  /// The registers that breakpoints show.
  BreakRegisters Registers = BreakRegisters::PTX;
};

} // namespace heddle::sm

#endif // HEDDLE_OBSERVE_TRACEOPTIONS_H
