//===- TeslaSubtarget.cpp - One chip, as code generation sees it ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaSubtarget.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
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

/// What is legal depends on the features, so they are read first.
const TeslaSubtarget &TeslaSubtarget::parsed(StringRef CPU, StringRef FS) {
  ParseSubtargetFeatures(CPU, /*TuneCPU=*/CPU, FS);
  return *this;
}
