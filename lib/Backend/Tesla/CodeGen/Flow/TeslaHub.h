//===- TeslaHub.h - Blocks that many edges lead through ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A hub takes edges to several targets and hands each lane on to its own: the
/// edge writes the number of its target to a register, and the hub branches on
/// it, by a tree of comparisons.
///
///   a -> x                a: s = 0 -> hub          hub: s == 0 ? x : y
///   b -> y    becomes     b: s = 1 -> hub
///
/// Works on virtual registers behind phi elimination, so that values that cross
/// the hub need no merging. A value that only the way to another target needs
/// gets an IMPLICIT_DEF in front of the hub, or it would seem to be alive from
/// wherever the function begins, which the register allocator does not survive.
/// This holds for the numbers of other hubs, too, where part of such a hub is a
/// target.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLAHUB_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLAHUB_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SparseBitVector.h"
#include "llvm/CodeGen/Register.h"
#include "llvm/MC/LaneBitmask.h"
#include <vector>

namespace llvm {
class LiveIntervals;
class LiveRange;
class MachineBasicBlock;
class MachineFunction;
class MachineRegisterInfo;
class TargetRegisterInfo;
class TeslaInstrInfo;

/// Builds hubs in one function and knows what is alive at their targets.
class TeslaHubBuilder {
public:
  using BlockList = ArrayRef<MachineBasicBlock *>;

  TeslaHubBuilder(MachineFunction &Fn, LiveIntervals &LIS);

  /// A register that numbers targets.
  Register createState();
  /// The first block of a hub for \p Targets, laid out before \p Before; each
  /// new block and the targets behind it go to \p Note.
  MachineBasicBlock *
  createHub(BlockList Targets, Register State, MachineBasicBlock *Before,
            function_ref<void(MachineBasicBlock *, BlockList)> Note);
  /// A block, laid out before \p Before, that goes to target \p Number of
  /// \p Hub, which is \p Target.
  MachineBasicBlock *createWay(MachineBasicBlock *Hub, Register State,
                               unsigned Number, MachineBasicBlock *Target,
                               MachineBasicBlock *Before);
  /// Leads the edge from \p From to \p Target, the only one to this hub, over
  /// \p Hub. The other way out of \p From stays as it is.
  void redirect(MachineBasicBlock *From, MachineBasicBlock *Target,
                MachineBasicBlock *Hub, Register State, unsigned Number);

private:
  /// Lanes of a virtual register that live and die together.
  struct Part {
    Register Reg;
    LaneBitmask Lanes;
  };
  /// By number of the part.
  using PartSet = SparseBitVector<>;

  void addPart(const LiveIntervals &LIS, Register Reg, const LiveRange &Range,
               LaneBitmask Lanes);
  MachineBasicBlock *createBlock(MachineBasicBlock *Before);
  MachineBasicBlock *
  createTree(BlockList Targets, unsigned First, Register State,
             MachineBasicBlock *Before,
             function_ref<void(MachineBasicBlock *, BlockList)> Note);
  void setState(MachineBasicBlock *B, Register State, unsigned Number);
  void forget(MachineBasicBlock *B, PartSet Dead, const PartSet &Alive,
              Register State);
  void define(MachineBasicBlock *B, Register Reg, LaneBitmask Lanes,
              bool KeepsOthers);

  MachineFunction &MF;
  MachineRegisterInfo &MRI;
  const TeslaInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  std::vector<Part> Parts;
  /// The parts that registers made here are.
  DenseMap<Register, unsigned> PartOfState;
  DenseMap<const MachineBasicBlock *, PartSet> LiveIn;
  /// Registers without kill flags.
  DenseSet<Register> Unkilled;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLAHUB_H
