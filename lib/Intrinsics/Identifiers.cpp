//===- Identifiers.cpp - Intrinsics that read identifiers -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/Identifiers.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

std::optional<heddle::abi::Identifier> heddle::identifierOf(unsigned IID) {
  switch (IID) { // Over LLVM's intrinsics.
#define HEDDLE_IDENTIFIER(ID, NAME, INTRINSIC)                                 \
  case llvm::Intrinsic::nvvm_read_ptx_sreg_##INTRINSIC:                        \
    return abi::Identifier::ID;
#include "heddle/ABI/Identifiers.def"
  default:
    return std::nullopt;
  }
}
