//===- Timeline.cpp - Shows what the model does when ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timeline.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace llvm;

namespace heddle::timing {

static StringRef nameOf(Request Kind) {
  switch (Kind) {
  case Request::Read:
    return "read";
  case Request::Write:
    return "write";
  case Request::Atomic:
    return "atomic";
  case Request::Texture:
    return "texture";
  }
  llvm_unreachable("covered switch");
}

static std::string hex(uint64_t N) {
  return "0x" + utohexstr(N, /*LowerCase=*/true);
}

void Timeline::startLaunch(const sm::Program &Of, const Board &B,
                           unsigned Warps) {
  P = &Of;
  Printer.emplace(Of);
  Texts.clear();
  BoardName = B.Name;
  WarpsPerCta = std::max(Warps, 1u);
  PerTick = 1e12 / B.hertz() / double(TicksPerClock);
}

void Timeline::endLaunch(Clock Cycles, uint64_t Picoseconds) {
  // A fault may have stopped what was under way.
  while (!Under.empty()) {
    const auto [Place, L] = *Under.begin();
    finish({Place.first, Place.second}, L.End);
  }
  Ctas.clear();
  if (!Launches)
    Launches = Out.newProcess("launches");
  const Track T = {Launches, 0};
  if (!std::exchange(Named[{Launches, 0}], true))
    Out.nameThread(T, "launches");
  slice(T, P->Kernel.Info.Name, "launch", 0, ticksOf(Cycles),
        json::Object{{"board", BoardName}, {"cycles", Cycles}});
  Base += Picoseconds;
}

void Timeline::slice(Track T, StringRef Name, StringRef Category, Ticks From,
                     Ticks To, json::Object Arguments) {
  const uint64_t Start = timeOf(From), End = timeOf(To);
  if (Start < End)
    Out.slice(T, json::fixUTF8(Name), Category, Start, End - Start,
              std::move(Arguments));
}

Timeline::Track Timeline::trackOf(unsigned SM, unsigned Number,
                                  StringRef Name) {
  unsigned &Process = SMs[SM];
  if (!Process)
    Process = Out.newProcess("SM " + utostr(SM));
  const Track T = {Process, Number};
  if (!std::exchange(Named[{Process, Number}], true))
    Out.nameThread(T, Name);
  return T;
}

Timeline::Track Timeline::trackOf(WarpPlace W) {
  return trackOf(W.SM, W.Number, "warp place " + utostr(W.Number));
}

const std::string &Timeline::textOf(uint32_t PC) {
  auto [It, IsNew] = Texts.try_emplace(PC);
  if (IsNew)
    It->second = Printer->text(P->Code[PC].Address);
  return It->second;
}

void Timeline::finish(WarpPlace W, Clock Until) {
  auto Found = Under.find({W.SM, W.Number});
  if (Found == Under.end())
    return;
  const Last L = Found->second;
  Under.erase(Found);
  const uint32_t Address = P->Code[L.PC].Address;
  json::Object Arguments{{"pc", hex(Address)}};
  if (object::LineEntry At = P->Kernel.lineOf(Address); At.Line)
    Arguments["line"] = P->Module.placeOf(At.Line).Line;
  slice(trackOf(W), textOf(L.PC), "instruction", ticksOf(L.At),
        ticksOf(std::min(L.End, Until)), std::move(Arguments));
}

void Timeline::issue(WarpPlace W, const Issued &I) {
  if (I.Unit.On == Port::SFU)
    slice(trackOf(W.SM, SFUs, "SFUs"), textOf(I.PC), "sfu", ticksOf(I.At),
          ticksOf(I.At + I.Unit.Busy), json::Object{{"warp place", W.Number}});
  if (!isShown(W))
    return;
  const auto Before = Under.find({W.SM, W.Number});
  if (Before != Under.end()) {
    // The unit may still have it when the warp has gone on to the next one.
    const Clock End = std::min(Before->second.End, I.At);
    finish(W, End);
    const Clock Ready = std::max(End, I.Ready);
    const Track T = trackOf(W);
    slice(T, StallTable[unsigned(I.For)].Text, "wait", ticksOf(End),
          ticksOf(Ready), {});
    slice(T, StallTable[unsigned(Stall::Unit)].Text, "wait", ticksOf(Ready),
          ticksOf(I.At), {});
  }
  Under[{W.SM, W.Number}] = {I.PC, I.At, I.At + I.Unit.Busy};
}

void Timeline::endWarp(WarpPlace W) { finish(W, Never); }

void Timeline::startCta(unsigned SM, unsigned Place, uint64_t Number,
                        Clock At) {
  Ctas[{SM, Place}] = {Number, At};
}

void Timeline::endCta(unsigned SM, unsigned Place, Clock At) {
  const CtaPlace C = Ctas[{SM, Place}];
  slice(trackOf(SM, FirstCta + Place, "CTA place " + utostr(Place)),
        "CTA " + utostr(C.Number), "cta", ticksOf(C.Start), ticksOf(At), {});
}

void Timeline::depart(unsigned SM, Request Kind, const Transaction &T, Clock At,
                      Clock Length) {
  slice(trackOf(SM, Pipe, "memory pipe"),
        (nameOf(Kind) + " " + Twine(T.Bytes) + " bytes").str(), "transaction",
        ticksOf(At), ticksOf(At + Length),
        json::Object{{"address", hex(T.Address)}});
}

void Timeline::transfer(const DramRequest &R, const Transfer &Of) {
  if (!Memory)
    Memory = Out.newProcess("memory");
  const unsigned Number = R.Place.Partition;
  const Track T = {Memory, Number};
  if (!std::exchange(Named[{Memory, Number}], true))
    Out.nameThread(T, "partition " + utostr(Number));
  slice(T, (nameOf(R.Kind) + " " + Twine(R.Bytes) + " bytes").str(), "transfer",
        Of.Start, Of.End,
        json::Object{{"address", hex(R.Address)},
                     {"bank", R.Place.Bank},
                     {"row", R.Place.Row},
                     {"SM", R.SM}});
}

} // namespace heddle::timing
