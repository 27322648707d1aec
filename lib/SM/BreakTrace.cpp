//===- BreakTrace.cpp - What registers hold at a PTX line -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BreakTrace.h"
#include "Block.h"
#include "LaneMask.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

BreakTrace::BreakTrace(const Program &Prog, const TraceOptions &TraceOpts)
    : P(Prog), Options(TraceOpts), Printer(Prog) {}

void BreakTrace::startBlock(const Block &B) {
  for (unsigned N = 0; N != B.numWarps(); ++N)
    Positions.erase(&B.warp(N));
}

/// The lanes of the current warp that \p B is about.
uint32_t BreakTrace::lanesOf(const Breakpoint &B, uint32_t Active) const {
  if (B.Block && *B.Block != Current->index())
    return 0;
  if (!B.Thread)
    return Active;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    if ((Active >> Lane & 1) && Current->thread(WarpNumber, Lane) == *B.Thread)
      return uint32_t(1) << Lane;
  return 0;
}

void BreakTrace::issue(const Issue &E) {
  uint32_t Line = P.Kernel.lineOf(E.I.Address).Line;
  Position &Last = Positions[&E.W];
  // On in the same line is not another time, but round a loop is.
  bool IsArrival = Last.Line != Line || E.I.Address <= Last.Address ||
                   (E.Active & Last.Active) == 0;
  Last = {Line, E.I.Address, E.Active};
  if (!IsArrival || Line == 0)
    return;
  uint32_t Mask = 0;
  for (const Breakpoint &B : Options.Breaks)
    if (B.Line == Line)
      Mask |= lanesOf(B, E.Active);
  if (!Mask || Reports > Options.MaxLines)
    return;
  if (Reports++ == Options.MaxLines)
    *Options.ReportOS << "break: stopped after " << Options.MaxLines
                      << " times\n";
  else
    print(E, Mask);
}

void BreakTrace::print(const Issue &E, uint32_t Mask) {
  llvm::raw_ostream &OS = *Options.ReportOS;
  object::LineEntry Place = P.Kernel.lineOf(E.I.Address);
  OS << P.Module.SourceName << ':' << Place.Line << ':' << Place.Column
     << ": break: warp " << WarpNumber << " of block "
     << tripleText(Current->index()) << ", lanes "
     << laneMask(Mask, Options.Lanes);
  std::string Source = P.Module.Sources.text(Place.Line, Place.Column);
  if (!Source.empty())
    OS << " (" << Source << ")";
  OS << "\n  before " << llvm::format_hex(E.I.Address, 6) << ": "
     << Printer.text(E.I.Address) << '\n';
  const LaneContext &L = E.W.lanes();
  auto Show = [&](RegisterUse::KindType Kind, char Letter, unsigned First,
                  unsigned End) {
    for (unsigned N = First; N != End; ++N)
      OS << "    "
         << valuesText(L, {Kind, N, '$' + (Letter + std::to_string(N))}, Mask,
                       Options.Lanes)
         << '\n';
  };
  Show(RegisterUse::Word, 'r', 0, P.Kernel.Info.Registers);
  // $a0 is zero for ever.
  Show(RegisterUse::Address, 'a', 1, 5);
  Show(RegisterUse::Condition, 'c', 0, 4);
}

} // namespace heddle::sm
