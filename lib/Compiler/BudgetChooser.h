//===- BudgetChooser.h - Which register budget to try -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps of the register search: where a kernel starts, which budget is
/// worth another compilation, and whether the code that it gave is kept.
/// Nothing is compiled here.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_BUDGETCHOOSER_H
#define HEDDLE_LIB_COMPILER_BUDGETCHOOSER_H

#include "heddle/ABI/Occupancy.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Compiler/Compiler.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace heddle {

/// A kernel on its way down.
struct Candidate {
  std::string Name;
  /// The sizes of CTAs that count.
  std::vector<uint32_t> Threads;
  /// The best code so far.
  tesla::KernelCode Best;
  /// The budget to try next; 0: the search is over.
  uint32_t Try = 0;
  /// The budget that gave Best, where a step was taken.
  uint32_t Taken = 0;
  /// Whether Try takes the place of a budget that spilled in vain.
  bool IsCloser = false;
  RegisterChoice Choice;
};

class BudgetChooser {
public:
  /// Launches are on \p G, and occupancy is that of \p Weighed.
  BudgetChooser(const CompileOptions &Options, const abi::Geometry &G,
                const abi::Geometry &Weighed, Diagnostics &Diags)
      : Options(Options), G(G), Weighed(Weighed), Diags(Diags) {}

  /// A candidate of each of \p Kernels, the code of \p M without a search,
  /// with the first budget to try.
  std::vector<Candidate>
  candidates(const llvm::Module &M,
             llvm::ArrayRef<tesla::KernelCode> Kernels) const;

  /// Takes or leaves \p Code, which C.Try gave; null: that gave none. Sets the
  /// next budget to try.
  void judge(Candidate &C, const tesla::KernelCode *Code) const;

private:
  bool wanted() const;
  bool isOnlyWeighed() const;
  void setLimit(Candidate &C, const llvm::Function *F) const;
  void begin(Candidate &C) const;
  void judgeCloser(Candidate &C, const tesla::KernelCode &Code,
                   uint32_t Budget) const;
  void chooseStep(Candidate &C) const;
  void tryStep(Candidate &C, uint32_t Budget) const;
  void choose(Candidate &C) const;
  void chooseGoal(Candidate &C) const;
  std::string price(const Candidate &C, const tesla::KernelCode &Code) const;
  std::string room(const Candidate &C, uint32_t Registers) const;
  uint32_t ctas(const Candidate &C, uint32_t Threads,
                uint32_t Registers) const {
    return abi::computeOccupancy(Weighed, Threads, Registers,
                                 object::sharedBytesOn(C.Best.Info, Weighed))
        .ActiveCTAs;
  }

  const CompileOptions &Options;
  const abi::Geometry &G;
  const abi::Geometry &Weighed;
  Diagnostics &Diags;
};

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_BUDGETCHOOSER_H
