//===- Matrix.cpp - Products of matrices ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matrix unit is outside the multiprocessor, as the texture unit is, and
// chooses its own code for the host.
//
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "Vector.h"
#include "heddle/ABI/MatrixOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

struct Multiply {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return L.UseMatrix(I, L, Mask);
  }
};
using MultiplyMore = Multiply;
using Move = Multiply;
using TensorThread = Multiply;
using TensorWarp = Multiply;

} // namespace

HandlerPair handlersOf(MatrixOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case MatrixOp::NAME:                                                         \
    return handlerPair<NAME>();
    HEDDLE_MATRIX_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
