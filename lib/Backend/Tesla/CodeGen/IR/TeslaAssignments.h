//===- TeslaAssignments.h - Which value a PTX register has ------*- C++ -*-===//
//-*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Selection puts the instructions of a block in an order of its own, and the
/// debug values with them: one that follows another in machine code need not
/// do so in the PTX. So tesla-number-values gives each debug record of a
/// function a variable of its own, whose line is a number. Code generation
/// follows where each is kept, and this class knows from the IR which of them
/// is the register's at an instruction.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_IR_TESLAASSIGNMENTS_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_IR_TESLAASSIGNMENTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace llvm {

class BasicBlock;
class DILocalVariable;
class DILocation;
class Function;

class TeslaAssignments {
public:
  /// A register of the PTX, and where its function was inlined.
  using Variable = std::pair<const DILocalVariable *, const DILocation *>;

  struct Assignment {
    /// From 1 on.
    unsigned Number = 0;
    /// Index in variables().
    unsigned Variable = 0;
    /// The assignment that was in force up to here; 0: none, or not known.
    unsigned Before = 0;
  };

  /// The first and the last of the places that instructions of one PTX
  /// instruction have in a block, each as the number of assignments in front.
  struct Span {
    unsigned First = 0, Last = 0;
  };

  /// \p F has been numbered.
  explicit TeslaAssignments(const Function &F);

  /// Whether there are any that could be followed: functions of a size that
  /// nobody debugs are left alone.
  bool empty() const { return Of.empty(); }

  const std::vector<Variable> &variables() const { return Variables; }
  /// All assignments of the function, by Number; the first is none.
  const std::vector<Assignment> &all() const { return All; }

  /// The assignments in \p BB, in the order of the IR.
  ArrayRef<unsigned> in(const BasicBlock &BB) const;
  /// The assignments in force at the start of \p BB, by variable; 0: not known.
  ArrayRef<unsigned> atStart(const BasicBlock &BB) const;
  /// Nothing where \p BB has no instruction at \p At.
  std::optional<Span> find(const BasicBlock &BB, const DILocation &At) const;

private:
  struct Block {
    SmallVector<unsigned, 0> Numbers;
    std::vector<unsigned> AtStart, AtEnd;
  };

  unsigned indexOf(Variable V);
  void collect(const BasicBlock &BB);
  bool propagate(const BasicBlock &BB);

  std::vector<Variable> Variables;
  std::vector<Assignment> All;
  DenseMap<Variable, unsigned> Indexes;
  MapVector<const BasicBlock *, Block> Of;
  DenseMap<std::pair<const BasicBlock *, const DILocation *>, Span> Spans;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_IR_TESLAASSIGNMENTS_H
