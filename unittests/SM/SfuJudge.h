//===- SfuJudge.h - A second opinion on the SFU -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The special functions and their range reductions, one value at a time, with
/// the formulas of tesla-isa.md section 5.3 and the published tables as they
/// come.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_SM_SFUJUDGE_H
#define HEDDLE_UNITTESTS_SM_SFUJUDGE_H

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::sm::test {

class SfuJudge {
public:
  /// Reads Inputs/sfu-tables.txt.
  SfuJudge();
  /// Whether the tables were there.
  bool isComplete() const;

  uint32_t rcp(uint32_t V) const;
  uint32_t rsqrt(uint32_t V) const;
  uint32_t lg2(uint32_t V) const;
  uint32_t sin(uint32_t Reduced) const;
  uint32_t cos(uint32_t Reduced) const;
  uint32_t ex2(uint32_t Reduced) const;
  static uint32_t preSin(uint32_t V);
  static uint32_t preEx2(uint32_t V);

private:
  struct Coefficients {
    int64_t C0, C1, C2;
  };
  uint32_t sine(uint32_t Sign, uint32_t Quarter, uint32_t Fraction) const;

  std::map<std::string, std::vector<Coefficients>> Tables;
};

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_SM_SFUJUDGE_H
