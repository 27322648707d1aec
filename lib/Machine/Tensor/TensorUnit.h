//===- TensorUnit.h - Operations on tensor memory ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_TENSOR_TENSORUNIT_H
#define HEDDLE_LIB_MACHINE_TENSOR_TENSORUNIT_H

#include "TensorMemory.h"
#include "heddle/Machine/Instruction.h"
#include "heddle/Machine/LaneContext.h"

namespace heddle::sm {

class Cta;
struct ReachedMemory;

/// An instruction on tensor memory that a warp executes: its operands, and what
/// it reaches.
class TensorCall {
public:
  TensorCall(const DecodedInst &Inst, LaneContext &Warp);

  /// Word \p N of the operands of \p Lane.
  uint32_t word(unsigned Lane, unsigned N) const {
    return Rows[N / 4][(N % 4) * Lanes + Lane];
  }
  uint64_t pair(unsigned Lane, unsigned N) const {
    return word(Lane, N) | uint64_t(word(Lane, N + 1)) << 32;
  }
  void setResult(unsigned Lane, unsigned N, uint32_t V) {
    L.Base[WarpRows][size_t(I.DstRow + N) * Lanes + Lane] = V;
  }

  abi::TensorOp op() const { return abi::TensorOp(I.Imm); }
  const LaneContext &lanes() const { return L; }
  Cta &own() const;
  /// The CTAs that an instruction of \p Lane is about, the one of even rank
  /// first. Fewer, after a fault, where the other one of a pair is gone.
  unsigned members(unsigned Lane, bool IsPair, Cta *(&To)[2]);

  /// Faults in \p Lane. Always false.
  bool fail(unsigned Lane, const char *Detail, const TensorCell &Where = {});
  /// Faults because 16 bytes at \p Address are not in shared memory.
  bool failShared(unsigned Lane, uint32_t Address);

private:
  const DecodedInst &I;
  LaneContext &L;
  const ReachedMemory &Reached;
  const uint32_t *Rows[4];
};

/// LaneContext's UseMatrix for operations on tensor memory.
bool useTensorMemory(const DecodedInst &I, LaneContext &L, uint32_t Mask);

// Operations of a warp, and of the lane \p Lane. False: it faulted.
bool allocateTensor(TensorCall &Call);
bool freeTensor(TensorCall &Call);
bool accessTensor(TensorCall &Call, bool IsStore);
bool multiplyTensor(TensorCall &Call, unsigned Lane);
bool copyToTensor(TensorCall &Call, unsigned Lane);
bool shiftTensor(TensorCall &Call, unsigned Lane);

/// The 16 bytes at \p Address of shared memory of \p Of; null where there are
/// none.
const uint8_t *sharedChunk(Cta &Of, uint32_t Address);

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_TENSOR_TENSORUNIT_H
