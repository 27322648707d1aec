//===- LiftOperation.cpp - Instructions that are one call -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftOperation.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

void liftAs(LiftContext &C, const Instruction &I, const Twine &Name) {
  SmallVector<Value *, 4> Sources;
  for (unsigned Index = 1; Index != I.Operands.size(); ++Index)
    Sources.push_back(C.read(I, Index));
  C.writeResult(I, C.op(Name, Sources));
}

void liftOperation(LiftContext &C, const Instruction &I) {
  liftAs(C, I, mnemonic(I.opcode()) + "." + typeName(I.type()));
}

} // namespace heddle
