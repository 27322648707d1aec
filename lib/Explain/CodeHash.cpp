//===- CodeHash.cpp - Whether code is as it was ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeHash.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::explain {
namespace {

unsigned lineOf(const DebugLoc &At) { return At ? At.getLine() : 0; }

/// Hashes all that an instruction has beside its operands.
hash_code stateOf(const Instruction &I) {
  if (const auto *C = dyn_cast<CmpInst>(&I))
    return hash_value(unsigned(C->getPredicate()));
  if (const auto *L = dyn_cast<LoadInst>(&I))
    return hash_combine(L->getAlign().value(), L->isVolatile(),
                        unsigned(L->getOrdering()));
  if (const auto *S = dyn_cast<StoreInst>(&I))
    return hash_combine(S->getAlign().value(), S->isVolatile(),
                        unsigned(S->getOrdering()));
  if (const auto *G = dyn_cast<GetElementPtrInst>(&I))
    return hash_value(G->getSourceElementType());
  if (const auto *A = dyn_cast<AllocaInst>(&I))
    return hash_combine(A->getAllocatedType(), A->getAlign().value());
  if (const auto *A = dyn_cast<AtomicRMWInst>(&I))
    return hash_combine(unsigned(A->getOperation()), unsigned(A->getOrdering()),
                        A->isVolatile());
  if (const auto *A = dyn_cast<AtomicCmpXchgInst>(&I))
    return hash_combine(unsigned(A->getSuccessOrdering()),
                        unsigned(A->getFailureOrdering()), A->isVolatile());
  if (const auto *F = dyn_cast<FenceInst>(&I))
    return hash_value(unsigned(F->getOrdering()));
  if (const auto *E = dyn_cast<ExtractValueInst>(&I))
    return hash_combine_range(E->idx_begin(), E->idx_end());
  if (const auto *E = dyn_cast<InsertValueInst>(&I))
    return hash_combine_range(E->idx_begin(), E->idx_end());
  if (const auto *S = dyn_cast<ShuffleVectorInst>(&I)) {
    const ArrayRef<int> Mask = S->getShuffleMask();
    return hash_combine_range(Mask.begin(), Mask.end());
  }
  if (const auto *P = dyn_cast<PHINode>(&I))
    return hash_combine_range(P->block_begin(), P->block_end());
  if (const auto *C = dyn_cast<CallBase>(&I))
    return hash_combine(C->getAttributes().getRawPointer(),
                        unsigned(C->getCallingConv()));
  return hash_code(0);
}

/// A value may come to lie where another one was.
hash_code hashOf(const Value &V) {
  return hash_combine(&V, V.getType(), V.getValueID(), V.getName());
}

hash_code hashOf(const MachineOperand &MO, const MachineRegisterInfo *MRI) {
  hash_code H = hash_value(MO);
  if (MO.isMBB())
    return hash_combine(H, MO.getMBB()->getNumber());
  if (!MO.isReg())
    return H;
  const TargetRegisterClass *RC = MRI && MO.getReg().isVirtual()
                                      ? MRI->getRegClassOrNull(MO.getReg())
                                      : nullptr;
  return hash_combine(H, RC, MO.isKill(), MO.isDead(), MO.isUndef(),
                      MO.isImplicit(), MO.isEarlyClobber(), MO.isRenamable(),
                      MO.isTied());
}

} // namespace

uint64_t hashOf(const Instruction &I) {
  hash_code H = hash_combine(I.getOpcode(), I.getType(), I.getName(),
                             I.getRawSubclassOptionalData(),
                             lineOf(I.getDebugLoc()), stateOf(I));
  for (const Use &U : I.operands())
    H = hash_combine(H, hashOf(*U.get()));
  if (const auto *P = dyn_cast<PHINode>(&I))
    for (const BasicBlock *BB : P->blocks())
      H = hash_combine(H, BB->getName());
  return size_t(H);
}

uint64_t hashOf(const MachineInstr &MI) {
  const MachineFunction *MF = MI.getMF();
  const MachineRegisterInfo *MRI = MF ? &MF->getRegInfo() : nullptr;
  hash_code H =
      hash_combine(MI.getOpcode(), MI.getFlags(), lineOf(MI.getDebugLoc()));
  for (const MachineOperand &MO : MI.operands())
    H = hash_combine(H, hashOf(MO, MRI));
  for (const MachineMemOperand *M : MI.memoperands())
    H = hash_combine(H, M, M->getValue(), M->getOffset(), M->getFlags(),
                     M->getAlign().value());
  return size_t(H);
}

uint64_t hashOf(const Function &F) {
  hash_code H = hash_value(F.getName());
  for (const Argument &A : F.args())
    H = hash_combine(H, A.getName());
  for (const BasicBlock &BB : F) {
    H = hash_combine(H, BB.getName());
    for (const Instruction &I : BB)
      H = hash_combine(H, hashOf(I));
  }
  return size_t(H);
}

uint64_t hashOf(const MachineFunction &MF) {
  hash_code H = hash_value(MF.getName());
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  for (unsigned N = 0; N != MRI.getNumVirtRegs(); ++N)
    H = hash_combine(H, MRI.getRegClassOrNull(Register::index2VirtReg(N)));
  for (const MachineBasicBlock &MBB : MF) {
    H = hash_combine(H, MBB.getNumber(), MBB.getName());
    for (const MachineBasicBlock *Next : MBB.successors())
      H = hash_combine(H, Next->getNumber());
    for (const MachineInstr &MI : MBB)
      if (!MI.isDebugInstr())
        H = hash_combine(H, hashOf(MI));
  }
  return size_t(H);
}

} // namespace heddle::explain
