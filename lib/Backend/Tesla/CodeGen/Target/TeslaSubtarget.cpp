//===- TeslaSubtarget.cpp - One chip, as code generation sees it ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaSubtarget.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "llvm/CodeGen/MachineScheduler.h"
#include "llvm/Target/TargetMachine.h"

#define DEBUG_TYPE "tesla-subtarget"

#define GET_SUBTARGETINFO_TARGET_DESC
#define GET_SUBTARGETINFO_CTOR
#include "TeslaGenSubtargetInfo.inc"

using namespace llvm;

TeslaSubtarget::TeslaSubtarget(const Triple &TT, StringRef CPU, StringRef FS,
                               const TargetMachine &TM)
    : TeslaGenSubtargetInfo(TT, CPU, /*TuneCPU=*/CPU, FS),
      TLInfo(TM, parsed(CPU, FS)) {}

/// The legal operations depend on the features, so they are read first.
const TeslaSubtarget &TeslaSubtarget::parsed(StringRef CPU, StringRef FS) {
  ParseSubtargetFeatures(CPU, /*TuneCPU=*/CPU, FS);
  return *this;
}

/// From both ends, and with an eye on registers in small regions, too.
void TeslaSubtarget::overrideSchedPolicy(MachineSchedPolicy &Policy,
                                         unsigned /*NumInstrs*/) const {
  if (hasWideAddresses())
    return;
  Policy.OnlyTopDown = Policy.OnlyBottomUp = false;
  Policy.ShouldTrackPressure = true;
}
