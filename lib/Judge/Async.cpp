//===- Async.cpp - Copies that one waits for, and mbarrier ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A copy may be done as soon as it is begun, and is. An mbarrier is a word of
/// shared memory whose bits PTX leaves open: those of heddle/ABI/Barrier.h.
///
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "heddle/ABI/Barrier.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cassert>
#include <cstring>

namespace heddle::judge {

using namespace ptx;

/// Behind the size there may be how many bytes are read, or whether none are;
/// the others are zeros.
void Machine::copyAsync(Thread &T, const Instruction &I) {
  const auto Bytes = unsigned(read(T, I.Operands[2], ScalarType::U32));
  assert((Bytes == 4 || Bytes == 8 || Bytes == 16) && "the form says so");
  uint64_t Count = Bytes;
  if (I.Operands.size() > (I.has(ModL2CacheHint) ? 4U : 3U)) {
    const Operand &Limit = I.Operands[3];
    if (Limit.Type == ScalarType::Pred)
      Count = read(T, Limit, ScalarType::Pred) & 1 ? 0 : Bytes;
    else
      Count = std::min<uint64_t>(read(T, Limit, ScalarType::U32), Bytes);
  }
  uint8_t *To =
      placeIn(T, StateSpace::Shared, I.Operands[0], Bytes, /*IsWrite=*/true);
  const uint8_t *From = To;
  if (Count)
    From = placeIn(T, StateSpace::Global, I.Operands[1],
                   Count == Bytes ? Bytes : 1, /*IsWrite=*/false);
  if (!To || !From)
    return;
  if (Count > 1 && Count != Bytes) {
    Operand Last = I.Operands[1];
    Last.Offset += int64_t(Count - 1);
    if (!placeIn(T, StateSpace::Global, Last, 1, /*IsWrite=*/false))
      return;
  }
  std::memset(To, 0, Bytes);
  if (Count)
    std::memcpy(To, From, Count);
}

static uint64_t barrierFields(uint64_t Pending, uint64_t Expected,
                              uint64_t Bytes) {
  return (Pending & abi::BarrierCountMask) |
         (Expected & abi::BarrierCountMask) << abi::BarrierExpectedShift |
         (Bytes & abi::BarrierBytesMask) << abi::BarrierBytesShift;
}

void Machine::barrierWord(Thread &T, const Instruction &I) {
  const Opcode Op = I.opcode();
  if (Op == OpMbarrierPendingCount) {
    writeResult(T, I,
                read(T, I.Operands[1], ScalarType::B64) & abi::BarrierCountMask,
                ScalarType::B32);
    return;
  }
  if (!isInCta(I))
    return;
  const bool HasResult = Op == OpMbarrierArrive || Op == OpMbarrierArriveDrop ||
                         Op == OpMbarrierTestWait || Op == OpMbarrierTryWait;
  const size_t First = HasResult ? 1 : 0;
  constexpr unsigned Bytes = 8;
  uint8_t *At = placeIn(T,
                        I.space() == StateSpace::Generic ? StateSpace::Generic
                                                         : StateSpace::Shared,
                        I.Operands[First], Bytes, /*IsWrite=*/true);
  if (!At)
    return;
  uint64_t Old = 0;
  std::memcpy(&Old, At, Bytes);
  const auto Word = [&](size_t N) {
    return read(T, I.Operands[First + N], ScalarType::B32);
  };
  const bool HasMore = I.Operands.size() > First + 1;
  uint64_t New = Old;
  switch (Op) {
  case OpMbarrierInit:
    New = barrierFields(Word(1), Word(1), 0);
    break;
  case OpMbarrierInval:
    New = 0;
    break;
  case OpMbarrierExpectTx:
    New = abi::updateBarrier(Old, barrierFields(0, 0, Word(1)));
    break;
  case OpMbarrierCompleteTx:
    New = abi::updateBarrier(Old, barrierFields(0, 0, 0 - Word(1)));
    break;
  case OpMbarrierArrive:
  case OpMbarrierArriveDrop: {
    const bool Expects = I.has(ModExpectTx);
    const uint64_t Count = HasMore && !Expects ? Word(1) : 1;
    const bool Drops = Op == OpMbarrierArriveDrop;
    New = abi::updateBarrier(
        Old, barrierFields(Count, Drops ? Count : 0, Expects ? Word(1) : 0));
    writeResult(T, I, Old, ScalarType::B64);
    break;
  }
  case OpCpAsyncMbarrierArrive:
    // Copies are done. Without .noinc the arrival is expected here, too.
    if (I.has(ModNoinc))
      New = abi::updateBarrier(Old, barrierFields(1, 0, 0));
    break;
  default: // Over PTX's mnemonics.
    assert((Op == OpMbarrierTestWait || Op == OpMbarrierTryWait) &&
           "not about a barrier");
    const uint64_t Phase = Old >> abi::BarrierPhaseShift;
    const bool IsOver =
        I.has(ModParity) ? (Phase & 1) != (Word(1) & 1)
                         : Phase != read(T, I.Operands[2], ScalarType::B64) >>
                                        abi::BarrierPhaseShift;
    writeResult(T, I, IsOver, ScalarType::Pred);
    T.HasGivenUp = !IsOver;
    break;
  }
  if (New != Old)
    ++Now->BarrierChanges;
  std::memcpy(At, &New, Bytes);
}

} // namespace heddle::judge
