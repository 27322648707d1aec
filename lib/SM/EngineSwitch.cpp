//===- EngineSwitch.cpp - Which engine runs a kernel ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineSwitch.h"
#include "Executable.h"
#include "FloatEnvironment.h"
#include <algorithm>
#include <string>

namespace heddle::sm {

// Times are in tenths of nanoseconds on a processor of today, as
// docs/translator.md measures them. Only their ratios count.

/// The time of a warp-instruction of the interpreter: in lock-step with other
/// warps; and of a warp alone, as warps are next to host code.
static constexpr uint64_t InterpretedTime = 40, AloneTime = 80;
/// The time of a warp-instruction that host code leaves to the interpreter
/// unexpectedly, with the work that host code did in vain.
static constexpr uint64_t MissedTime = 120;
/// In host code that gives way to nobody, and of entering and leaving it.
static constexpr uint64_t HostTime = 18, EntryTime = 400;
/// Host code must be expected to save this multiple of its cost, as the
/// estimate may be wrong.
static constexpr uint64_t Margin = 2;
/// When a launch is about to end, later launches are expected to issue this
/// part of what earlier CTAs have issued.
static constexpr uint64_t PastShare = 4;
/// Warp-instructions that say enough of how often host code gives way, and,
/// with LooksApart times as many for each further look, of how fast it is.
static constexpr uint64_t EnoughToJudge = uint64_t(1) << 16, LooksApart = 4;
/// How much more time it may take than the interpreter, in percent: at the
/// first look, when caches are cold, and at the following ones; then it is
/// known.
static constexpr unsigned Excess[] = {50, 15, 5, 2};

static uint64_t instructionsFor(uint64_t Nanoseconds) {
  return Nanoseconds * 10 / InterpretedTime;
}

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
    CostOfAll =
        instructionsFor(Maker->nanosecondsFor(E, Maker->lastCoverage()));
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

bool EngineSwitch::translate(const Executable &E, Coverage Wanted,
                             std::unique_lock<std::mutex> &Guard) {
  // LLVM computes as the host does. The others go on, and find the decision
  // taken.
  Undecided = false;
  Guard.unlock();
  std::unique_ptr<TranslatedProgram> Made;
  {
    HostFloat Ours;
    Made = Maker->translate(E, Wanted);
  }
  Guard.lock();
  return use(E, std::move(Made));
}

uint64_t EngineSwitch::toCome(uint64_t Count, uint64_t CtasLeft) const {
  const uint64_t Later = Count / PastShare;
  // No CTA has ended: nothing is known of those to come but that there are any.
  if (!Total.CTAs)
    return Later;
  return std::max(
      Later, uint64_t(double(Count) / double(Total.CTAs) * double(CtasLeft)));
}

bool EngineSwitch::pays(const Executable &E, uint64_t CtasLeft) {
  constexpr uint64_t Saved = InterpretedTime - HostTime;
  // A look at the cache takes longer than a small launch, and most kernels of
  // most programs never come to this.
  if (!Cost)
    Cost = instructionsFor(Maker->nanosecondsFor(E, Maker->firstCoverage()));
  return double(toCome(Total.Issued, CtasLeft)) * Saved >=
         double(*Cost) * Margin * InterpretedTime;
}

bool EngineSwitch::hasToGrow(uint64_t CtasLeft) const {
  // Behind what it misses it is entered once more.
  const uint64_t Lost = Total.Missed * (MissedTime - HostTime) +
                        std::min(Total.Missed, Total.Entries) * EntryTime;
  // As long as no CTA has ended, what was lost may as well be lost once more.
  const uint64_t ToCome = Total.CTAs ? toCome(Lost, CtasLeft) : Lost;
  return mayGrow() &&
         double(ToCome) >= double(CostOfAll) * Margin * InterpretedTime;
}

bool EngineSwitch::isSlow(bool Learns) const {
  const uint64_t Later = Learns ? Total.Missed : 0;
  const uint64_t ByHost = Total.InHostCode + Later;
  const uint64_t Entries = Total.Entries - std::min(Total.Entries, Later);
  return ByHost * HostTime + (Total.WithHostCode - ByHost) * AloneTime +
             Entries * EntryTime >
         Total.WithHostCode * InterpretedTime;
}

bool EngineSwitch::wasSlow() const {
  if (!Interpreted.Issued || !ByHostCode.Issued)
    return false;
  unsigned Look = 0;
  for (uint64_t Seen = EnoughToJudge; Seen < NextLook; Seen *= LooksApart)
    ++Look;
  const double ByInterpreter =
      double(Interpreted.Nanoseconds) / double(Interpreted.Issued);
  const double ByCode =
      double(ByHostCode.Nanoseconds) / double(ByHostCode.Issued);
  return ByCode * 100 > ByInterpreter * (100 + Excess[Look]);
}

void EngineSwitch::note(const Executable &E, const EngineWork &Work,
                        uint64_t CtasLeft) {
  std::unique_lock<std::mutex> Guard(Lock);
  Total += Work;
  if (!Work.WithHostCode)
    Interpreted += Work;
  else if (Work.WithHostCode == Work.Issued)
    ByHostCode += Work;
  if (!Undecided)
    return;
  const std::string After =
      ", after " + std::to_string(Total.Issued) + " warp-instructions";
  if (Codes.empty() || WaitsForAll) {
    if (!pays(E, CtasLeft))
      return;
    const Coverage Wanted =
        WaitsForAll ? Maker->lastCoverage() : Maker->firstCoverage();
    WaitsForAll = false;
    if (translate(E, Wanted, Guard))
      Maker->note(E, "host code from here on" + After);
    return;
  }
  if (hasToGrow(CtasLeft)) {
    const std::string Share = std::to_string(Total.Missed) + " of " +
                              std::to_string(Total.WithHostCode);
    if (translate(E, Maker->lastCoverage(), Guard))
      Maker->note(E, "host code for all that may happen from here on, as " +
                         Share + " were left to the interpreter" + After);
    return;
  }
  if (!IsJudged && Total.WithHostCode >= EnoughToJudge)
    judge(E, CtasLeft);
  else if (!IsKnown && Current.load() && ByHostCode.Issued >= NextLook)
    lookAgain(E);
}

void EngineSwitch::leaveHostCode(const Executable &E, const std::string &Why) {
  Undecided = WaitsForAll;
  Current.store(nullptr, std::memory_order_release);
  Maker->note(E, "back to the interpreter, as host code " + Why);
}

void EngineSwitch::lookAgain(const Executable &E) {
  if (wasSlow()) {
    leaveHostCode(E, "is slower");
    return;
  }
  NextLook *= LooksApart;
  IsKnown = NextLook > EnoughToJudge << (2 * std::size(Excess) - 2);
  Undecided = mayGrow() || !IsKnown;
}

void EngineSwitch::judge(const Executable &E, uint64_t CtasLeft) {
  IsJudged = true;
  Undecided = true;
  // Code for all has to pay beside the interpreter alone, then.
  WaitsForAll = mayGrow() && Total.CTAs && !hasToGrow(CtasLeft) &&
                isSlow(/*Learns=*/false);
  if (WaitsForAll)
    Cost = CostOfAll;
  if (WaitsForAll || isSlow(/*Learns=*/mayGrow()))
    leaveHostCode(E, "gives way too often: " + std::to_string(Total.Entries) +
                         " times in " + std::to_string(Total.WithHostCode) +
                         " warp-instructions, of which it issued " +
                         std::to_string(Total.InHostCode));
}

} // namespace heddle::sm
