//===- TeslaTargetStreamer.h - What the object says of its chip -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts the chip into the ELF header's flags.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLATARGETSTREAMER_H
#define HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLATARGETSTREAMER_H

#include "llvm/MC/MCStreamer.h"

namespace llvm {
class MCSubtargetInfo;

MCTargetStreamer *createTeslaObjectTargetStreamer(MCStreamer &S,
                                                  const MCSubtargetInfo &STI);
} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLATARGETSTREAMER_H
