//===- TeslaTargetInfo.cpp - Registers the target -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Backend/Tesla.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;

Target &heddle::tesla::getTheTeslaTarget() {
  static Target TheTarget;
  return TheTarget;
}

void heddle::tesla::initializeTargetInfo() {
  // LLVM has no architecture of this name, so the triple parses as unknown.
  TargetRegistry::RegisterTarget(
      getTheTeslaTarget(), "tesla", "NVIDIA Tesla (G80 to GT200)", "Tesla",
      [](Triple::ArchType Arch) { return Arch == Triple::UnknownArch; });
}
