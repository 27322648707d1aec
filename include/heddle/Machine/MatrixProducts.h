//===- MatrixProducts.h - What an instruction multiplies --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The products of matrices that an instruction makes, and the tensor memory
/// that it accesses, for who looks on.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_MATRIXPRODUCTS_H
#define HEDDLE_MACHINE_MATRIXPRODUCTS_H

#include "heddle/Machine/Instruction.h"
#include "heddle/Machine/LaneContext.h"
#include <optional>
#include <string>

namespace heddle::sm {

/// A product of matrices.
struct MatrixProduct {
  /// "m16n8k16.f32.f16.f16.f32", "tcgen05.m128n64k16.f32.f16.f16".
  std::string Name;
  /// Multiplications and additions: two for each product that is added. A
  /// sparse product has those of the elements that are kept.
  uint64_t Operations = 0;
};

/// Whether \p I moves rows of memory to or from fragments, or fragments.
bool movesMatrix(const DecodedInst &I);
/// Whether \p I multiplies matrices.
bool multipliesMatrices(const DecodedInst &I);
/// The product of \p I, by a warp as a whole; none where lanes have products of
/// their own.
std::optional<MatrixProduct> productOfWarp(const DecodedInst &I);
/// The product of tcgen05.mma by \p Lane of a warp with the registers \p L;
/// none where the instruction descriptor has no such product.
std::optional<MatrixProduct> productOfLane(const DecodedInst &I,
                                           const LaneContext &L, unsigned Lane);

/// Cells of tensor memory that an instruction accesses, or fewer.
struct TensorUse {
  enum KindType : uint8_t {
    /// tcgen05.mma, which accesses them at some time.
    Product,
    /// tcgen05.ld and tcgen05.st.
    Load,
    Store,
  };
  KindType Kind = Load;
  unsigned FirstColumn = 0, EndColumn = 0;
  /// Bit 0: the first 16 lanes of a quarter; bit 1: the others.
  unsigned Halves = 0;

  bool overlaps(const TensorUse &Other) const {
    return FirstColumn < Other.EndColumn && Other.FirstColumn < EndColumn &&
           Halves & Other.Halves;
  }
  bool covers(const TensorUse &Other) const {
    return FirstColumn <= Other.FirstColumn && Other.EndColumn <= EndColumn &&
           !(Other.Halves & ~Halves);
  }
};

/// Whether tensorUse() may have something of \p I.
bool usesTensorMemory(const DecodedInst &I);
/// The cells of \p I, executed by \p Lane of a warp with the registers \p L:
/// none for other instructions, and for products that leave lanes as they are.
std::optional<TensorUse> tensorUse(const DecodedInst &I, const LaneContext &L,
                                   unsigned Lane);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_MATRIXPRODUCTS_H
