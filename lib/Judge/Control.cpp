//===- Control.cpp - Branches and barriers --------------------------------===//
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

bool Machine::control(Thread &T, const Instruction &I, bool &IsControl) {
  IsControl = true;
  Frame &F = T.frame();
  if (isWarpWide(I.opcode())) {
    T.State = ThreadState::AtMeeting;
    return false;
  }
  switch (I.opcode()) {
  case OpBra:
    F.PC = F.Of->Labels.lookup(I.Operands[0].label());
    return false;
  case OpBrxIdx: {
    const uint64_t Index = read(T, I.Operands[0]);
    const TargetsDirective *D = F.Of->Targets.lookup(I.Operands[1].label());
    if (!D || Index >= D->Targets.size()) {
      fault("no branch target has this number");
      return false;
    }
    F.PC = F.Of->Labels.lookup(llvm::cast<Label>(D->Targets[Index]));
    return false;
  }
  case OpCall:
    call(T, I);
    return false;
  case OpRet:
    leave(T);
    return false;
  case OpExit:
    T.State = ThreadState::Exited;
    return false;
  case OpTrap:
    fault("trap");
    return false;
  case OpBar:
  case OpBarrier:
    if (I.has(ModWarp)) {
      T.State = ThreadState::AtMeeting;
      return false;
    }
    arrive(T, I);
    return T.State == ThreadState::Runs;
  case OpShfl:
  case OpVote:
  case OpMatch:
  case OpRedux:
  case OpActivemask:
  case OpElect:
    T.State = ThreadState::AtMeeting;
    return false;
  // Each access is done before the next one here, and each copy.
  case OpMembar:
  case OpMembarProxy:
  case OpFence:
  case OpFenceProxy:
  case OpCpAsyncCommitGroup:
  case OpCpAsyncWaitGroup:
  case OpCpAsyncWaitAll:
  case OpCpAsyncBulkCommitGroup:
  case OpCpAsyncBulkWaitGroup:
  case OpCpAsyncBulkPrefetch:
  case OpCpAsyncBulkPrefetchTensor:
  case OpWgmmaFence:
  case OpWgmmaCommitGroup:
  case OpWgmmaWaitGroup:
  // Launches follow each other, and registers suffice.
  case OpGriddepcontrol:
  case OpSetmaxnreg:
  case OpPmevent:
  case OpPrefetch:
  case OpPrefetchu:
  case OpNanosleep:
  case OpDiscard:
  case OpApplypriority:
    return true;
  default:
    IsControl = false;
    return true;
  }
}

void Machine::arrive(Thread &T, const Instruction &I) {
  const bool IsRed = I.has(ModRed);
  const unsigned First = IsRed ? 1 : 0;
  const unsigned Count = unsigned(I.Operands.size());
  const uint64_t Id = Count > First ? read(T, I.Operands[First]) : 0;
  if (Id >= Now->Barriers.size()) {
    fault("no barrier has this number");
    return;
  }
  Barrier &B = Now->Barriers[Id];
  assert(T.State == ThreadState::Runs && "a thread waits twice");
  const unsigned Last = IsRed ? Count - 1 : Count;
  if (Last > First + 1)
    B.Expected = unsigned(read(T, I.Operands[First + 1]));
  if (IsRed) {
    B.Votes += unsigned(read(T, I.Operands[Last], ScalarType::Pred));
    ++B.Voters;
  }
  ++B.Arrived;
  ++B.ArrivedOfWarp[T.Number / 32];
  if (I.has(ModArrive))
    return;
  T.Barrier = unsigned(Id);
  T.State = ThreadState::AtBarrier;
}

} // namespace heddle::judge
