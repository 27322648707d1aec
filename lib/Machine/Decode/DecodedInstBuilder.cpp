//===- DecodedInstBuilder.cpp - Build decoded instructions ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One case for each SemKind, by what its row in Operations.td says of decoding.
//
//===----------------------------------------------------------------------===//

#include "DecodedInstBuilder.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "heddle/ABI/BitsOps.inc"
#include "heddle/ABI/DoubleOps.inc"
#include "heddle/ABI/ExchangeOps.inc"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/FormatOps.inc"
#include "heddle/ABI/FunctionOps.inc"
#include "heddle/ABI/HalfOps.inc"
#include "heddle/ABI/IeeeOps.inc"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MatrixOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/ABI/SfuOps.inc"
#include "heddle/ABI/TextureOps.inc"
#include "heddle/ABI/WideOps.inc"
#include "heddle/Machine/FlowKind.h"

namespace heddle::sm {

using tesla::SemKind;

std::string DecodedInstBuilder::run() {
  common();
  I.Class = uint8_t(tesla::instClass(M.sem()));
  I.Latency = uint8_t(M.latency());
  switch (M.sem()) {
#include "heddle/ABI/DecodeCases.inc"
  }
  if (HasNoEffect) {
    I.Class = uint8_t(InstClass::Move);
    set(MoveOp::Nop);
    I.Mem[0].Space = I.Mem[1].Space = MemoryOperand::None;
    I.Flags &= uint16_t(~(StepsAddress | WritesCondition));
  }
  if (!Complaint.empty())
    I.setFlow(FlowKind::Illegal);
  return Complaint;
}

} // namespace heddle::sm
