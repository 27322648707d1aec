//===- InstructionCosts.h - What instructions cost a board ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All that the model needs of an instruction and that does not depend on data.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_INSTRUCTIONCOSTS_H
#define HEDDLE_LIB_TIMING_INSTRUCTIONCOSTS_H

#include "heddle/Machine/Program.h"
#include "heddle/Timing/LaunchTime.h"

namespace heddle::timing {

/// Instructions of one kind wait for each other's.
enum class Port : uint8_t { SP, SFU, Double, Memory };
constexpr unsigned NumPorts = 4;

struct InstructionCost {
  Port Where = Port::SP;
  /// The kind of stall of an instruction that waits for its result.
  Stall Result = Stall::Alu;
  /// A multiplication, which the SFUs can do, too.
  bool MayUseSFU = false;
  bool IsBranch = false;
  bool IsStore = false;
  /// The trace tells something of each execution.
  bool HasDetail = false;
  uint8_t NumReads = 0, NumWrites = 0;
  /// Lines of the constant cache that it reads whatever lanes compute.
  uint8_t NumConstLines = 0;
  uint16_t Busy = 0, Latency = 0;
  /// Where its registers are in the list: those read, then those written.
  uint32_t Registers = 0;
  /// The line of the code cache.
  uint32_t CodeLine = 0;
  uint32_t ConstLines[2] = {0, 0};
};

/// The line of the constant cache with an address of c<Bank>[].
uint32_t constLine(unsigned Bank, uint64_t Address);

class KernelCosts {
public:
  KernelCosts(const sm::Program &P, const Board &B);

  const InstructionCost &operator[](uint32_t Index) const {
    return Costs[Index];
  }
  size_t size() const { return Costs.size(); }
  const uint16_t *registers(const InstructionCost &C) const {
    return Registers.data() + C.Registers;
  }
  /// Numbers of registers, and what else results are waited for in.
  unsigned numRegisters() const { return NumRegisters; }
  /// Whether the execution has to be looked at: for data, or since a warp may
  /// come to the instruction, or go on from it, in more than one way.
  bool isSeen(uint32_t Index) const { return Seen[Index]; }
  /// Floating-point operations of a lane.
  unsigned flops(uint32_t Index) const { return Flops[Index]; }
  /// Returns the operations of all instructions before it that are not seen.
  uint64_t unseenFlopsBefore(uint32_t Index) const {
    return FlopsBefore[Index];
  }

private:
  void addRegisters(InstructionCost &C, const sm::DecodedInst &I,
                    llvm::ArrayRef<sm::RegisterUse> Read,
                    llvm::ArrayRef<sm::RegisterUse> Written);
  unsigned addUses(llvm::ArrayRef<sm::RegisterUse> Uses);
  void findSeen(const sm::Program &P);

  std::vector<InstructionCost> Costs;
  std::vector<uint16_t> Registers;
  std::vector<bool> Seen;
  std::vector<uint16_t> Flops;
  std::vector<uint64_t> FlopsBefore;
  unsigned NumRegisters = 0;
  uint32_t RegisterRows = 0;
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_INSTRUCTIONCOSTS_H
