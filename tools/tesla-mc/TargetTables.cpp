//===- TargetTables.cpp - What both directions know of the target ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaMC.h"
#include "heddle/Backend/Tesla.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;
using namespace heddle;

TargetTables::TargetTables(const std::string &ChipName)
    : T(&tesla::getTheTeslaTarget()) {
  std::string TT = tesla::SiliconTriple;
  Registers.reset(T->createMCRegInfo(TT));
  Asm.reset(T->createMCAsmInfo(*Registers, TT, MCTargetOptions()));
  Instructions.reset(T->createMCInstrInfo());
  // LLVM prints complaints of its own about a name that it does not know.
  Chip.reset(T->createMCSubtargetInfo(TT, "", ""));
  if (Chip->isCPUStringValid(ChipName))
    Chip.reset(T->createMCSubtargetInfo(TT, ChipName, ""));
  else
    Chip.reset();
}

TargetTables::~TargetTables() = default;
