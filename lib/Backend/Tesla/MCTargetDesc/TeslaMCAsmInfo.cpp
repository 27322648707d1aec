//===- TeslaMCAsmInfo.cpp - Conventions of assembly text ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaMCAsmInfo.h"

using namespace llvm;

TeslaMCAsmInfo::TeslaMCAsmInfo(const Triple &) {
  IsLittleEndian = true;
  CodePointerSize = 4;
  CalleeSaveStackSlotSize = 4;
  MinInstAlignment = 4;
  MaxInstLength = 8;
  // '#' marks a dropped result.
  CommentString = "//";
  AllowDollarAtStartOfIdentifier = true;
  PrivateGlobalPrefix = ".L";
  PrivateLabelPrefix = ".L";
  SupportsDebugInformation = true;
  UsesELFSectionDirectiveForBSS = true;
}
