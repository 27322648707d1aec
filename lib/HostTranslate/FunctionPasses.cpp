//===- FunctionPasses.cpp - LLVM's passes over functions ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionPasses.h"

using namespace llvm;

namespace heddle::hosttranslate {

FunctionPasses::FunctionPasses(TargetMachine *Machine) {
  PassBuilder Builder(Machine);
  Builder.registerModuleAnalyses(MAM);
  Builder.registerCGSCCAnalyses(CGAM);
  Builder.registerFunctionAnalyses(FAM);
  Builder.registerLoopAnalyses(LAM);
  Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
}

} // namespace heddle::hosttranslate
