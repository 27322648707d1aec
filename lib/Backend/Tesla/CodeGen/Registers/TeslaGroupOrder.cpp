//===- TeslaGroupOrder.cpp - Room for groups of registers -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel starts with the thread's indices in $r0, which is where a pair or a
/// quad would begin. The instruction that reads them last in front of a load of
/// a group leaves it $r0:
///
///   mul $r1 u16 $r0l u16 0x10       mul $r4 u16 $r0l u16 0x4
///   ld b128 $r4q g14[$r1]      ->   mul $r0 u16 $r0l u16 0x10
///   mul $r0 u16 $r0l u16 0x4        ld b128 $r0q g14[$r0]
///
/// Pressure is the same; the allocator needs five registers, not eight.
///
//===----------------------------------------------------------------------===//

#include "TeslaGroupOrder.h"
#include "Target/TeslaRegisterInfo.h"
#include "llvm/CodeGen/MachineScheduler.h"
#include "llvm/CodeGen/ScheduleDAGMutation.h"

using namespace llvm;

namespace {
class GroupOrder : public ScheduleDAGMutation {
public:
  void apply(ScheduleDAGInstrs *DAG) override;
};
} // namespace

/// Whether \p MI loads a pair or a quad.
static bool loadsGroup(const MachineInstr &MI, const MachineRegisterInfo &MRI,
                       const TargetRegisterInfo &TRI) {
  if (!MI.mayLoad() || MI.getNumExplicitDefs() != 1)
    return false;
  Register Dst = MI.getOperand(0).getReg();
  return Dst.isVirtual() && TRI.getRegSizeInBits(Dst, MRI) > 32;
}

/// The readers of the register that \p Copy takes from where the kernel found
/// it; none if others read it, too.
static SmallVector<SUnit *, 4> readersOf(const SUnit &Copy,
                                         const MachineRegisterInfo &MRI) {
  const MachineInstr &MI = *Copy.getInstr();
  if (!MI.isCopy() || !MI.getOperand(0).getReg().isVirtual() ||
      !MI.getOperand(1).getReg().isPhysical())
    return {};
  SmallVector<SUnit *, 4> Readers;
  for (const SDep &D : Copy.Succs)
    if (D.getKind() == SDep::Data && !D.getSUnit()->isBoundaryNode() &&
        !is_contained(Readers, D.getSUnit()))
      Readers.push_back(D.getSUnit());
  for (const MachineInstr &Use :
       MRI.use_nodbg_instructions(MI.getOperand(0).getReg()))
    if (none_of(Readers, [&](SUnit *SU) { return SU->getInstr() == &Use; }))
      return {};
  return Readers;
}

/// The end of the chain of single users of \p SU: the address that an index is
/// scaled for.
static SUnit *lastOfChain(SUnit *SU) {
  auto IsData = [](const SDep &D) {
    return D.getKind() == SDep::Data && !D.getSUnit()->isBoundaryNode();
  };
  while (count_if(SU->Succs, IsData) == 1) {
    SUnit *Next = find_if(SU->Succs, IsData)->getSUnit();
    const MachineInstr &MI = *Next->getInstr();
    if (count_if(Next->Preds, IsData) != 1 || MI.mayStore() ||
        (MI.mayLoad() && !MI.isDereferenceableInvariantLoad()))
      break;
    SU = Next;
  }
  return SU;
}

void GroupOrder::apply(ScheduleDAGInstrs *DAG) {
  auto &Graph = *static_cast<ScheduleDAGMI *>(DAG);
  auto Loads = make_filter_range(Graph.SUnits, [&](const SUnit &SU) {
    return loadsGroup(*SU.getInstr(), Graph.MRI, *Graph.TRI);
  });
  if (Loads.empty())
    return;
  for (SUnit &Copy : Graph.SUnits) {
    SmallVector<SUnit *, 4> Readers = readersOf(Copy, Graph.MRI);
    for (SUnit &Load : Loads) {
      SUnit *Late = nullptr;
      unsigned NumLate = 0;
      for (SUnit *Reader : Readers)
        if (Reader != &Load && !Graph.IsReachable(&Load, Reader)) {
          Late = Reader;
          ++NumLate;
        }
      // Two results take a register more than what they are made of.
      if (NumLate != 1)
        continue;
      for (SUnit *Last : {lastOfChain(Late), Late})
        if (Graph.canAddEdge(&Load, Last)) {
          Graph.addEdge(&Load, SDep(Last, SDep::Artificial));
          break;
        }
    }
  }
}

std::unique_ptr<ScheduleDAGMutation> llvm::createTeslaGroupOrder() {
  return std::make_unique<GroupOrder>();
}
