//===- Compute.cpp - Which function evaluates an instruction --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/Twine.h"
#include <cassert>

namespace heddle::judge {

using namespace ptx;

void Machine::execute(Thread &T, const Instruction &I) {
  assert(T.State == ThreadState::Runs && "a thread that waits computes");
  switch (I.opcode()) {
  case OpLd:
  case OpLdu:
    return load(T, I);
  case OpSt:
    return store(T, I);
  case OpAtom:
  case OpRed:
    return atomic(T, I);
  case OpMov:
    return move(T, I);
  case OpCvta:
  case OpIsspacep:
    return convertAddress(T, I);
  case OpCvt:
    return convert(T, I);
  case OpAnd:
  case OpOr:
  case OpXor:
  case OpNot:
  case OpCnot:
  case OpShl:
  case OpShr:
  case OpShf:
  case OpPopc:
  case OpClz:
  case OpBfind:
  case OpBrev:
  case OpBfe:
  case OpBfi:
  case OpPrmt:
  case OpLop3:
  case OpFns:
  case OpBmsk:
  case OpSzext:
    return bits(T, I);
  case OpSet:
  case OpSetp:
    return compare(T, I);
  case OpSelp:
  case OpSlct:
    return choose(T, I);
  case OpDp4a:
  case OpDp2a:
    return dot(T, I);
  case OpCvtPack:
    return packIntegers(T, I);
  case OpVadd:
  case OpVsub:
  case OpVabsdiff:
  case OpVmin:
  case OpVmax:
  case OpVshl:
  case OpVshr:
  case OpVset:
    return video(T, I);
  case OpVmad:
    return videoMad(T, I);
  case OpVadd2:
  case OpVadd4:
  case OpVsub2:
  case OpVsub4:
  case OpVavrg2:
  case OpVavrg4:
  case OpVabsdiff2:
  case OpVabsdiff4:
  case OpVmin2:
  case OpVmin4:
  case OpVmax2:
  case OpVmax4:
  case OpVset2:
  case OpVset4:
    return videoLanes(T, I);
  case OpCpAsync:
    return copyAsync(T, I);
  case OpCpAsyncBulk:
    return bulkCopy(T, I);
  case OpCpReduceAsyncBulk:
    return bulkReduce(T, I);
  case OpCpAsyncBulkTensor:
    return tensorCopy(T, I);
  case OpMbarrierInit:
  case OpMbarrierInval:
  case OpMbarrierExpectTx:
  case OpMbarrierCompleteTx:
  case OpMbarrierArrive:
  case OpMbarrierArriveDrop:
  case OpMbarrierTestWait:
  case OpMbarrierTryWait:
  case OpMbarrierPendingCount:
  case OpCpAsyncMbarrierArrive:
    return barrierWord(T, I);
  case OpAdd:
  case OpAddc:
  case OpSub:
  case OpSubc:
  case OpMul:
  case OpMad:
  case OpMadc:
  case OpMul24:
  case OpMad24:
  case OpDiv:
  case OpRem:
  case OpAbs:
  case OpNeg:
  case OpMin:
  case OpMax:
  case OpSad:
  case OpFma:
  case OpRcp:
  case OpSqrt:
  case OpRsqrt:
  case OpSin:
  case OpCos:
  case OpLg2:
  case OpEx2:
  case OpTanh:
  case OpTestp:
  case OpCopysign:
    return isFloat(I.type()) ? real(T, I) : integer(T, I);
  default:
    refuse("this instruction");
  }
}

} // namespace heddle::judge
