//===- Program.h - A kernel decoded -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_PROGRAM_H
#define HEDDLE_MACHINE_PROGRAM_H

#include "heddle/Machine/Instruction.h"
#include "heddle/Machine/LaneContext.h"
#include "heddle/Machine/RegisterValues.h"
#include "heddle/Object/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle::sm {

/// A value in all 32 lanes, where a handler looks for a register.
struct alignas(64) ConstantRow {
  std::array<uint32_t, Lanes> Words;
};

/// Immutable once it is finished, and shareable.
class Program {
public:
  Program(const object::Module &M, const object::Kernel &K)
      : Module(M), Kernel(K), Constants(4) {
    Rows[0] = 0;
  }

  /// The row in which every lane has \p Value. Rows 0 to 3 are zero, for
  /// sources of up to 128 bits.
  uint16_t rowOf(uint32_t Value);
  /// The first of two rows, the second with the high words.
  uint16_t rowOfPair(uint64_t Value);

  /// Rows of registers that a warp has, rounded up so that a pair or quad whose
  /// last registers are not allocated finds zeros there.
  uint32_t registerRows() const { return (Kernel.Info.Registers + 3) / 4 * 4; }
  uint16_t scratchRow(unsigned N) const { return uint16_t(registerRows() + N); }

  /// "line 7 (saxpy.cu:3)": the PTX line of the instruction at \p Address as
  /// Module has it, and what it was made from; empty without a line.
  std::string lineText(uint32_t Address) const;

  /// Call once when Code is complete but for the end: adds the guard, looks up
  /// the lines, finds the straight runs.
  void finish();

  const object::Module &Module;
  const object::Kernel &Kernel;
  /// Ends with an illegal instruction, so that running off the end is a fault.
  std::vector<DecodedInst> Code;
  std::vector<ConstantRow> Constants;
  /// Whether there is an instruction that locks a word of s[].
  bool UsesLocks = false;
  /// Whether a warp parts where its lanes spin while others wait for them.
  bool PartsWarps = false;
  /// Whether lanes of a warp wait for each other in different branches.
  bool MeetsAcross = false;
  /// Whether lanes that come to \p I wait for others in different branches.
  bool meetsAcross(const DecodedInst &I) const {
    // A vote, which is of Unit::Move, asks the lanes that execute it.
    return MeetsAcross && I.meetsLanes() && I.unit() != Unit::Move;
  }
  /// The error in the instruction at an index, for each that has one.
  llvm::DenseMap<uint32_t, std::string> Complaints;

private:
  /// Keyed by 64 bits: DenseMap keeps the two largest keys for itself.
  llvm::DenseMap<uint64_t, uint16_t> Rows;
  std::map<uint64_t, uint16_t> PairRows;
};

using ProgramPtr = std::unique_ptr<Program>;

/// Decodes all of \p K's code. Illegal words do not fail here: they become
/// instructions that fault when they are reached. \p M gives the chip and the
/// name of the source; both must outlive the program.
llvm::Expected<ProgramPtr> decodeKernel(const object::Module &M,
                                        const object::Kernel &K);

/// Writes instructions of a kernel as text.
class InstructionPrinter {
public:
  explicit InstructionPrinter(const Program &Prog);
  ~InstructionPrinter();

  /// The text of the instruction at \p Address. The text of one that only a
  /// later chip has says so.
  std::string text(uint32_t Address);

  /// The registers that it writes or, where it writes none, those that it
  /// reads, in the order of its operands and once each. Empty for an
  /// instruction that the chip does not have.
  std::vector<RegisterUse> registers(uint32_t Address);
  /// The registers that it reads, in the order of its operands and once each.
  std::vector<RegisterUse> operands(uint32_t Address);

private:
  struct Machine;
  const Program &P;
  std::unique_ptr<Machine> Chip;
};

/// "(1,0,0)".
std::string tripleText(const std::array<uint32_t, 3> &V);

/// The text of one instruction.
std::string instructionText(const Program &P, uint32_t Address);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_PROGRAM_H
