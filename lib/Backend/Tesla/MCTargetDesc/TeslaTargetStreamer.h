//===- TeslaTargetStreamer.h - What the object says of its chip -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts the chip, and what else a launcher has to know of a whole module, into
/// the ELF header's flags.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLATARGETSTREAMER_H
#define HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLATARGETSTREAMER_H

#include "llvm/MC/MCStreamer.h"

namespace llvm {
class MCSubtargetInfo;

class TeslaTargetELFStreamer : public MCTargetStreamer {
public:
  TeslaTargetELFStreamer(MCStreamer &S, const MCSubtargetInfo &STI);

  /// Sets \p Bits of e_flags.
  void addFlags(unsigned Bits) { Flags |= Bits; }
  /// The object holds one of \p Opcode, which may be of the extension.
  void noteInstruction(unsigned Opcode);
  void finish() override;

private:
  unsigned Flags;
};

MCTargetStreamer *createTeslaObjectTargetStreamer(MCStreamer &S,
                                                  const MCSubtargetInfo &STI);
} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLATARGETSTREAMER_H
