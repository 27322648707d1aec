//===- TensorUnit.cpp - Operations on tensor memory -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorUnit.h"
#include "heddle/ABI/MatrixOps.inc"
#include "heddle/Machine/Cta.h"
#include "llvm/ADT/bit.h"

namespace heddle::sm {

using abi::TensorOp;

static const uint32_t *rowsOf(const DecodedInst &I, const LaneContext &L,
                              unsigned Source) {
  const struct Source &S = I.Src[Source];
  return L.Base[S.Base] + size_t(S.Row) * Lanes;
}

TensorCall::TensorCall(const DecodedInst &Inst, LaneContext &Warp)
    : I(Inst), L(Warp),
      Reached(*static_cast<const ReachedMemory *>(Warp.GlobalMemory)),
      Rows{L.Base[WarpRows] + size_t(I.DstRow) * Lanes, rowsOf(I, L, 0),
           rowsOf(I, L, 1), rowsOf(I, L, 2)} {}

Cta &TensorCall::own() const {
  return *Reached.Group->member(Reached.Facts.Rank);
}

unsigned TensorCall::members(unsigned Lane, bool IsPair, Cta *(&To)[2]) {
  const unsigned Rank = Reached.Facts.Rank;
  if (!IsPair) {
    To[0] = &own();
    return 1;
  }
  for (unsigned N = 0; N != 2; ++N)
    To[N] = Reached.Group->member((Rank & ~1u) + N);
  if (To[0] && To[1])
    return 2;
  fail(Lane, "the other block of the pair of .cta_group::2 is not there: the "
             "cluster has none, or it has exited");
  return 0;
}

bool TensorCall::fail(unsigned Lane, const char *Detail,
                      const TensorCell &Where) {
  L.Fault = {};
  L.Fault.Reason = AccessFault::NoProduct;
  // A product in registers has no columns.
  L.Fault.Bytes = sizeof(uint32_t);
  L.Fault.Address = Where.address();
  L.Fault.Lane = uint8_t(Lane);
  L.Fault.Detail = Detail;
  return false;
}

bool TensorCall::failShared(unsigned Lane, uint32_t Address) {
  L.Fault = {};
  L.Fault.Reason = AccessFault::OutOfBounds;
  L.Fault.Where = Space::Shared;
  L.Fault.Bytes = 16;
  L.Fault.Address = Address;
  L.Fault.Lane = uint8_t(Lane);
  return false;
}

const uint8_t *sharedChunk(Cta &Of, uint32_t Address) {
  if (Of.sharedBytes() < 16 || Address > Of.sharedBytes() - 16)
    return nullptr;
  return Of.sharedData() + Address;
}

static bool runOfWarp(TensorCall &Call) {
  switch (Call.op()) {
  case TensorOp::Allocate:
    return allocateTensor(Call);
  case TensorOp::Free:
    return freeTensor(Call);
  case TensorOp::Relinquish:
    Call.own().tensorMemory().relinquish();
    return true;
  case TensorOp::Load:
  case TensorOp::Store:
    return accessTensor(Call, Call.op() == TensorOp::Store);
  case TensorOp::Multiply:
  case TensorOp::Copy:
  case TensorOp::Shift:
    break;
  }
  __builtin_unreachable();
}

static bool runOfLane(TensorCall &Call, unsigned Lane) {
  switch (Call.op()) {
  case TensorOp::Multiply:
    return multiplyTensor(Call, Lane);
  case TensorOp::Copy:
    return copyToTensor(Call, Lane);
  case TensorOp::Shift:
    return shiftTensor(Call, Lane);
  case TensorOp::Allocate:
  case TensorOp::Free:
  case TensorOp::Relinquish:
  case TensorOp::Load:
  case TensorOp::Store:
    break;
  }
  __builtin_unreachable();
}

bool useTensorMemory(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
  TensorCall Call(I, L);
  const auto First = unsigned(llvm::countr_zero(Mask));
  if (I.is(MatrixOp::TensorWarp)) {
    if (Mask != AllLanes)
      return Call.fail(First, "not all 32 lanes of the warp execute it");
    return runOfWarp(Call);
  }
  for (; Mask; Mask &= Mask - 1)
    if (!runOfLane(Call, unsigned(llvm::countr_zero(Mask))))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

bool allocateTensor(TensorCall &Call) {
  const uint32_t Columns = Call.word(0, 0);
  TensorMemory &To = Call.own().tensorMemory();
  if (Columns < 32 || Columns > abi::TensorColumns ||
      !llvm::has_single_bit(Columns))
    return Call.fail(0, "an allocation has columns that are no power of two "
                        "from 32 to 512");
  if (To.isRelinquished())
    return Call.fail(0, "an allocation comes after the block has relinquished "
                        "the permit");
  if (!To.mayAllocate(Columns))
    return Call.fail(0, "an allocation is larger than the one before it");
  const std::optional<unsigned> First = To.allocate(Columns);
  if (!First && Call.own().living() == 1)
    return Call.fail(0, "an allocation waits for columns to be freed, and no "
                        "other warp is left to free them");
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    Call.setResult(Lane, 0, First.value_or(0));
    Call.setResult(Lane, 1, First.has_value());
  }
  return true;
}

bool freeTensor(TensorCall &Call) {
  const TensorCell At = TensorCell::at(Call.word(0, 0));
  if (At.Lane == 0 &&
      Call.own().tensorMemory().free(At.Column, Call.word(0, 1)))
    return true;
  return Call.fail(0,
                   "what is freed is no allocation of that many columns, or "
                   "it is free already",
                   At);
}

} // namespace heddle::sm
