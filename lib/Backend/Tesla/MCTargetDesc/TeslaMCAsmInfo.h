//===- TeslaMCAsmInfo.h - Conventions of assembly text ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The syntax of .s files of the Tesla target beside the instructions.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAMCASMINFO_H
#define HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAMCASMINFO_H

#include "llvm/MC/MCAsmInfoELF.h"

namespace llvm {
class Triple;

class TeslaMCAsmInfo : public MCAsmInfoELF {
public:
  explicit TeslaMCAsmInfo(const Triple &TT);
};
} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAMCASMINFO_H
