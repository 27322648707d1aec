//===- Fault.cpp - Why a launch stopped -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/Fault.h"
#include "heddle/Support/OneLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

llvm::StringRef faultName(FaultKind Kind) {
  switch (Kind) {
#define HEDDLE_FAULT(ID, NAME)                                                 \
  case FaultKind::ID:                                                          \
    return NAME;
#include "heddle/Machine/Faults.def"
  }
  llvm_unreachable("covered switch");
}

std::optional<FaultKind> findFault(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<FaultKind>>(Name)
#define HEDDLE_FAULT(ID, NAME) .Case(NAME, FaultKind::ID)
#include "heddle/Machine/Faults.def"
      .Default(std::nullopt);
}

/// Prints the source lines of \p F as notes, from the innermost function
/// outwards.
static void printSources(const Fault &F, QuoteLineFn Quote,
                         llvm::raw_ostream &OS) {
  for (const FaultSource &S : F.Sources) {
    OS << onOneLine(S.File) << ':' << S.Line << ':';
    if (S.Column)
      OS << S.Column << ':';
    OS << (&S == &F.Sources.front() ? " note: made from this line"
                                    : " note: inlined here");
    if (!S.Function.empty())
      OS << " in '" << onOneLine(S.Function) << "'";
    OS << '\n' << Quote(S.File, S.Line, S.Column);
  }
}

std::string Fault::toText(QuoteLineFn Quote) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (!SourceName.empty()) {
    OS << onOneLine(SourceName) << ':';
    if (Line) {
      OS << Line << ':';
      if (Column)
        OS << Column << ':';
    }
    OS << ' ';
  }
  OS << "fault: " << onOneLine(Message) << '\n';
  if (Line)
    OS << Quote(SourceName, Line, Column);
  printSources(*this, Quote, OS);
  if (HasPlace)
    OS << "  kernel '" << onOneLine(Kernel) << "', at "
       << llvm::format_hex(PC, 6) << ": " << Instruction << "\n  warp " << Warp
       << ", lane mask " << llvm::format_hex(LaneMask, 10) << '\n';
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(Details).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef L : Lines)
    OS << "  " << L << '\n';
  return Text;
}

llvm::json::Value Fault::toJSON() const {
  // Names come from files, where they may be any bytes.
  auto Text = [](llvm::StringRef Bytes) { return llvm::json::fixUTF8(Bytes); };
  llvm::json::Object O{{"kind", faultName(Kind)}, {"message", Text(Message)}};
  if (!Kernel.empty())
    O["kernel"] = Text(Kernel);
  if (!SourceName.empty())
    O["file"] = Text(SourceName);
  if (Line) {
    O["line"] = Line;
    O["column"] = Column;
  }
  llvm::json::Array Made;
  for (const FaultSource &S : Sources) {
    llvm::json::Object Place{{"file", llvm::json::fixUTF8(S.File)},
                             {"line", S.Line}};
    if (S.Column)
      Place["column"] = S.Column;
    if (!S.Function.empty())
      Place["function"] = llvm::json::fixUTF8(S.Function);
    Made.push_back(std::move(Place));
  }
  if (!Made.empty())
    O["sources"] = std::move(Made);
  if (HasPlace) {
    O["pc"] = PC;
    O["instruction"] = Instruction;
    O["warp"] = Warp;
    O["lane_mask"] = LaneMask;
    O["thread"] = llvm::json::Array{Thread[0], Thread[1], Thread[2]};
    O["block"] = llvm::json::Array{Block[0], Block[1], Block[2]};
  }
  if (!Details.empty())
    O["details"] = Text(Details);
  return O;
}

} // namespace heddle::sm
