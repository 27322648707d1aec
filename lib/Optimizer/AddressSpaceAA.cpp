//===- AddressSpaceAA.cpp - Spaces do not overlap -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressSpaceAA.h"
#include "heddle/ABI/AddressSpace.h"

using namespace llvm;

namespace heddle {

AnalysisKey AddressSpaceAA::Key;

AliasResult AddressSpaceAAResult::alias(const MemoryLocation &A,
                                        const MemoryLocation &B, AAQueryInfo &,
                                        const Instruction *) {
  unsigned Left = A.Ptr->getType()->getPointerAddressSpace();
  unsigned Right = B.Ptr->getType()->getPointerAddressSpace();
  bool Disjoint =
      Left != Right && Left != abi::Generic && Right != abi::Generic;
  return Disjoint ? AliasResult::NoAlias : AliasResult::MayAlias;
}

} // namespace heddle
