//===- BreakTrace.cpp - What registers hold at a PTX line -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Observe/BreakTrace.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/LaneMask.h"
#include "heddle/Observe/NamedValues.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

void BreakTrace::startLaunch(const LaunchView &L) {
  P = &L.P;
  Printer.emplace(L.P);
  Positions.clear();
  Reports = 0;
}

void BreakTrace::startCta(const Cta &C) {
  for (unsigned N = 0; N != C.numWarps(); ++N)
    Positions.erase(&C.warp(N));
}

/// The active lanes that \p B is about.
uint32_t BreakTrace::lanesOf(const Breakpoint &B, const Issue &E) {
  const Cta &C = E.W.cta();
  if (B.Block && *B.Block != C.index())
    return 0;
  if (!B.Thread)
    return E.Active;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    if ((E.Active >> Lane & 1) && C.thread(E.W.number(), Lane) == *B.Thread)
      return uint32_t(1) << Lane;
  return 0;
}

void BreakTrace::issue(const Issue &E) {
  uint32_t Line = E.I.Line;
  Position &Last = Positions[&E.W];
  // On in the same line is not another time, but round a loop is.
  bool IsArrival = Last.Line != Line || E.I.Address <= Last.Address ||
                   (E.Active & Last.Active) == 0;
  Last = {Line, E.I.Address, E.Active};
  if (!IsArrival || Line == 0)
    return;
  uint32_t Mask = 0;
  for (const Breakpoint &B : Breaks)
    if (B.Line == Line)
      Mask |= lanesOf(B, E);
  if (!Mask || Reports > Options.MaxLines)
    return;
  if (Reports++ == Options.MaxLines)
    OS << "break: stopped after " << Options.MaxLines << " times\n";
  else
    print(E, Mask);
}

void BreakTrace::print(const Issue &E, uint32_t Mask) {
  object::LineEntry Place = P->Kernel.lineOf(E.I.Address);
  object::Module::Place At = P->Module.placeOf(Place.Line);
  OS << At.File << ':' << At.Line << ':' << Place.Column << ": break: warp "
     << E.W.number() << " of block " << tripleText(E.W.cta().index())
     << ", lanes " << laneMask(Mask, Options.Lanes);
  std::string Source = P->Module.Sources.text(Place.Line, Place.Column);
  if (!Source.empty())
    OS << " (" << Source << ")";
  OS << "\n  before " << llvm::format_hex(E.I.Address, 6) << ": "
     << Printer->text(E.I.Address) << '\n';
  const object::RegisterMap &Names = P->Kernel.Registers;
  if (!Names.empty() && Options.Registers != BreakRegisters::Machine)
    for (const std::string &Line :
         namedValues(Names, E.W.lanes(), E.I.Address, Mask, Options.Lanes))
      OS << "    " << Line << '\n';
  if (Names.empty() || Options.Registers != BreakRegisters::PTX)
    printMachine(E, Mask);
}

void BreakTrace::printMachine(const Issue &E, uint32_t Mask) {
  const LaneContext &L = E.W.lanes();
  auto Show = [&](RegisterUse::KindType Kind, char Letter, unsigned First,
                  unsigned End) {
    for (unsigned N = First; N != End; ++N)
      OS << "    "
         << valuesText(L, {Kind, N, '$' + (Letter + std::to_string(N))}, Mask,
                       Options.Lanes)
         << '\n';
  };
  Show(RegisterUse::Word, 'r', 0, P->Kernel.Info.Registers);
  // $a0 is zero for ever.
  Show(RegisterUse::Address, 'a', 1, 5);
  Show(RegisterUse::Condition, 'c', 0, 4);
}

} // namespace heddle::sm
