//===- TeslaFrameLowering.cpp - Local memory of a thread ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaFrameLowering.h"
#include "IR/TeslaLimits.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Select/TeslaCalls.h"
#include "TeslaMachineFunctionInfo.h"
#include "TeslaTargetMachine.h"
#include "heddle/ABI/Limits.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Intrinsics/VariableAttributes.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace heddle;

static TeslaFrames &framesOf(const MachineFunction &MF) {
  return static_cast<const TeslaTargetMachine &>(MF.getTarget()).frames();
}

StackOffset
TeslaFrameLowering::getFrameIndexReference(const MachineFunction &MF, int FI,
                                           Register &FrameReg) const {
  FrameReg =
      attributes::OnStack.isSet(MF.getFunction()) ? Tesla::R9 : Tesla::A0;
  return StackOffset::getFixed(
      MF.getInfo<TeslaMachineFunctionInfo>()->FrameBase +
      MF.getFrameInfo().getObjectOffset(FI));
}

void TeslaFrameLowering::processFunctionBeforeFrameFinalized(
    MachineFunction &MF, RegScavenger *) const {
  TeslaFrames &Frames = framesOf(MF);
  Align A = std::max(getStackAlign(), MF.getFrameInfo().getMaxAlign());
  if (!attributes::OnStack.isSet(MF.getFunction()))
    MF.getInfo<TeslaMachineFunctionInfo>()->FrameBase =
        Frames.baseOf(MF.getFunction(), A);
}

/// Tells checkers where variables lie.
static void noteVariables(MachineFunction &MF) {
  Function &F = MF.getFunction();
  if (!F.hasFnAttribute(Attribute::SanitizeThread))
    return;
  LLVMContext &Context = F.getContext();
  auto Number = [&](uint64_t N) {
    return ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt32Ty(Context), N));
  };
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  const uint64_t Base = MF.getInfo<TeslaMachineFunctionInfo>()->FrameBase;
  for (int N = 0; N < Frame.getObjectIndexEnd(); ++N) {
    const AllocaInst *Slot = Frame.getObjectAllocation(N);
    if (!Slot || Frame.isDeadObjectIndex(N))
      continue;
    const MDNode *Name = Slot->getMetadata(LocalVariable);
    Metadata *Path =
        Name ? Name->getOperand(0).get() : MDString::get(Context, "");
    Metadata *IsParam =
        Name ? Name->getOperand(1).get()
             : ConstantAsMetadata::get(ConstantInt::getFalse(Context));
    bool IsFixed = !attributes::OnStack.isSet(F);
    F.getParent()
        ->getOrInsertNamedMetadata(LocalPlacesMetadata)
        ->addOperand(MDNode::get(
            Context, {Path, IsParam, Number(Base + Frame.getObjectOffset(N)),
                      Number(IsFixed ? Frame.getObjectSize(N) : 0),
                      MDString::get(Context, F.getName())}));
  }
}

void TeslaFrameLowering::processFunctionBeforeFrameIndicesReplaced(
    MachineFunction &MF, RegScavenger *) const {
  auto *Info = MF.getInfo<TeslaMachineFunctionInfo>();
  Info->FrameEnd = Info->FrameBase + MF.getFrameInfo().getStackSize();
  if (Info->FrameEnd <= abi::MaxLocalBytes) {
    // On a stack it is a size, and nobody's base.
    if (!attributes::OnStack.isSet(MF.getFunction()))
      framesOf(MF).setEnd(MF.getFunction(), Info->FrameEnd);
    noteVariables(MF);
    return;
  }
  reportTeslaLimit(MF.getFunction(),
                   "needs " + Twine(Info->FrameEnd) +
                       " bytes of local memory, with what is spilled and what "
                       "calls it, and a thread has " +
                       Twine(abi::MaxLocalBytes));
  // No address in such a frame could be encoded. One report is enough.
  Info->FrameFits = false;
  Info->FrameEnd = 0;
}
