//===- Fault.h - Why a launch stopped ---------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel fault is an answer, not an error of ours: a value that says what
/// happened, where, and in which thread. Kind names are the corpus contract.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_FAULT_H
#define HEDDLE_MACHINE_FAULT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::sm {

enum class FaultKind : uint8_t {
#define HEDDLE_FAULT(ID, NAME) ID,
#include "heddle/Machine/Faults.def"
};

/// "oob_global" …, as job files name them.
llvm::StringRef faultName(FaultKind Kind);
std::optional<FaultKind> findFault(llvm::StringRef Name);

/// A place in the source that the PTX was made from.
struct FaultSource {
  std::string File;
  uint32_t Line = 0;
  /// 0: not known.
  uint32_t Column = 0;
  /// The function that has it, demangled; empty where it is not known.
  std::string Function;
};

/// Quotes a line of a file, with what is to follow it; empty where it cannot.
using QuoteLineFn = llvm::function_ref<std::string(
    llvm::StringRef File, unsigned Line, unsigned Column)>;

struct Fault {
  FaultKind Kind = FaultKind::Trap;
  /// One line, lower case, no full stop: "invalid __global__ read of size 4 by
  /// thread (255,0,0) in block (3,0,0); address 0x… is 4 bytes after buffer 'y'
  /// (parameter 3, 4096 bytes)".
  std::string Message;
  std::string Kernel;
  /// PTX place; Line 0 when there is none (launch faults).
  std::string SourceName;
  uint32_t Line = 0;
  uint32_t Column = 0;
  /// The source of the PTX line, where .loc says; behind it, the places that it
  /// was inlined at.
  std::vector<FaultSource> Sources;
  /// Meaningful when HasPlace: the instruction, its warp and lanes.
  bool HasPlace = false;
  uint32_t PC = 0;
  std::string Instruction;
  uint32_t Warp = 0;
  uint32_t LaneMask = 0;
  std::array<uint32_t, 3> Thread = {0, 0, 0};
  std::array<uint32_t, 3> Block = {0, 0, 0};
  /// The address of the access.
  std::optional<uint64_t> Address;
  /// More lines, e.g. which warps wait at which barrier.
  std::string Details;

  /// FILE:LINE:COL: fault: MESSAGE with its line, the source lines likewise,
  /// then the microinstruction, warp and mask.
  std::string toText(QuoteLineFn Quote = [](llvm::StringRef, unsigned,
                                            unsigned) {
    return std::string();
  }) const;
  llvm::json::Value toJSON() const;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_FAULT_H
