//===- LaunchTime.cpp - How long a launch took, and why -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Timing/LaunchTime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cassert>
#include <cmath>
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
  assert(Of && "a time on no board");
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

/// The standard error of the mean of \p Of, relative to it. It comes from what
/// neighbours differ by: the sample is spread over the grid, and a slow change
/// from wave to wave is no error of it.
static double relativeError(ArrayRef<double> Of) {
  if (Of.size() < 2)
    return 0;
  double Squares = 0;
  for (auto [A, B] : zip(Of.drop_back(), Of.drop_front()))
    Squares += (B - A) * (B - A);
  const double Count = double(Of.size());
  const double Mean = std::accumulate(Of.begin(), Of.end(), 0.0) / Count;
  const double Variance = Squares / (2 * (Count - 1));
  return Mean > 0 ? std::sqrt(Variance / Count) / Mean : 0;
}

void LaunchTime::extrapolate(uint64_t Wave) {
  // The first wave finds caches empty, and the last one has no next.
  const uint64_t First = Wave - 1, Last = SampledCTAs - Wave - 1;
  assert(First < Last && Last < Ends.size() && "too few waves");
  SmallVector<double, 8> Lengths;
  for (uint64_t N = First; N + Wave <= Last; N += Wave)
    Lengths.push_back(double(Ends[N + Wave] - Ends[N]));
  const double PerCTA = double(Ends[Last] - Ends[First]) / double(Last - First);
  const double More = PerCTA * double(CTAs - SampledCTAs);
  const double All = double(Cycles) + More;
  ExpectedError = relativeError(Lengths) * More / All;

  const double InTime = All / double(Cycles);
  const double InWork = double(CTAs) / double(SampledCTAs);
  auto Scale = [](uint64_t &N, double By) { N = uint64_t(double(N) * By); };
  for (uint64_t *N :
       {&WarpInstructions, &FloatOperations, &UsefulBytes, &MovedBytes, &SPBusy,
        &SFUBusy, &DoubleBusy, &PinsBusy, &BusiestPins})
    Scale(*N, InWork);
  for (uint64_t &N : Idle)
    Scale(N, InTime);
  for (uint64_t &N : Waits)
    Scale(N, InWork);
  for (InstructionTime &I : Instructions) {
    Scale(I.Issued, InWork);
    for (uint64_t &N : I.Waits)
      Scale(N, InWork);
  }
  Cycles = uint64_t(All);
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
    Text += fmt::format(
        "; {:.0f}-way partition camping{}", T.CampedWays,
        T.CampedBuffer.empty() ? "" : " on buffer '" + T.CampedBuffer + "'");
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
