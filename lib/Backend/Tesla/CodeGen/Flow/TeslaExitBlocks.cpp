//===- TeslaExitBlocks.cpp - Blocks that only end the thread --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaExitBlocks.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "llvm/CodeGen/MachineBasicBlock.h"

using namespace llvm;

bool llvm::isTeslaExitOnly(const MachineBasicBlock &MBB) {
  auto It = MBB.getFirstNonDebugInstr();
  return It != MBB.end() && (It->getOpcode() == Tesla::EXIT_NOP ||
                             It->getOpcode() == Tesla::RET_U);
}
