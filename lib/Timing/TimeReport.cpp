//===- TimeReport.cpp - Times as text and as JSON -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Timing/LaunchTime.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <fmt/format.h>

using namespace llvm;

namespace heddle::timing {
namespace {

/// Returns \p Amount over the grid's own time, in units of 1e9 a second.
double rate(const LaunchTime &T, uint64_t Amount) {
  return T.Cycles ? double(Amount) / double(T.Cycles) * T.Of->hertz() / 1e9 : 0;
}

uint64_t sum(const StallClocks &Clocks) {
  uint64_t All = 0;
  for (uint64_t N : Clocks)
    All += N;
  return All;
}

/// Returns the stalls of SMs that issue nothing, except for units that have
/// work.
StallClocks idleOf(const LaunchTime &T) {
  StallClocks Idle = T.Idle;
  Idle[unsigned(Stall::Unit)] = 0;
  return Idle;
}

/// "61.2 % global and local memory, 3.0 % barriers", the most first.
std::string stallsText(const StallClocks &Clocks, double All) {
  SmallVector<unsigned, NumStalls> Order;
  for (unsigned N = 0; N != NumStalls; ++N)
    if (All > 0 && double(Clocks[N]) >= 0.001 * All)
      Order.push_back(N);
  sort(Order, [&](unsigned A, unsigned B) {
    return std::pair(Clocks[B], A) < std::pair(Clocks[A], B);
  });
  std::string Text;
  for (unsigned N : Order)
    Text +=
        fmt::format("{}{:.1f} % {}", Text.empty() ? "" : ", ",
                    100 * double(Clocks[N]) / All, StallTable[N].Text.str());
  return Text.empty() ? "nothing" : Text;
}

json::Object stallsAsJSON(const StallClocks &Clocks) {
  json::Object Object;
  for (auto [Info, N] : zip_equal(StallTable, Clocks))
    Object[Info.Key] = N;
  return Object;
}

} // namespace

std::string timeText(StringRef Launch, const LaunchTime &T) {
  if (!T.isThere())
    return fmt::format("time: {}: none: {}\n", Launch.str(), T.WhyNone);
  std::string Text = fmt::format(
      "time: {}: {} cycles, {:.2f} us on {} ({:.2f} us of them for the "
      "launch)\n",
      Launch.str(), T.Cycles, T.microseconds(), T.Of->Name,
      (*T.Of)[Parameter::LaunchMicroseconds]);
  if (T.SampledCTAs)
    Text +=
        fmt::format("  {:9} {} of {} CTAs are timed; expected error {:.1f} %\n",
                    "sample", T.SampledCTAs, T.CTAs, 100 * T.ExpectedError);
  auto Line = [&](StringRef Name, const std::string &What) {
    Text += fmt::format("  {:9} {}\n", Name.str(), What);
  };
  if (T.FloatOperations)
    Line("compute", fmt::format("{:.2f} GFLOP/s", rate(T, T.FloatOperations)));
  if (T.MovedBytes)
    Line("memory",
         fmt::format("{:.2f} GB/s that lanes ask for, {:.2f} GB/s moved, "
                     "{:.0f} % of the pins' time",
                     rate(T, T.UsefulBytes), rate(T, T.MovedBytes),
                     100 * T.pinsShare()));
  Line("units",
       fmt::format("SPs {:.1f} %, SFUs {:.1f} %, double {:.1f} %",
                   100 * T.shareOf(T.SPBusy), 100 * T.shareOf(T.SFUBusy),
                   100 * T.shareOf(T.DoubleBusy)));
  const StallClocks Idle = idleOf(T);
  Line("SMs", fmt::format("{} warps in {} CTAs at most; no warp is ready in "
                          "{:.1f} % of the clocks, for {}",
                          T.CTAsPerSM * T.WarpsPerCTA, T.CTAsPerSM,
                          100 * T.shareOf(sum(Idle)),
                          stallsText(Idle, double(sum(Idle)))));
  Line("warps", "wait for " + stallsText(T.Waits, double(sum(T.Waits))));
  Line("limiter", T.limiter());
  return Text;
}

void addTime(json::Object &Launch, const LaunchTime &T) {
  json::Object Timing{{"board", T.Of->Name}};
  if (!T.isThere()) {
    Timing["none"] = T.WhyNone;
    Launch["timing"] = std::move(Timing);
    return;
  }
  Launch["cycles"] = T.Cycles;
  Launch["time_us"] = T.microseconds();
  Timing["launch_us"] = (*T.Of)[Parameter::LaunchMicroseconds];
  Timing["warp_instructions"] = T.WarpInstructions;
  Timing["gflops"] = rate(T, T.FloatOperations);
  Timing["gbytes_useful"] = rate(T, T.UsefulBytes);
  Timing["gbytes_moved"] = rate(T, T.MovedBytes);
  Timing["sp_share"] = T.shareOf(T.SPBusy);
  Timing["sfu_share"] = T.shareOf(T.SFUBusy);
  Timing["double_share"] = T.shareOf(T.DoubleBusy);
  Timing["pins_share"] = T.pinsShare();
  Timing["camping"] = T.camping();
  if (!T.CampedBuffer.empty()) {
    Timing["camped_buffer"] = T.CampedBuffer;
    Timing["camped_ways"] = T.CampedWays;
  }
  if (T.SampledCTAs) {
    Timing["sampled_ctas"] = T.SampledCTAs;
    Timing["expected_error"] = T.ExpectedError;
  }
  Timing["ctas_per_sm"] = T.CTAsPerSM;
  Timing["warps_per_cta"] = T.WarpsPerCTA;
  Timing["idle"] = stallsAsJSON(T.Idle);
  Timing["waits"] = stallsAsJSON(T.Waits);
  Timing["limiter"] = T.limiter();
  Launch["timing"] = std::move(Timing);
}

} // namespace heddle::timing
