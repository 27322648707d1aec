//===- TeslaConstantLayout.cpp - Where .const variables are ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaConstantLayout.h"
#include "heddle/ABI/AddressSpace.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace heddle;

TeslaConstantLayout TeslaConstantLayout::compute(const Module &M) {
  TeslaConstantLayout L;
  const DataLayout &DL = M.getDataLayout();
  for (const GlobalVariable &GV : M.globals()) {
    if (GV.getAddressSpace() != abi::Constant || GV.isDeclaration())
      continue;
    Align A = DL.getValueOrABITypeAlignment(GV.getAlign(), GV.getValueType());
    L.Bytes = alignTo(L.Bytes, A);
    L.Address[&GV] = L.Bytes;
    L.Bytes += DL.getTypeAllocSize(GV.getValueType());
  }
  return L;
}
