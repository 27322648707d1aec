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
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace heddle::explain {
namespace {

/// Mixes words into one. Every pass has each instruction hashed, so that this
/// is short: a multiplication for a word.
class Mix {
public:
  Mix &add(uint64_t Word) {
    Is = (Is ^ Word) * 0x9e3779b97f4a7c15;
    Is ^= Is >> 29;
    return *this;
  }
  Mix &add(const void *P) { return add(uint64_t(uintptr_t(P))); }
  Mix &addName(StringRef Name) {
    return Name.empty() ? add(uint64_t(0)) : add(xxh3_64bits(Name));
  }
  uint64_t value() const { return Is; }

private:
  uint64_t Is = 0x2545f4914f6cdd1d;
};

uint64_t lineOf(const DebugLoc &At) { return At ? At.getLine() : 0; }

/// Adds the properties of an instruction beside its operands.
void addState(Mix &To, const Instruction &I) {
  const auto AddAll = [&](auto Range) {
    for (auto Each : Range)
      To.add(uint64_t(Each));
  };
  if (const auto *C = dyn_cast<CmpInst>(&I)) {
    To.add(C->getPredicate());
  } else if (const auto *L = dyn_cast<LoadInst>(&I)) {
    To.add(L->getAlign().value()).add(L->isVolatile());
    To.add(uint64_t(L->getOrdering()));
  } else if (const auto *S = dyn_cast<StoreInst>(&I)) {
    To.add(S->getAlign().value()).add(S->isVolatile());
    To.add(uint64_t(S->getOrdering()));
  } else if (const auto *G = dyn_cast<GetElementPtrInst>(&I)) {
    To.add(G->getSourceElementType());
  } else if (const auto *A = dyn_cast<AllocaInst>(&I)) {
    To.add(A->getAllocatedType()).add(A->getAlign().value());
  } else if (const auto *R = dyn_cast<AtomicRMWInst>(&I)) {
    To.add(R->getOperation()).add(uint64_t(R->getOrdering()));
    To.add(R->isVolatile());
  } else if (const auto *X = dyn_cast<AtomicCmpXchgInst>(&I)) {
    To.add(uint64_t(X->getSuccessOrdering()));
    To.add(uint64_t(X->getFailureOrdering())).add(X->isVolatile());
  } else if (const auto *F = dyn_cast<FenceInst>(&I)) {
    To.add(uint64_t(F->getOrdering()));
  } else if (const auto *E = dyn_cast<ExtractValueInst>(&I)) {
    AddAll(E->indices());
  } else if (const auto *N = dyn_cast<InsertValueInst>(&I)) {
    AddAll(N->indices());
  } else if (const auto *V = dyn_cast<ShuffleVectorInst>(&I)) {
    AddAll(V->getShuffleMask());
  } else if (const auto *P = dyn_cast<PHINode>(&I)) {
    for (const BasicBlock *BB : P->blocks())
      To.add(BB).addName(BB->getName());
  } else if (const auto *B = dyn_cast<CallBase>(&I)) {
    To.add(B->getAttributes().getRawPointer()).add(B->getCallingConv());
  }
}

void addOperand(Mix &To, const MachineOperand &MO,
                const MachineRegisterInfo *MRI) {
  if (MO.isMBB()) {
    To.add(uint64_t(MO.getType())).add(uint64_t(MO.getMBB()->getNumber()));
    return;
  }
  if (!MO.isReg()) {
    To.add(uint64_t(size_t(hash_value(MO))));
    return;
  }
  const Register R = MO.getReg();
  const TargetRegisterClass *RC =
      MRI && R.isVirtual() ? MRI->getRegClassOrNull(R) : nullptr;
  // isRenamable() is of physical registers alone.
  const bool Flags[] = {MO.isDef(),
                        MO.isKill(),
                        MO.isDead(),
                        MO.isUndef(),
                        MO.isImplicit(),
                        MO.isEarlyClobber(),
                        R.isPhysical() && MO.isRenamable(),
                        MO.isTied()};
  uint64_t Word = 0;
  for (bool Flag : Flags)
    Word = Word << 1 | uint64_t(Flag);
  To.add(uint64_t(R.id()) << 32 | uint64_t(MO.getSubReg()) << 8 | Word).add(RC);
}

} // namespace

uint64_t hashOf(const Instruction &I) {
  Mix H;
  H.add(I.getOpcode()).add(I.getType()).addName(I.getName());
  H.add(I.getRawSubclassOptionalData()).add(lineOf(I.getDebugLoc()));
  addState(H, I);
  // A value may come to lie where another one was.
  for (const Use &U : I.operands())
    H.add(U.get()).add(U->getType()).add(U->getValueID()).addName(U->getName());
  return H.value();
}

uint64_t hashOf(const MachineInstr &MI) {
  const MachineFunction *MF = MI.getMF();
  const MachineRegisterInfo *MRI = MF ? &MF->getRegInfo() : nullptr;
  Mix H;
  H.add(MI.getOpcode()).add(MI.getFlags()).add(lineOf(MI.getDebugLoc()));
  for (const MachineOperand &MO : MI.operands())
    addOperand(H, MO, MRI);
  for (const MachineMemOperand *M : MI.memoperands())
    H.add(M)
        .add(M->getValue())
        .add(uint64_t(M->getOffset()))
        .add(uint64_t(M->getFlags()))
        .add(M->getAlign().value());
  return H.value();
}

uint64_t hashOf(const Function &F, std::vector<uint64_t> &Of) {
  Mix H;
  H.addName(F.getName());
  for (const Argument &A : F.args())
    H.addName(A.getName());
  for (const BasicBlock &BB : F) {
    H.addName(BB.getName());
    for (const Instruction &I : BB)
      H.add(Of.emplace_back(hashOf(I)));
  }
  return H.value();
}

uint64_t hashOf(const MachineFunction &MF, std::vector<uint64_t> &Of) {
  Mix H;
  H.addName(MF.getName());
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  for (unsigned N = 0; N != MRI.getNumVirtRegs(); ++N)
    H.add(MRI.getRegClassOrNull(Register::index2VirtReg(N)));
  for (const MachineBasicBlock &MBB : MF) {
    H.add(uint64_t(MBB.getNumber())).addName(MBB.getName());
    for (const MachineBasicBlock *Next : MBB.successors())
      H.add(uint64_t(Next->getNumber()));
    for (const MachineInstr &MI : MBB)
      if (!MI.isDebugInstr())
        H.add(Of.emplace_back(hashOf(MI)));
  }
  return H.value();
}

} // namespace heddle::explain
