//===- DotProducts.h - Elements of matrix products, 32 at once --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// dotProduct on vectors of the host, with the same results.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_DOTPRODUCTS_H
#define HEDDLE_MATRIX_DOTPRODUCTS_H

#include "heddle/Matrix/DotProduct.h"

namespace heddle::matrix {

/// The number of sums that are computed together.
constexpr unsigned DotLanes = 32;

/// The operands of sums: element I of sum L is word I * DotLanes + L of A and
/// of B. A word holds 32 elements of B1.
struct DotOperands {
  const uint32_t *A, *B;
  /// The number of words for each sum.
  unsigned Count;
};

/// The operands of sums of F64.
struct DoubleOperands {
  const uint64_t *A, *B;
  unsigned Count;
};

/// Returns whether dotProducts handles the form: it does not handle f64, which
/// doubleProducts does, nor forms with scale factors.
bool hasDotProducts(const DotForm &F);

/// Computes the sums of \p X and the DotLanes words at \p C to \p D, which may
/// be equal to \p C.
void dotProducts(const DotForm &F, const DotOperands &X, const uint32_t *C,
                 uint32_t *D);

void doubleProducts(const DotForm &F, const DoubleOperands &X,
                    const uint64_t *C, uint64_t *D);

constexpr unsigned TileRows = 16, TileColumns = 8, MaxTileTerms = 64;

/// The layout of a tile's factors in the registers of 32 lanes, which lie row
/// after row of 32 words. An operand's words have numbers; word I of B is word
/// 4 * (I mod 8) + I div 8 mod 4 of row I div 32, so that the words of eight
/// columns follow each other. Element J of word I is element J * (words) + I.
struct TileLayout {
  struct Operand {
    /// Registers of each lane, bits from one element in a word to the next, and
    /// those below the first.
    uint8_t Registers = 0, Bits = 32, Shift = 0;

    // Kernels of every instruction set have their own copies.
    [[gnu::always_inline]] unsigned words() const {
      return Registers * DotLanes;
    }
    [[gnu::always_inline]] unsigned perWord() const { return 32u / Bits; }
  };
  Operand A, B;
  /// The number of terms.
  unsigned K = 0;
  /// The element of A at a row and a term is that of the sum of both. Where
  /// I div RowOfA[8] is even, element I + RowOfA[8] is eight rows below I.
  uint16_t RowOfA[TileRows] = {}, TermOfA[MaxTileTerms] = {};
  /// The element of B at column 0 and a term.
  uint16_t TermOfB[MaxTileTerms] = {};
};

/// The operands of a tile, as lanes have them. C is as D is: the lane
/// 4 * (row mod 8) + column div 2 has four sums of two rows, or two words of
/// pairs where they are of F16.
struct TileOperands {
  const uint32_t *A, *B, *C;
  const TileLayout &Layout;
};

/// Returns whether tileProducts handles the form, with \p K terms in a sum.
bool hasTileProducts(const DotForm &F, unsigned K);

/// Computes the sums of \p X to \p D, which may overlap the operands. Returns
/// false, and changes nothing, where dotProducts has to.
bool tileProducts(const DotForm &F, const TileOperands &X, uint32_t *D);

/// The functions of dot products for one host instruction set.
struct DotKernel {
  const char *Name;
  void (*Run)(const DotForm &F, const DotOperands &X, const uint32_t *C,
              uint32_t *D);
  void (*RunDouble)(const DotForm &F, const DoubleOperands &X,
                    const uint64_t *C, uint64_t *D);
  bool (*RunTile)(const DotForm &F, const TileOperands &X, uint32_t *D);
};

/// Returns the kernels that this host can execute, the best one last.
llvm::ArrayRef<DotKernel> dotKernels();

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_DOTPRODUCTS_H
