//===- TeslaMCAsmInfo.cpp - Conventions of assembly text ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaMCAsmInfo.h"
#include "heddle/ABI/TargetModel.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

TeslaMCAsmInfo::TeslaMCAsmInfo(const Triple &TT) {
  IsLittleEndian = true;
  // DWARF gives an address this size, too.
  CodePointerSize =
      heddle::abi::targetModelOrDefault(TT.str()).GlobalPointerBits / 8;
  CalleeSaveStackSlotSize = 4;
  MinInstAlignment = 4;
  MaxInstLength = 8;
  // '#' marks a dropped result.
  CommentString = "//";
  AllowDollarAtStartOfIdentifier = true;
  PrivateGlobalPrefix = ".L";
  PrivateLabelPrefix = ".L";
  // TeslaDwarf writes all DWARF, not LLVM.
  SupportsDebugInformation = false;
  UsesELFSectionDirectiveForBSS = true;
}
