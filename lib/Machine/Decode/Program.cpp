//===- Program.cpp - A kernel decoded -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/Program.h"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle::sm {

uint16_t Program::rowOf(uint32_t Value) {
  auto [It, Inserted] = Rows.try_emplace(Value, uint16_t(Constants.size()));
  if (Inserted)
    Constants.emplace_back().Words.fill(Value);
  return It->second;
}

uint16_t Program::rowOfPair(uint64_t Value) {
  if (!Value)
    return 0;
  auto [It, Inserted] = PairRows.try_emplace(Value, uint16_t(Constants.size()));
  if (Inserted) {
    Constants.emplace_back().Words.fill(uint32_t(Value));
    Constants.emplace_back().Words.fill(uint32_t(Value >> 32));
  }
  return It->second;
}

std::string tripleText(const std::array<uint32_t, 3> &V) {
  return "(" + llvm::utostr(V[0]) + "," + llvm::utostr(V[1]) + "," +
         llvm::utostr(V[2]) + ")";
}

std::string Program::lineText(uint32_t Address) const {
  object::LineEntry L = Kernel.lineOf(Address);
  if (!L.Line)
    return "";
  std::string Text = Module.lineText(L.Line);
  std::string Source = Module.Sources.text(L.Line, L.Column);
  return Source.empty() ? Text : Text + " (" + Source + ")";
}

/// A special register may be the clock, which is set once a run: such an
/// instruction starts one.
static bool startsRun(const DecodedInst &I) {
  return I.is(MoveOp::FromSpecial) || I.readsClock();
}

void Program::finish() {
  DecodedInst End;
  End.setFlow(FlowKind::Illegal);
  End.Address = uint32_t(Kernel.Code.size());
  Complaints[uint32_t(Code.size())] = "execution ran off the end of the code";
  Code.push_back(End);
  unsigned Accesses = 0;
  for (DecodedInst &I : Code) {
    UsesLocks |= I.access() == AccessKind::Lock;
    I.Line = Kernel.lineOf(I.Address).Line;
    if (I.space() == Space::Global || I.space() == Space::Generic)
      I.Slot = uint8_t(Accesses++ % WindowSlots);
  }
  MeetsAcross = Module.IndependentLanes && !UsesLocks;
  for (size_t N = Code.size(); N-- != 0;) {
    DecodedInst &I = Code[N];
    if (!I.isPlain() || I.Join || I.Exit || I.isOfMbarrier() || meetsAcross(I))
      I.Run = 0;
    else
      I.Run = 1 + (startsRun(Code[N + 1]) ? 0 : Code[N + 1].Run);
  }
}

} // namespace heddle::sm
