//===- TextTrace.cpp - One line for each issued instruction ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Observe/TextTrace.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/LaneMask.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

void TextTrace::startLaunch(const LaunchView &L) {
  P = &L.P;
  Printer.emplace(L.P);
  Texts.clear();
  Registers.clear();
  Lines = 0;
  HasLine = false;
}

void TextTrace::turn(const Warp &W) {
  WarpNumber = W.number();
  std::array<uint32_t, 3> Index = W.cta().index();
  Place.clear();
  llvm::raw_string_ostream(Place) << "cta " << Index[0] << ',' << Index[1]
                                  << ',' << Index[2] << " warp " << WarpNumber;
}

bool TextTrace::wanted() {
  if (Options.Warp && *Options.Warp != WarpNumber)
    return false;
  if (Lines > Options.MaxLines)
    return false;
  if (Lines++ < Options.MaxLines)
    return true;
  OS << "trace: stopped after " << Options.MaxLines << " lines\n";
  return false;
}

const std::string &TextTrace::text(const DecodedInst &I) {
  auto [It, Inserted] = Texts.try_emplace(I.Address);
  if (Inserted)
    It->second = Printer->text(I.Address);
  return It->second;
}

std::string TextTrace::mask(uint32_t Mask) const {
  return laneMask(Mask, Options.Lanes);
}

bool TextTrace::line(const DecodedInst &I, uint32_t Mask,
                     llvm::StringRef Note) {
  if (!wanted())
    return false;
  OS << Place << "  " << llvm::format_hex(I.Address, 6) << "  " << mask(Mask)
     << "  " << text(I);
  if (std::string Line = P->lineText(I.Address); !Line.empty())
    OS << "  ; " << Line;
  OS << Note << '\n';
  return true;
}

void TextTrace::issue(const Issue &E) {
  std::string Note;
  if (E.I.Flow == FlowKind::Branch && E.Executing && E.Executing != E.Active)
    Note = "  ; diverges: " + mask(E.Executing) + " taken";
  else if (E.Executing != E.Active)
    Note = "  ; predicate: " + mask(E.Executing);
  HasLine = line(E.I, E.Active, Note);
}

/// Below the line of the instruction, and indented, what its registers hold.
void TextTrace::executed(const Issue &E) {
  if (!Options.Values || !HasLine || !E.Executing)
    return;
  auto [It, Inserted] = Registers.try_emplace(E.I.Address);
  if (Inserted)
    It->second = Printer->registers(E.I.Address);
  for (const RegisterUse &R : It->second)
    OS << "    " << valuesText(E.W.lanes(), R, E.Executing, Options.Lanes)
       << '\n';
}

void TextTrace::join(const Warp &, const DecodedInst &I, uint32_t Arrived,
                     uint32_t Now) {
  if (!Now)
    line(I, Arrived, "  ; waits for another path");
}

void TextTrace::barrierReleased(const Cta &, unsigned Barrier) {
  if (wanted())
    OS << Place << "  barrier " << Barrier << " is complete\n";
}

} // namespace heddle::sm
