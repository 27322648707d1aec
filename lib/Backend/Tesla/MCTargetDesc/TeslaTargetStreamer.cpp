//===- TeslaTargetStreamer.cpp - What the object says of its chip ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaTargetStreamer.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Object/Module.h"
#include "llvm/MC/MCELFObjectWriter.h"
#include "llvm/MC/MCELFStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace llvm;

/// "generic" is the oldest.
static const heddle::abi::Chip &chipOf(const MCSubtargetInfo &STI) {
  const heddle::abi::Chip *C = heddle::abi::findChip(STI.getCPU());
  return C ? *C : heddle::abi::chips().front();
}

TeslaTargetELFStreamer::TeslaTargetELFStreamer(MCStreamer &S,
                                               const MCSubtargetInfo &STI)
    : MCTargetStreamer(S), Flags(chipOf(STI).ComputeCapability) {}

void TeslaTargetELFStreamer::noteInstruction(unsigned Opcode) {
  if (isTeslaExtension(Opcode))
    addFlags(heddle::object::FlagsExtension);
}

void TeslaTargetELFStreamer::finish() {
  static_cast<MCELFStreamer &>(Streamer).getWriter().setELFHeaderEFlags(Flags);
}

MCTargetStreamer *
llvm::createTeslaObjectTargetStreamer(MCStreamer &S,
                                      const MCSubtargetInfo &STI) {
  return new TeslaTargetELFStreamer(S, STI);
}
