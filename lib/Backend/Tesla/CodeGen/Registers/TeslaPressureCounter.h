//===- TeslaPressureCounter.h - Count live registers ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts live registers, for the report of TeslaPressure and for the passes
/// that relieve blocks with too many of them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLAPRESSURECOUNTER_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLAPRESSURECOUNTER_H

#include "Emit/TeslaValueNames.h"
#include "Target/TeslaSubtarget.h"
#include "heddle/Backend/Pressure.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include <vector>

namespace llvm {

/// Counts halves of one function, so that two 16-bit values share a register;
/// use it once.
class TeslaPressureCounter {
public:
  TeslaPressureCounter(MachineFunction &MF, LiveIntervals &LIS)
      : MF(MF), LIS(LIS), MRI(MF.getRegInfo()),
        TII(*MF.getSubtarget<TeslaSubtarget>().getInstrInfo()), Names(MF) {}

  /// The values at the peak are weighed by \p Frequencies.
  heddle::tesla::KernelPressure
  count(const MachineBlockFrequencyInfo &Frequencies);
  /// The most registers that are live at a time in each block, by its number.
  std::vector<unsigned> peaksOfBlocks();

private:
  void collect();
  unsigned halves(Register Reg) const;
  unsigned halves(Register Reg, LaneBitmask Lanes) const;
  bool isCheap(Register Reg) const;
  void addRange(const LiveRange &LR, unsigned Halves, bool Cheap);
  void addInterval(const LiveInterval &LI);
  void findPeak(heddle::tesla::KernelPressure &P);
  void findWidest(heddle::tesla::KernelPressure &P) const;
  unsigned registersOf(const MachineInstr &MI) const;
  double costWithout(Register Reg) const;
  heddle::tesla::LiveValue describe(const LiveInterval &LI) const;

  MachineFunction &MF;
  LiveIntervals &LIS;
  const MachineBlockFrequencyInfo *Frequencies = nullptr;
  MachineRegisterInfo &MRI;
  const TeslaInstrInfo &TII;
  TeslaValueNames Names;
  /// Results of loads that can wait for their user.
  DenseSet<Register> Delayable;
  std::vector<const MachineInstr *> Instructions;
  /// The slots before (even) and behind (odd) each instruction, ascending.
  std::vector<SlotIndex> Points;
  /// Change of live halves from one point to the next.
  std::vector<int> Change, ChangeCostly;
  size_t PeakPoint = 0;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLAPRESSURECOUNTER_H
