//===- StallProbe.h - Does a warp change anything? --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks on while a warp goes through a loop and notes whether its stores and
/// atomics leave other values in g[] than they found. A warp that comes back to
/// a state it had without changing anything does so for ever, unless somebody
/// else changes what it reads.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_STALLPROBE_H
#define HEDDLE_LIB_SM_STALLPROBE_H

#include "Watcher.h"
#include "heddle/SM/GlobalMemory.h"
#include <vector>

namespace heddle::sm {

class StallProbe final : public Watcher {
public:
  explicit StallProbe(const GlobalMemory &Mem) : Memory(Mem) {}

  void startBlock(const Block &) override {}
  void turn(const Block &, unsigned) override {}
  void issue(const Issue &E) override;
  void join(const Warp &, const DecodedInst &, uint32_t, uint32_t) override {}
  void barrierReleased(const Block &, unsigned) override {}

  /// After an instruction: whether it left g[] as it was.
  bool changedNothing();

private:
  struct Place {
    const uint8_t *Data;
    unsigned Bytes;
    std::array<uint8_t, 16> Before;
  };

  const GlobalMemory &Memory;
  /// What the instruction may write to.
  std::vector<Place> Places;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_STALLPROBE_H
