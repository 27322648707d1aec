//===- WordJudge.h - The machine, one lane at a time ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A plain scalar model of everything that is no control flow. It takes raw
/// words apart by the field map of tesla-isa.md section 2 and computes as its
/// section 5 says, and shares nothing with the interpreter: neither the target
/// description, nor the decoder, nor the handlers.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MODEL_WORDJUDGE_H
#define HEDDLE_MODEL_WORDJUDGE_H

#include <array>
#include <cstdint>
#include <vector>

namespace heddle::model {

/// A warp's state; the registers as the interpreter has them, for comparison.
struct JudgeWarp {
  static constexpr unsigned Lanes = 32, LocalBytes = 1024;
  static constexpr uint32_t GlobalBase = 0x10000;

  std::array<std::array<uint32_t, Lanes>, 128> R = {};
  /// $a0 is the constant 0.
  std::array<std::array<uint16_t, Lanes>, 5> A = {};
  std::array<std::array<uint8_t, Lanes>, 4> C = {};
  std::array<std::array<uint8_t, LocalBytes>, Lanes> Local = {};
  std::vector<uint8_t> Shared, Global;
  std::array<std::vector<uint8_t>, 16> Const;
  uint32_t Active = 0;
};

enum class Judgement : uint8_t {
  Done,
  /// An address that does not exist or is not aligned; what other lanes did is
  /// undefined then.
  Fault,
  /// Control flow, or what the model has no rule for.
  NotJudged,
};

/// Executes the instruction; short forms have no second word.
Judgement judgeWord(uint32_t W0, uint32_t W1, JudgeWarp &W);

/// Whether condition \p Code holds for the four bits \p C of a $c.
bool judgeCondition(unsigned Code, unsigned C);

} // namespace heddle::model

#endif // HEDDLE_MODEL_WORDJUDGE_H
