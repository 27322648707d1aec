//===- Fault.cpp - Why a launch stopped -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/SM/Fault.h"
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
#include "heddle/SM/Faults.def"
  }
  llvm_unreachable("covered switch");
}

std::optional<FaultKind> findFault(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<FaultKind>>(Name)
#define HEDDLE_FAULT(ID, NAME) .Case(NAME, FaultKind::ID)
#include "heddle/SM/Faults.def"
      .Default(std::nullopt);
}

std::string Fault::toText() const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (!SourceName.empty()) {
    OS << SourceName << ':';
    if (Line) {
      OS << Line << ':';
      if (Column)
        OS << Column << ':';
    }
    OS << ' ';
  }
  OS << "fault: " << Message << '\n';
  if (HasPlace)
    OS << "  kernel '" << Kernel << "', at " << llvm::format_hex(PC, 6) << ": "
       << Instruction << "\n  warp " << Warp << ", lane mask "
       << llvm::format_hex(LaneMask, 10) << '\n';
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
