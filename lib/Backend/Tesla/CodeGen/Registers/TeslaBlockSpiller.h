//===- TeslaBlockSpiller.h - Spills inside of one block ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Belady's rule in a block: where more values of a register bank are live than
/// it has room for, the one whose next use is furthest waits elsewhere. A value
/// is stored once, and one that a single instruction makes again never.
///
/// C. Belady's rule on code: M. Braun, S. Hack, Register Spilling and
/// Live-Range Splitting for SSA-Form Programs, CC 2009.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLABLOCKSPILLER_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLABLOCKSPILLER_H

#include "Target/TeslaSubtarget.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include <optional>

namespace llvm {

/// A value that is defined once and lives in one block.
struct TeslaLocalValue {
  Register Original;
  /// The register that holds it now; none while it is spilled.
  Register Current;
  MachineInstr *Def = nullptr;
  /// Ordinals of the instructions that use it, ascending; the first that is
  /// still to come.
  SmallVector<unsigned, 4> Uses;
  unsigned NextUse = 0;
  unsigned Words = 1;
  bool IsCheap = false;
  /// Where it is spilled: a slot or, for a condition, a general register.
  int Slot = -1;
  Register Saved;
  /// Its defining instruction makes it again from Saved.
  bool IsMadeAgain = false;

  bool isSaved() const { return Slot >= 0 || Saved; }
};

/// The registers that are short.
enum class TeslaSpillBank { General, Condition, Address };

/// Spill slots that no value of the block needs any more, by size in words.
using TeslaFreeSlots = DenseMap<unsigned, SmallVector<int, 8>>;

/// Spills in one block; use it once.
class TeslaBlockSpiller {
public:
  /// \p Registers, of \p Bank, live in the block.
  TeslaBlockSpiller(TeslaSpillBank Bank, MachineBasicBlock &MBB,
                    ArrayRef<Register> Registers, LiveIntervals &LIS,
                    TeslaFreeSlots &Slots)
      : Bank(Bank), MBB(MBB), Registers(Registers), MF(*MBB.getParent()),
        LIS(LIS), MRI(MF.getRegInfo()),
        TII(*MF.getSubtarget<TeslaSubtarget>().getInstrInfo()),
        TRI(TII.getRegisterInfo()), Room(roomIn(Bank, MF)), Free(Slots) {}

  /// Whether anything had to wait. Keeps \p LIS.
  bool run();

  /// The words of \p Bank that a register of \p RC takes; 0 where it is of
  /// another.
  static unsigned wordsOf(TeslaSpillBank Bank, const TargetRegisterClass *RC);

private:
  static unsigned roomIn(TeslaSpillBank Bank, const MachineFunction &MF);
  bool fitsAtOnce() const;
  bool isLocal(Register Reg) const;
  bool isCheap(Register Reg) const;
  bool isIdle(Register Reg) const;
  std::optional<TeslaLocalValue>
  localValue(Register Reg,
             const DenseMap<const MachineInstr *, unsigned> &Ordinal) const;
  void collect();
  void addFixed(Register Reg);
  TeslaLocalValue *victim(unsigned At,
                          const SmallPtrSetImpl<TeslaLocalValue *> &Busy);
  bool makeRoom(unsigned At, unsigned Taken,
                const SmallPtrSetImpl<TeslaLocalValue *> &Busy);
  void evict(TeslaLocalValue &V, MachineInstr &Before);
  void save(TeslaLocalValue &V, MachineInstr &Before);
  void store(TeslaLocalValue &V, MachineInstr &Before);
  Register sourceOf(const TeslaLocalValue &V) const;
  void move(unsigned Opcode, Register To, Register From, MachineInstr &Before);
  void reload(TeslaLocalValue &V, MachineInstr &Before);
  bool visit(unsigned At);
  void repair();

  const TeslaSpillBank Bank;
  MachineBasicBlock &MBB;
  const ArrayRef<Register> Registers;
  MachineFunction &MF;
  LiveIntervals &LIS;
  MachineRegisterInfo &MRI;
  const TeslaInstrInfo &TII;
  const TeslaRegisterInfo &TRI;
  const unsigned Room;
  TeslaFreeSlots &Free;

  std::vector<MachineInstr *> Code;
  /// The slots before and behind each instruction, ascending.
  std::vector<SlotIndex> PointsBefore, PointsBehind;
  /// Words that values which stay where they are take before and behind each
  /// instruction.
  std::vector<unsigned> FixedBefore, FixedBehind;
  /// By instructions of the block, before it is changed.
  DenseSet<Register> Mentioned;
  DenseMap<Register, TeslaLocalValue> Values;
  SmallPtrSet<TeslaLocalValue *, 32> Resident;
  unsigned ResidentWords = 0;
  SmallSetVector<Register, 16> Changed;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLABLOCKSPILLER_H
