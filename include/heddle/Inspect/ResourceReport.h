//===- ResourceReport.h - What -v says about a kernel -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The resources of a kernel and the occupancy that follows from them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INSPECT_RESOURCEREPORT_H
#define HEDDLE_INSPECT_RESOURCEREPORT_H

#include "heddle/Object/KernelInfo.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::abi {
struct Geometry;
} // namespace heddle::abi

namespace heddle::inspect {

struct CodeSize {
  unsigned Instructions = 0;
  unsigned Bytes = 0;
  /// Bytes of literals in c1[].
  unsigned Literals = 0;
};

/// How allocation came by its registers.
struct BudgetText {
  unsigned Registers = 0;
  llvm::StringRef Why;
  /// The next step towards more CTAs.
  llvm::StringRef Next;
};

/// Prints first two lines in ptxas's wording, for \p Arch, then the figures it
/// does not give: the register budget, spills, memories, code size, stack
/// depth, and the occupancy on \p G of the declared block size, else of 64,
/// 128, 256 and 512 threads. An object does not know its budget: \p Budget is
/// null then.
void printResourceReport(const object::KernelInfo &Info, CodeSize Size,
                         const BudgetText *Budget, llvm::StringRef Arch,
                         const abi::Geometry &G, llvm::raw_ostream &OS);

} // namespace heddle::inspect

#endif // HEDDLE_INSPECT_RESOURCEREPORT_H
