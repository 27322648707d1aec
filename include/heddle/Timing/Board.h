//===- Board.h - A chip with its clocks and its memory ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parameters of a board in the cycle model: a number for each row of
/// Parameters.def, with where it is from.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TIMING_BOARD_H
#define HEDDLE_TIMING_BOARD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <memory>
#include <string>

namespace heddle::abi {
struct Geometry;
}

namespace heddle::timing {

enum class Parameter : uint8_t {
#define HEDDLE_PARAMETER(ID, KEY, UNIT, LEAST, MOST, MEANING) ID,
#include "heddle/Timing/Parameters.def"
};

struct ParameterInfo {
  llvm::StringLiteral Key, Unit;
  double Least, Most;
  llvm::StringLiteral Meaning;
};

/// By Parameter.
inline constexpr ParameterInfo ParameterTable[] = {
#define HEDDLE_PARAMETER(ID, KEY, UNIT, LEAST, MOST, MEANING)                  \
  {KEY, UNIT, LEAST, MOST, MEANING},
#include "heddle/Timing/Parameters.def"
};

class Board {
public:
  struct Number {
    double Value = 0;
    /// As in Boards.def; '-': a user's.
    char Grade = '-';
    std::string Source;
  };

  double operator[](Parameter P) const { return Numbers[unsigned(P)].Value; }
  unsigned count(Parameter P) const { return unsigned((*this)[P]); }
  const Number &number(Parameter P) const { return Numbers[unsigned(P)]; }
  void set(Parameter P, Number N) { Numbers[unsigned(P)] = std::move(N); }

  unsigned numSMs() const {
    return count(Parameter::TPCs) * count(Parameter::SMsPerTPC);
  }
  /// The bandwidth of all pins.
  double bytesPerSecond() const;
  double hertz() const { return (*this)[Parameter::SPClock] * 1e6; }
  /// SP clocks of \p N clocks of the ports, or of the memory.
  double coreClocks(double N) const {
    return N * (*this)[Parameter::SPClock] / (*this)[Parameter::CoreClock];
  }
  double memoryClocks(double N) const {
    return N * (*this)[Parameter::SPClock] / (*this)[Parameter::MemoryClock];
  }
  const abi::Geometry &geometry() const;

  std::string Name, Title;
  std::string GeometryName;

private:
  std::array<Number, std::size(ParameterTable)> Numbers;
};

/// Those that there are, and the bases of others, which have no title.
llvm::ArrayRef<Board> boards();

/// Null: there is none.
const Board *findBoard(llvm::StringRef Name);

/// The board that code of compute capability \p Capability is timed for, unless
/// told otherwise: "8800gtx" of 1.0, "tx1" of what no chip of NVIDIA's runs.
const Board &defaultBoard(unsigned Capability, bool IsSilicon);

/// Returns why code of compute capability \p Capability cannot be timed for \p
/// B; empty: it can.
std::string misfit(unsigned Capability, const Board &B);

/// Reads a board that a user describes. Errors name file and line.
llvm::Expected<Board> readBoardFile(llvm::StringRef Path);

/// Returns the board that \p Text names, or that of a file, whose name ends in
/// .yaml or .yml.
llvm::Expected<std::shared_ptr<const Board>> boardOption(llvm::StringRef Text);

/// All boards, one a line; with \p Verbose all of their numbers.
std::string boardsText(bool Verbose);

} // namespace heddle::timing

#endif // HEDDLE_TIMING_BOARD_H
