//===- TeslaTargetStreamer.cpp - What the object says of its chip ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaTargetStreamer.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "llvm/MC/MCELFObjectWriter.h"
#include "llvm/MC/MCELFStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace llvm;

TeslaTargetELFStreamer::TeslaTargetELFStreamer(MCStreamer &S,
                                               const MCSubtargetInfo &STI)
    : MCTargetStreamer(S), Flags(teslaChipNumber(STI.getCPU())) {}

void TeslaTargetELFStreamer::finish() {
  static_cast<MCELFStreamer &>(Streamer).getWriter().setELFHeaderEFlags(Flags);
}

MCTargetStreamer *
llvm::createTeslaObjectTargetStreamer(MCStreamer &S,
                                      const MCSubtargetInfo &STI) {
  return new TeslaTargetELFStreamer(S, STI);
}
