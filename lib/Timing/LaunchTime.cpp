//===- LaunchTime.cpp - How long a launch took, and why -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Timing/LaunchTime.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

using namespace llvm;

namespace heddle::timing {

uint64_t InstructionTime::waited() const {
  return std::accumulate(Waits.begin(), Waits.end(), uint64_t(0));
}

void InstructionTime::add(const InstructionTime &I) {
  Issued += I.Issued;
  for (unsigned N = 0; N != NumStalls; ++N)
    Waits[N] += I.Waits[N];
}

double LaunchTime::microseconds() const {
  return double(Cycles) / (*Of)[Parameter::SPClock] +
         (*Of)[Parameter::LaunchMicroseconds];
}

double LaunchTime::shareOf(uint64_t Clocks) const {
  const double All = double(Cycles) * Of->numSMs();
  return All > 0 ? double(Clocks) / All : 0;
}

double LaunchTime::pinsShare() const {
  const double All = double(Cycles) * (*Of)[Parameter::Partitions];
  return All > 0 ? double(PinsBusy) / All : 0;
}

double LaunchTime::camping() const {
  return PinsBusy ? double(BusiestPins) * (*Of)[Parameter::Partitions] /
                        double(PinsBusy)
                  : 1;
}

namespace {

/// From where on a unit counts as what keeps a launch from being faster.
constexpr double Much = 0.6;

std::string percent(double Share) {
  return fmt::format("{:.0f} %", 100 * Share);
}

std::string bandwidthLimit(const LaunchTime &T) {
  constexpr double Uneven = 1.5;
  const unsigned Partitions = T.Of->count(Parameter::Partitions);
  std::string Text = fmt::format("bandwidth: {} of what {} partitions give",
                                 percent(T.pinsShare()), Partitions);
  if (T.camping() >= Uneven)
    Text += fmt::format("; the busiest has {:.1f} times its share (partition "
                        "camping)",
                        T.camping());
  if (T.MovedBytes > 2 * T.UsefulBytes && T.UsefulBytes)
    Text += fmt::format("; {:.1f} bytes are moved for each that a lane asks "
                        "for",
                        double(T.MovedBytes) / double(T.UsefulBytes));
  return Text;
}

std::string latencyLimit(const LaunchTime &T) {
  // Units that have work are no wait.
  StallClocks Idle = T.Idle;
  Idle[unsigned(Stall::Unit)] = 0;
  const auto *Most = std::max_element(Idle.begin(), Idle.end());
  const StallInfo &Why = StallTable[Most - Idle.begin()];
  return fmt::format(
      "latency: in {} of the clocks no warp of an SM is ready, mostly "
      "waiting for {}; {} warps are on an SM at most",
      percent(
          T.shareOf(std::accumulate(Idle.begin(), Idle.end(), uint64_t(0)))),
      Why.Text.str(), T.CTAsPerSM * T.WarpsPerCTA);
}

} // namespace

std::string LaunchTime::limiter() const {
  const double Busiest = Cycles ? double(BusiestPins) / double(Cycles) : 0;
  const double Units[] = {shareOf(SPBusy), shareOf(SFUBusy),
                          shareOf(DoubleBusy)};
  static constexpr const char *Names[] = {"SPs", "SFUs",
                                          "double precision units"};
  const auto *Unit = std::max_element(std::begin(Units), std::end(Units));
  if (Busiest >= Much && Busiest >= *Unit)
    return bandwidthLimit(*this);
  if (*Unit >= Much)
    return fmt::format("arithmetic: the {} have work in {} of the clocks",
                       Names[Unit - std::begin(Units)], percent(*Unit));
  return latencyLimit(*this);
}

} // namespace heddle::timing
