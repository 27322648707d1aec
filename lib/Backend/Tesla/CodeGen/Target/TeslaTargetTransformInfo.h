//===- TeslaTargetTransformInfo.h - The chip to IR passes -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Divergence, above all: which values differ between the lanes of a warp.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLATARGETTRANSFORMINFO_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLATARGETTRANSFORMINFO_H

#include "Tesla.h"
#include "TeslaTargetMachine.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/CodeGen/BasicTTIImpl.h"

namespace llvm {

class TeslaTTIImpl : public BasicTTIImplBase<TeslaTTIImpl> {
  using Base = BasicTTIImplBase<TeslaTTIImpl>;
  friend Base;

public:
  TeslaTTIImpl(const TeslaTargetMachine *TM, const Function &F)
      : Base(TM, F.getDataLayout()), ST(TM->getSubtargetImpl(F)),
        TLI(ST->getTargetLowering()) {}

  /// False where all branches are divergent: nobody needs to look.
  bool hasBranchDivergence(const Function *F = nullptr) {
    return !F || !heddle::attributes::Divergent.isSet(*F);
  }
  bool isSourceOfDivergence(const Value *V) const;
  bool isAlwaysUniform(const Value *) const { return false; }
  bool isLoweredToCall(const Function *F) const;
  unsigned getFlatAddressSpace() const { return 0; }
  bool isLegalICmpImmediate(int64_t Value) const {
    return ST->hasFullMultiplication() && isInt<14>(Value);
  }

private:
  const TeslaSubtarget *getST() const { return ST; }
  const TeslaTargetLowering *getTLI() const { return TLI; }

  const TeslaSubtarget *ST;
  const TeslaTargetLowering *TLI;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLATARGETTRANSFORMINFO_H
