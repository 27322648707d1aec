//===- EngineSwitch.cpp - Which engine runs a kernel ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineSwitch.h"
#include "FloatEnvironment.h"
#include <algorithm>
#include <string>

namespace heddle::sm {

// Times are in tenths of nanoseconds on a processor of today, as
// docs/translator.md measures them. Only their ratios count.

/// Of a warp-instruction, in lock-step; and of a warp that is alone, as it is
/// next to host code.
static constexpr uint64_t InterpretedTime = 40, AloneTime = 80;
/// In host code that gives way to nobody, and of entering and leaving it.
static constexpr uint64_t HostTime = 18, EntryTime = 400;
/// What host code has to save, as estimated, in multiples of its cost: the
/// estimate may be wrong.
static constexpr uint64_t Margin = 2;
/// Of what earlier CTAs have issued, the part that is expected once more when a
/// launch is about to end.
static constexpr uint64_t PastShare = 4;
/// Warp-instructions that say enough of how often host code gives way.
static constexpr uint64_t EnoughToJudge = uint64_t(1) << 16;

void EngineSwitch::open(const Executable &E, const Translator &T) {
  Maker = &T;
  if (T.startsAtOnce()) {
    translate(E);
    return;
  }
  Cost = T.nanosecondsFor(E) * 10 / InterpretedTime;
  Undecided = true;
}

void EngineSwitch::translate(const Executable &E) {
  Code = Maker->translate(E);
  Current.store(Code.get(), std::memory_order_release);
}

bool EngineSwitch::pays(uint64_t CtasLeft) const {
  constexpr uint64_t Saved = InterpretedTime - HostTime;
  uint64_t ToCome = Total.Issued / PastShare;
  // No CTA has ended: nothing is known of those to come but that there are any.
  if (Total.CTAs)
    ToCome = std::max(ToCome, uint64_t(double(Total.Issued) /
                                       double(Total.CTAs) * double(CtasLeft)));
  return double(ToCome) * Saved >= double(Cost) * Margin * InterpretedTime;
}

bool EngineSwitch::isSlow() const {
  const uint64_t ByOthers = Total.WithHostCode - Total.InHostCode;
  return Total.InHostCode * HostTime + ByOthers * AloneTime +
             Total.Entries * EntryTime >
         Total.WithHostCode * InterpretedTime;
}

void EngineSwitch::note(const Executable &E, const EngineWork &Work,
                        uint64_t CtasLeft) {
  std::unique_lock<std::mutex> Guard(Lock);
  Total += Work;
  if (!Undecided)
    return;
  if (!Code) {
    if (!pays(CtasLeft))
      return;
    // LLVM computes as the host does. The others go on, and find the decision
    // taken.
    Undecided = false;
    Guard.unlock();
    {
      HostFloat Ours;
      translate(E);
    }
    Guard.lock();
    Undecided = Code != nullptr;
    if (Code)
      Maker->note(E, "host code from here on, after " +
                         std::to_string(Total.Issued) + " warp-instructions");
    return;
  }
  if (Total.WithHostCode < EnoughToJudge)
    return;
  Undecided = false;
  if (!isSlow())
    return;
  Current.store(nullptr, std::memory_order_release);
  Maker->note(E, "back to the interpreter, as host code gives way too often: " +
                     std::to_string(Total.Entries) + " times in " +
                     std::to_string(Total.WithHostCode) +
                     " warp-instructions, of which it issued " +
                     std::to_string(Total.InHostCode));
}

} // namespace heddle::sm
