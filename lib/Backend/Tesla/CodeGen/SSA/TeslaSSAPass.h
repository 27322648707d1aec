//===- TeslaSSAPass.h - Passes on SSA machine code --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The common part of passes between selection and the elimination of phis that
/// replace instructions within blocks.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SSA_TESLASSAPASS_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SSA_TESLASSAPASS_H

#include "llvm/CodeGen/MachineFunctionPass.h"

namespace llvm {

class TeslaSSAPass : public MachineFunctionPass {
public:
  using MachineFunctionPass::MachineFunctionPass;

  MachineFunctionProperties getRequiredProperties() const override {
    return MachineFunctionProperties().set(
        MachineFunctionProperties::Property::IsSSA);
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SSA_TESLASSAPASS_H
