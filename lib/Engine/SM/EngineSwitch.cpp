//===- EngineSwitch.cpp - Which engine runs a kernel ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/SM/EngineSwitch.h"
#include "FloatEnvironment.h"
#include "heddle/SM/Executable.h"
#include <algorithm>
#include <string>

namespace heddle::sm {

// Times are in tenths of nanoseconds on a processor of today, as
// docs/translator.md measures them. Only their ratios count where the
// interpreter's time was measured.

/// The time of a warp-instruction of the interpreter: in lock-step with other
/// warps; and of a warp alone, as warps are next to host code.
static constexpr uint64_t InterpretedTime = 40, AloneTime = 80;
/// The time of a warp-instruction that host code leaves to the interpreter
/// unexpectedly, with the work that host code did in vain.
static constexpr uint64_t MissedTime = 120;
/// In host code that gives way to nobody, and of entering and leaving it.
static constexpr uint64_t HostTime = 18, EntryTime = 400;
/// The same where lanes are a part from the start.
static constexpr uint64_t MaskedTime = 25;
/// The time that host code has to save, as estimated, by the time that it takes
/// to be made. Estimates of both err in either direction.
static constexpr double Margin = 1.3;
/// The part of the interpreter's time that the fastest host code takes.
static constexpr double BestShare = 0.3;
/// Nobody believes the first measurements, which see memory that nobody has
/// touched: the part of its cost that the interpreter runs for before host code
/// is thought of.
static constexpr double LeastShare = 1.0 / 16;
/// The share of lanes that idle from which on code is made for all ways of
/// lanes at once.
static constexpr double PartingShare = 1.0 / 32;
/// When a launch is about to end, one part in this many of the instructions
/// that earlier CTAs issued is expected once more.
static constexpr uint64_t PastShare = 4;
/// Warp-instructions that say enough of how often host code gives way, and,
/// with LooksApart times as many for each further look, of how fast it is.
static constexpr uint64_t EnoughToJudge = uint64_t(1) << 16, LooksApart = 4;
/// How much more time it may take than the interpreter, in percent: at the
/// first look, when caches are cold, and at the following ones; then it is
/// known.
static constexpr unsigned Excess[] = {50, 15, 5, 2};

void EngineSwitch::open(const Executable &E, const Translator &T) {
  Maker = &T;
  if (T.startsAtOnce()) {
    use(E, T.translate(E, T.firstCoverage()));
    return;
  }
  Undecided = true;
}

bool EngineSwitch::use(const Executable &E,
                       std::unique_ptr<TranslatedProgram> Made) {
  if (!Made)
    return false;
  Current.store(Made.get(), std::memory_order_release);
  Codes.push_back(std::move(Made));
  if (mayGrow())
    costOf(E, Maker->lastCoverage());
  IsJudged = Maker->startsAtOnce();
  ByHostCode = {};
  NextLook = EnoughToJudge;
  Total.InHostCode = Total.Entries = Total.WithHostCode = Total.Missed = 0;
  // The user chose host code, so its speed is not measured.
  IsKnown = IsJudged;
  Undecided = !IsJudged || mayGrow();
  return true;
}

bool EngineSwitch::mayGrow() const {
  return !Codes.empty() && Codes.back()->coverage() < Maker->lastCoverage();
}

std::unique_ptr<TranslatedProgram>
EngineSwitch::make(const Executable &E, Coverage Wanted,
                   std::unique_lock<std::mutex> &Guard) const {
  Guard.unlock();
  std::unique_ptr<TranslatedProgram> Made;
  {
    // LLVM computes as the host does.
    HostFloat Ours;
    Made = Maker->translate(E, Wanted);
  }
  Guard.lock();
  return Made;
}

void EngineSwitch::translateShort(const Executable &E,
                                  std::unique_lock<std::mutex> &Guard) {
  ShortIsUndecided = false;
  ShortIsDecided = true;
  if (std::unique_ptr<TranslatedProgram> Made =
          make(E, Coverage::Short, Guard)) {
    OfShort.store(Made.get(), std::memory_order_release);
    Short = std::move(Made);
    return;
  }
  // The translator knows better now what it takes.
  Costs.erase(Coverage::Short);
  ShortIsDecided = Maker->startsAtOnce();
}

const TranslatedProgram *EngineSwitch::forShortWarps(const Executable &E) {
  // Each CTA asks.
  if (!Maker || ShortIsUndecided.load(std::memory_order_relaxed) ||
      ShortIsDecided.load(std::memory_order_acquire))
    return OfShort.load(std::memory_order_acquire);
  std::unique_lock<std::mutex> Guard(Lock);
  if (ShortIsDecided)
    return OfShort;
  // Code for what is usual leaves lanes that are a part to the interpreter.
  if (Maker->lastCoverage() == Coverage::Usual)
    ShortIsDecided = true;
  else if (Maker->startsAtOnce())
    translateShort(E, Guard);
  else
    ShortIsUndecided = true;
  return OfShort;
}

bool EngineSwitch::translate(const Executable &E, Coverage Wanted,
                             std::unique_lock<std::mutex> &Guard) {
  // The others go on, and find the decision taken.
  Undecided = false;
  if (use(E, make(E, Wanted, Guard)))
    return true;
  // It may take longer than the translator knew, who knows better now: it may
  // still pay later. What cannot be translated takes forever from here on.
  // Whether that is more than before says nothing, as other threads correct
  // the estimates meanwhile.
  Costs.erase(Wanted);
  costOf(E, Wanted);
  Undecided = true;
  return false;
}

double EngineSwitch::toCome(uint64_t Count, CtasToCome Left) const {
  // Those in progress are taken to have come half of their way.
  const double Half = double(std::max<uint64_t>(Left.InProgress, 1)) / 2;
  const double OfOne = double(Count) / (double(Total.CTAs) + Half);
  return std::max(double(Count) / PastShare,
                  OfOne * (double(Left.NotStarted) + Half));
}

double EngineSwitch::asSeen(double Tenths) const {
  const double Nanoseconds = Tenths / 10;
  if (!Interpreted.Issued)
    return Nanoseconds;
  return Nanoseconds * double(Interpreted.Nanoseconds) /
         (double(Interpreted.Issued) * InterpretedTime / 10);
}

uint64_t EngineSwitch::costOf(const Executable &E, Coverage Wanted) {
  // A look at the cache takes longer than a small launch, and most kernels of
  // most programs never come to this.
  auto [At, IsNew] = Costs.try_emplace(Wanted, 0);
  if (IsNew)
    At->second = Maker->nanosecondsFor(E, Wanted);
  return At->second;
}

Coverage EngineSwitch::wanted() const {
  // Where lanes part all the time, code for what is usual would be of no use.
  const bool Parts = double(Interpreted.IdleLanes) >
                     double(Interpreted.Issued) * Lanes * PartingShare;
  return WaitsForAll || Parts ? Maker->lastCoverage() : Maker->firstCoverage();
}

bool EngineSwitch::paysForShort(const Executable &E, CtasToCome Left) {
  constexpr uint64_t Saved = InterpretedTime - MaskedTime;
  return ShortIsUndecided && asSeen(toCome(Total.OfShort, Left) * Saved) >=
                                 double(costOf(E, Coverage::Short)) * Margin;
}

bool EngineSwitch::pays(const Executable &E, CtasToCome Left) {
  constexpr uint64_t Saved = InterpretedTime - HostTime;
  const double MakingTime = double(costOf(E, wanted()));
  return double(Interpreted.Nanoseconds) >= MakingTime * LeastShare &&
         asSeen(toCome(Total.Issued - Total.OfShort, Left) * Saved) >=
             MakingTime * Margin;
}

bool EngineSwitch::hasToGrow(CtasToCome Left) const {
  // Behind what it misses it is entered once more.
  const uint64_t Lost = Total.Missed * (MissedTime - HostTime) +
                        std::min(Total.Missed, Total.Entries) * EntryTime;
  if (!mayGrow())
    return false;
  double Saved = asSeen(toCome(Lost, Left));
  if (Interpreted.Issued && ByHostCode.Issued) {
    // No code is faster than that; the rest of the time is all that can be
    // lost.
    const double Least = BestShare * double(Interpreted.Nanoseconds) /
                         double(Interpreted.Issued);
    const double Each =
        double(ByHostCode.Nanoseconds) / double(ByHostCode.Issued);
    Saved = std::min(Saved, toCome(Total.WithHostCode, Left) *
                                std::max(Each - Least, 0.0));
  }
  return Saved >= double(Costs.at(Maker->lastCoverage())) * Margin;
}

bool EngineSwitch::isSlow(bool Learns) const {
  const uint64_t Later = Learns ? Total.Missed : 0;
  const uint64_t ByHost = Total.InHostCode + Later;
  const uint64_t Entries = Total.Entries - std::min(Total.Entries, Later);
  return ByHost * HostTime + (Total.WithHostCode - ByHost) * AloneTime +
             Entries * EntryTime >
         Total.WithHostCode * InterpretedTime;
}

std::optional<bool> EngineSwitch::wasSlower(unsigned Percent) const {
  if (!Interpreted.Issued || !ByHostCode.Issued)
    return std::nullopt;
  const double ByInterpreter =
      double(Interpreted.Nanoseconds) / double(Interpreted.Issued);
  const double ByCode =
      double(ByHostCode.Nanoseconds) / double(ByHostCode.Issued);
  return ByCode * 100 > ByInterpreter * (100 + Percent);
}

void EngineSwitch::note(const Executable &E, const EngineWork &Work,
                        CtasToCome Left) {
  std::unique_lock<std::mutex> Guard(Lock);
  Total += Work;
  if (!Work.WithHostCode)
    Interpreted += Work;
  else if (Work.WithHostCode == Work.Issued)
    ByHostCode += Work;
  // To ask what host code costs takes longer than a small launch.
  constexpr uint64_t Enough = uint64_t(1) << 14;
  if (!isUndecided() || Total.Issued < Enough)
    return;
  const std::string After =
      ", after " + std::to_string(Total.Issued) + " warp-instructions";
  if (paysForShort(E, Left)) {
    translateShort(E, Guard);
    if (OfShort.load())
      Maker->note(E, "host code for warps of fewer than 32 threads" + After);
  }
  if (!Undecided)
    return;
  if (Codes.empty() || WaitsForAll) {
    if (!pays(E, Left))
      return;
    const Coverage Wanted = wanted();
    const bool Waited = WaitsForAll;
    WaitsForAll = false;
    if (translate(E, Wanted, Guard))
      Maker->note(E, "host code from here on" + After);
    else
      WaitsForAll = Waited;
    return;
  }
  if (hasToGrow(Left)) {
    const std::string Share = std::to_string(Total.Missed) + " of " +
                              std::to_string(Total.WithHostCode);
    if (translate(E, Maker->lastCoverage(), Guard))
      Maker->note(E, "host code for all that may happen from here on, as " +
                         Share + " were left to the interpreter" + After);
    return;
  }
  if (!IsJudged && Total.WithHostCode >= EnoughToJudge)
    judge(E, Left);
  else if (!IsKnown && Current.load() && ByHostCode.Issued >= NextLook)
    lookAgain(E);
}

void EngineSwitch::leaveHostCode(const Executable &E, const std::string &Why) {
  Undecided = WaitsForAll;
  Current.store(nullptr, std::memory_order_release);
  Maker->note(E, "back to the interpreter, as host code " + Why);
}

void EngineSwitch::lookAgain(const Executable &E) {
  unsigned Look = 0;
  for (uint64_t Seen = EnoughToJudge; Seen < NextLook; Seen *= LooksApart)
    ++Look;
  if (wasSlower(Excess[Look]).value_or(false)) {
    // Code for all may be faster, if it pays.
    WaitsForAll = mayGrow();
    leaveHostCode(E, "is slower");
    return;
  }
  NextLook *= LooksApart;
  IsKnown = NextLook > EnoughToJudge << (2 * std::size(Excess) - 2);
  Undecided = mayGrow() || !IsKnown;
}

void EngineSwitch::judge(const Executable &E, CtasToCome Left) {
  IsJudged = true;
  Undecided = true;
  // However often it gives way, it may be the faster of both. The next looks
  // tell for sure, when caches are warm.
  if (!wasSlower(Excess[0]).value_or(true))
    return;
  // Code for all has to pay beside the interpreter alone, then.
  WaitsForAll =
      mayGrow() && Total.CTAs && !hasToGrow(Left) && isSlow(/*Learns=*/false);
  if (WaitsForAll || isSlow(/*Learns=*/mayGrow()))
    leaveHostCode(E, "gives way too often: " + std::to_string(Total.Entries) +
                         " times in " + std::to_string(Total.WithHostCode) +
                         " warp-instructions, of which it issued " +
                         std::to_string(Total.InHostCode));
}

} // namespace heddle::sm
