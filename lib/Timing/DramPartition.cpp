//===- DramPartition.cpp - A memory partition and its DRAM ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DramPartition.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

namespace heddle::timing {

DramRules::DramRules(const Board &B)
    : Partitions(B.count(Parameter::Partitions)),
      Banks(B.count(Parameter::Banks)), Window(B.count(Parameter::Window)),
      Interleave(B.count(Parameter::Interleave)),
      RowBytes(B.count(Parameter::RowBytes)), Burst(B.count(Parameter::Burst)) {
  auto Memory = [&](double Clocks) { return ticksOf(B.memoryClocks(Clocks)); };
  // 64 pins, two transfers a clock.
  constexpr double BytesAClock = 16;
  BurstTime = Memory(double(Burst) / BytesAClock);
  Gap = Memory(B[Parameter::RequestGap]);
  auto Nanoseconds = [&](Parameter P) {
    return ticksOf(B[P] * B[Parameter::SPClock] / 1000);
  };
  RCD = Nanoseconds(Parameter::RowToColumn);
  RAS = Nanoseconds(Parameter::RowOpen);
  RP = Nanoseconds(Parameter::RowClose);
  RRD = Nanoseconds(Parameter::RowToRow);
  CL = Nanoseconds(Parameter::CL);
  WL = Nanoseconds(Parameter::WL);
  CDLR = Nanoseconds(Parameter::WriteToRead);
  WR = Nanoseconds(Parameter::WriteToClose);
  AtomicBusy = ticksOf(B.coreClocks(B[Parameter::AtomicBusy]));
}

uint64_t DramRules::withinPartition(uint64_t Address) const {
  const uint64_t Piece = Address / Interleave;
  return Piece / Partitions * Interleave + Address % Interleave;
}

DramPlace DramRules::placeOf(uint64_t Address) const {
  assert(Interleave && Partitions && Banks && RowBytes && "a board of nothing");
  const uint64_t RowOfAll = withinPartition(Address) / RowBytes;
  return {unsigned(Address / Interleave % Partitions),
          unsigned(RowOfAll % Banks), RowOfAll / Banks};
}

Ticks DramRules::transfer(uint64_t Bytes) const {
  return llvm::divideCeil(Bytes, Burst) * BurstTime;
}

Ticks DramRules::unloaded(uint64_t Bytes) const {
  return RCD + CL + transfer(Bytes);
}

DramPartition::DramPartition(const DramRules &How)
    : Rules(How), Banks(How.Banks) {}

DramPartition::Plan DramPartition::planFor(const DramRequest &R,
                                           Ticks Now) const {
  const Bank &B = Banks[R.Place.Bank];
  const bool IsWrite = R.Kind == Request::Write;
  Plan P;
  P.IsHit = B.IsOpen && B.Row == R.Place.Row;
  Ticks Command = std::max(Now, R.Arrival);
  if (P.IsHit) {
    Command = std::max(Command, B.Usable);
  } else {
    Ticks Open = Command;
    if (B.IsOpen)
      Open = std::max(Command, B.Closable) + Rules.RP;
    if (HasOpened)
      Open = std::max(Open, LastOpen + Rules.RRD);
    P.Open = Open;
    Command = Open + Rules.RCD;
  }
  if (!IsWrite)
    Command = std::max(Command, ReadAfterWrite);
  const Ticks ToData = IsWrite ? Rules.WL : Rules.CL;
  // From reads to writes the pins turn round in the time of a burst.
  const Ticks Free =
      PinsFree + (IsWrite && !LastWasWrite && Busy ? Rules.BurstTime : 0);
  P.Data = std::max(Command + ToData, Free);
  P.Command = P.Data - ToData;
  return P;
}

size_t DramPartition::choose(Ticks Now, Plan &Best) const {
  assert(!Queue.empty() && "nothing to choose from");
  size_t Chosen = 0;
  Best = planFor(Queue.front(), Now);
  // Nobody waits for ever while others find their rows open.
  if (Passed >= 2 * Rules.Window)
    return Chosen;
  const size_t Count = std::min<size_t>(Queue.size(), Rules.Window);
  for (size_t N = 1; N != Count && Queue[N].Arrival <= Now; ++N) {
    const Plan P = planFor(Queue[N], Now);
    if (P.Data < Best.Data) {
      Best = P;
      Chosen = N;
    }
  }
  return Chosen;
}

Transfer DramPartition::execute(const DramRequest &R, const Plan &P) {
  assert(R.Place.Bank < Banks.size() && "a bank of another board");
  assert(P.Data >= PinsFree && "two transfers at a time");
  Bank &B = Banks[R.Place.Bank];
  if (!P.IsHit) {
    B.IsOpen = true;
    B.Row = R.Place.Row;
    B.Opened = LastOpen = P.Open;
    B.Usable = P.Open + Rules.RCD;
    B.Closable = P.Open + Rules.RAS;
    HasOpened = true;
  }
  // An atomic operation reads and then writes.
  const Ticks Once = Rules.transfer(R.Bytes);
  const Ticks Length =
      R.Kind == Request::Atomic ? 2 * Once + Rules.AtomicBusy : Once;
  const Ticks End = P.Data + Length;
  PinsFree = End + Rules.Gap;
  Busy += Length;
  LastWasWrite = R.Kind == Request::Write || R.Kind == Request::Atomic;
  if (LastWasWrite) {
    ReadAfterWrite = End + Rules.CDLR;
    B.Closable = std::max(B.Closable, End + Rules.WR);
  }
  return {P.Data, End};
}

Ticks DramPartition::next() const {
  // Rows are opened while the pins still move what came before.
  const Ticks Ahead = Rules.RP + Rules.RCD + Rules.CL;
  return std::max({Queue.front().Arrival, LastChoice,
                   PinsFree > Ahead ? PinsFree - Ahead : Ticks(0)});
}

void DramPartition::serve(
    Ticks Until,
    llvm::function_ref<void(const DramRequest &, const Transfer &)> Done) {
  while (!Queue.empty()) {
    const Ticks Now = next();
    if (Now >= Until)
      return;
    assert(Now >= LastChoice && "time goes back");
    LastChoice = Now;
    Plan P;
    const size_t N = choose(Now, P);
    Passed = N ? Passed + 1 : 0;
    const DramRequest R = Queue[N];
    Queue.erase(Queue.begin() + ptrdiff_t(N));
    Done(R, execute(R, P));
  }
}

} // namespace heddle::timing
