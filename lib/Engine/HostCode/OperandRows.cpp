//===- OperandRows.cpp - How many registers operands have -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostCode/OperandRows.h"
#include <algorithm>

using namespace heddle::sm;

namespace heddle::hostcode {

unsigned operandRows(const DecodedInst &I) {
  switch (I.unit()) {
  case Unit::Move:
  case Unit::Integer:
  case Unit::Float:
  case Unit::Sfu:
  case Unit::Ieee:
  case Unit::Function:
  case Unit::Half:
  case Unit::Format:
    return 1;
  case Unit::Flow:
    return I.isHostCall() ? 2 : 1;
  case Unit::Wide:
  case Unit::Bits:
  case Unit::Exchange:
  case Unit::Double:
  case Unit::Convert:
    return 2;
  case Unit::Texture:
  case Unit::Matrix:
    return 4;
  case Unit::Memory:
    break;
  }
  if (I.isFar() && I.isAtomic())
    return 4;
  // The others say how their data lie in memory.
  return std::max(memBytes(I.memType()) / 4, 1u);
}

} // namespace heddle::hostcode
