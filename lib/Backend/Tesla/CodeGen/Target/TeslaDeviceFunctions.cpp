//===- TeslaDeviceFunctions.cpp - Kernels and what they call --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaDeviceFunctions.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

bool llvm::isTeslaDeviceFunction(const Function &F) {
  return heddle::attributes::KernelOf.isSet(F);
}

const Function &llvm::teslaKernelOf(const Function &F) {
  StringRef Name = heddle::attributes::KernelOf.get(F);
  const Function *Kernel =
      Name.empty() ? nullptr : F.getParent()->getFunction(Name);
  return Kernel ? *Kernel : F;
}
