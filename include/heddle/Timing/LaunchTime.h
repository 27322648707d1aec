//===- LaunchTime.h - How long a launch took, and why -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TIMING_LAUNCHTIME_H
#define HEDDLE_TIMING_LAUNCHTIME_H

#include "heddle/Timing/Board.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <string>
#include <vector>

namespace heddle::timing {

enum class Stall : uint8_t {
#define HEDDLE_STALL(ID, KEY, TEXT) ID,
#include "heddle/Timing/Stalls.def"
};

struct StallInfo {
  llvm::StringLiteral Key, Text;
};

/// By Stall.
inline constexpr StallInfo StallTable[] = {
#define HEDDLE_STALL(ID, KEY, TEXT) {KEY, TEXT},
#include "heddle/Timing/Stalls.def"
};
constexpr unsigned NumStalls = unsigned(std::size(StallTable));

using StallClocks = std::array<uint64_t, NumStalls>;

/// The time of one instruction of the kernel, over all warps.
struct InstructionTime {
  uint64_t Issued = 0;
  /// The clocks that warps waited in front of it.
  StallClocks Waits = {};

  uint64_t waited() const;
  void add(const InstructionTime &I);
};

/// The time of a launch by the cycle model. Clocks are those of the SPs.
struct LaunchTime {
  std::shared_ptr<const Board> Of;
  /// Why there is none; empty: there is one.
  std::string WhyNone;
  /// From the first CTA's start to the last one's end.
  uint64_t Cycles = 0;
  double microseconds() const;

  uint64_t CTAs = 0, CTAsPerSM = 0, WarpsPerCTA = 0;
  /// CTAs that were timed; the rest was taken to be like them, with the
  /// relative error that their waves let expect. 0: all were.
  uint64_t SampledCTAs = 0;
  double ExpectedError = 0;
  uint64_t WarpInstructions = 0;
  uint64_t FloatOperations = 0;
  /// The bytes that lanes asked g[] for, and those that the pins moved.
  uint64_t UsefulBytes = 0, MovedBytes = 0;
  /// Clocks that units had work, over all SMs, or all partitions.
  uint64_t SPBusy = 0, SFUBusy = 0, DoubleBusy = 0;
  uint64_t PinsBusy = 0;
  /// The clocks of the partition that had most to do at each time.
  uint64_t BusiestPins = 0;
  /// The buffer that most of that was for, and how many times its share of the
  /// pins that partition had for it. Empty: it is not in a buffer.
  std::string CampedBuffer;
  double CampedWays = 1;
  /// The clocks of SMs that issued nothing, by what the next warp that did
  /// waited for.
  StallClocks Idle = {};
  /// The clocks that warps waited.
  StallClocks Waits = {};
  /// By index into the kernel's code.
  std::vector<InstructionTime> Instructions;

  /// The ends of CTAs, ascending.
  std::vector<uint64_t> Ends;
  /// Concludes from the CTAs that were timed, \p Wave of which are there at
  /// once, to all.
  void extrapolate(uint64_t Wave);

  bool isThere() const { return WhyNone.empty(); }
  /// Returns \p Clocks as a share of all SMs' clocks.
  double shareOf(uint64_t Clocks) const;
  /// Returns the share of the clocks of all partitions' pins.
  double pinsShare() const;
  /// How many times more the busiest partition had to do at each time than all
  /// on average.
  double camping() const;
  /// Returns, in a sentence, what limits the launch.
  std::string limiter() const;
};

/// Some lines of text.
std::string timeText(llvm::StringRef Launch, const LaunchTime &T);
/// Adds "cycles", "time_us" and "timing".
void addTime(llvm::json::Object &Launch, const LaunchTime &T);

} // namespace heddle::timing

#endif // HEDDLE_TIMING_LAUNCHTIME_H
