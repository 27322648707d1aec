//===- Fault.cpp - Why a launch stopped -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/SM/Fault.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

llvm::StringRef faultName(FaultKind Kind) {
  switch (Kind) {
  case FaultKind::OobGlobal:
    return "oob_global";
  case FaultKind::OobShared:
    return "oob_shared";
  case FaultKind::OobLocal:
    return "oob_local";
  case FaultKind::OobConst:
    return "oob_const";
  case FaultKind::Misaligned:
    return "misaligned";
  case FaultKind::NullPointer:
    return "null_pointer";
  case FaultKind::WriteToConst:
    return "write_to_const";
  case FaultKind::IllegalInstruction:
    return "illegal_instruction";
  case FaultKind::StackMismatch:
    return "stack_mismatch";
  case FaultKind::StackOverflow:
    return "stack_overflow";
  case FaultKind::Trap:
    return "trap";
  case FaultKind::Barrier:
    return "barrier";
  case FaultKind::Deadlock:
    return "deadlock";
  case FaultKind::InstructionLimit:
    return "instruction_limit";
  case FaultKind::Timeout:
    return "timeout";
  case FaultKind::LaunchBlockSize:
    return "launch_block_size";
  case FaultKind::LaunchGridSize:
    return "launch_grid_size";
  case FaultKind::LaunchSharedSize:
    return "launch_shared_size";
  case FaultKind::LaunchRegisters:
    return "launch_registers";
  case FaultKind::MissingArgument:
    return "missing_argument";
  case FaultKind::ArgumentCount:
    return "argument_count";
  case FaultKind::ArgumentType:
    return "argument_type";
  case FaultKind::UnknownEntry:
    return "unknown_entry";
  case FaultKind::ModuleRejected:
    return "module_rejected";
  }
  llvm_unreachable("covered switch");
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
  llvm::json::Object O{{"kind", faultName(Kind)}, {"message", Message}};
  if (!Kernel.empty())
    O["kernel"] = Kernel;
  if (!SourceName.empty())
    O["file"] = SourceName;
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
    O["details"] = Details;
  return O;
}

} // namespace heddle::sm
