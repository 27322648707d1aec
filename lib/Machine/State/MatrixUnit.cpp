//===- MatrixUnit.cpp - Products of matrices of one warp ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixUnit.h"
#include "../Tensor/TensorUnit.h"
#include "heddle/ABI/MatrixOps.inc"
#include "heddle/ABI/TargetArch.h"
#include "heddle/Matrix/MatrixMove.h"
#include "heddle/Matrix/WarpProduct.h"
#include "heddle/Object/Module.h"
#include "llvm/ADT/bit.h"

namespace heddle::sm {

static_assert(Lanes == 32, "lib/Matrix counts on it");

bool isMatrixNumber(MatrixOp Op, uint32_t Number) {
  if (Op == MatrixOp::Move)
    return Number < matrix::numMatrixMoves();
  if (Op == MatrixOp::TensorThread || Op == MatrixOp::TensorWarp)
    return Number < abi::NumTensorOps &&
           abi::isOfWarp(abi::TensorOp(Number)) == (Op == MatrixOp::TensorWarp);
  return Number < matrix::numMatrixForms() &&
         matrix::matrixForm(Number).hasMore() == (Op == MatrixOp::MultiplyMore);
}

unsigned tensorChipOf(const object::Module &M) {
  constexpr unsigned Usual = 90;
  const abi::TargetArch *Arch = abi::findTargetArch(M.Arch);
  return Arch ? Arch->Number : Usual;
}

static const uint32_t *rows(const DecodedInst &I, const LaneContext &L,
                            unsigned Source) {
  const struct Source &S = I.Src[Source];
  return L.Base[S.Base] + size_t(S.Row) * Lanes;
}

static bool fail(LaneContext &L, uint32_t Mask, const char *Detail) {
  L.Fault = {};
  L.Fault.Reason = AccessFault::NoProduct;
  L.Fault.Lane = uint8_t(llvm::countr_zero(Mask));
  L.Fault.Detail = Detail;
  return false;
}

bool useMatrix(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
  if (I.is(MatrixOp::TensorThread) || I.is(MatrixOp::TensorWarp))
    return useTensorMemory(I, L, Mask);
  if (Mask != AllLanes)
    return fail(L, Mask,
                "not all 32 lanes of the warp execute it, and a matrix is "
                "spread over all");
  uint32_t *D = L.Base[WarpRows] + size_t(I.DstRow) * Lanes;
  const uint32_t *First = rows(I, L, 0);
  if (I.is(MatrixOp::Move)) {
    matrix::moveMatrix(matrix::MatrixMove(I.Imm), First, D);
    return true;
  }
  const bool HasMore = I.is(MatrixOp::MultiplyMore);
  const uint32_t *Third = rows(I, L, 2);
  if (matrix::multiply(L.TensorChip, I.Imm,
                       {First, rows(I, L, 1), HasMore ? D : Third,
                        HasMore ? Third : nullptr},
                       D))
    return true;
  return fail(L, Mask,
              "the chip whose sums it has multiplies no elements of this type; "
              "--tensor-arch names another");
}

} // namespace heddle::sm
