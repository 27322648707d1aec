//===- TeslaTargetTransformInfo.cpp - What IR passes ask about the chip ---===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaTargetTransformInfo.h"
#include "Tesla.h"
#include "TeslaDeviceFunctions.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace heddle;

/// Intrinsics whose result differs between lanes whatever their operands are.
static bool readsLane(Intrinsic::ID IID) {
  switch (IID) { // Over LLVM's intrinsics.
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return true;
  default:
    return false;
  }
}

bool TeslaTTIImpl::isSourceOfDivergence(const Value *V) const {
  if (auto *I = dyn_cast<Instruction>(V);
      I && I->hasMetadata(TeslaDivergentMetadata))
    return true;
  // Parameters of a kernel are the same for all threads.
  if (auto *A = dyn_cast<Argument>(V))
    return isTeslaDeviceFunction(*A->getParent());
  // Two lanes that read one address in one instruction may still see different
  // values: a load is as many transactions as it needs, and others may write
  // in between.
  if (auto *L = dyn_cast<LoadInst>(V))
    return L->getPointerAddressSpace() != abi::Constant;
  if (isa<AtomicRMWInst, AtomicCmpXchgInst, AllocaInst>(V))
    return true;
  if (auto *I = dyn_cast<IntrinsicInst>(V))
    return readsLane(I->getIntrinsicID());
  if (auto *C = dyn_cast<CallBase>(V)) {
    std::optional<HeddleOp> Op = heddleOpOf(*C);
    return !Op || heddleOpInfo(*Op).Divergent;
  }
  return false;
}

bool TeslaTTIImpl::isLoweredToCall(const Function *F) const {
  return !heddleOpOf(*F) && Base::isLoweredToCall(F);
}
