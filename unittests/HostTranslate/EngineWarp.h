//===- EngineWarp.h - A warp for either engine ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A warp with registers and memory of its own, drawn at random. Two of them
/// that were drawn alike go through the two engines, and are compared.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_HOSTTRANSLATE_ENGINEWARP_H
#define HEDDLE_UNITTESTS_HOSTTRANSLATE_ENGINEWARP_H

#include "OperandSamples.h"
#include "heddle/Machine/Program.h"
#include "heddle/Machine/Warp.h"
#include <string>
#include <vector>

namespace heddle::sm::test {

class EngineWarp {
public:
  static constexpr unsigned NumRegisters = 128;
  /// Where g[] is: above the null page of tx1, and an address in s[], too.
  static constexpr uint32_t GlobalBase = 0x2000;

  /// Contents of memory follow from nothing but \p R.
  EngineWarp(const Program &P, Random R);

  /// Draws all registers, and the lanes that are active. \p F: what for.
  void draw(Random &R, Flavor F, uint32_t Mask);
  /// Stands in front of instruction \p PC, the inactive lanes waiting at
  /// \p Others.
  void place(uint32_t PC, uint32_t Others);

  /// Empty, or what differs: of registers, for the lanes in \p Count. What
  /// nobody reads where the others wait, host code need not keep.
  std::string compare(EngineWarp &Other, uint32_t Count);

  Warp W;

private:
  void drawAddresses(Random &R);
  void drawPointers(Random &R);

  alignas(64) std::array<ConstantRow, NumRegisters + ScratchRows> Rows = {};
  std::vector<uint8_t> Shared, Global, Const;
  static constexpr unsigned LocalBytes = 1024;
  alignas(64) std::array<uint32_t, Lanes * LocalBytes / 4> Local = {};
  Window Banks[16];
  uint32_t Lock = NoLock;
};

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_HOSTTRANSLATE_ENGINEWARP_H
