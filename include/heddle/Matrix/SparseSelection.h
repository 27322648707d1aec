//===- SparseSelection.h - Which elements a sparse matrix keeps -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In sparse instructions A holds half of its elements, and metadata in the
/// registers of some lanes select which: each nibble describes one chunk of a
/// row, which is four units of at least 4 bits. Its low two bits are the unit
/// kept first, its high two bits the one kept second. Elements of 4 bits are
/// units in pairs, those of 32 bits are two units of 16.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_SPARSESELECTION_H
#define HEDDLE_MATRIX_SPARSESELECTION_H

#include "heddle/Matrix/ElementType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace heddle::matrix {

/// Appends to \p Kept the elements of \p Chunk, which are of type \p T, that
/// \p Nibble selects.
void keepOfChunk(ElementType T, unsigned Nibble, llvm::ArrayRef<uint64_t> Chunk,
                 llvm::SmallVectorImpl<uint64_t> &Kept);

/// The number of elements of type \p T that a nibble describes.
unsigned chunkElements(ElementType T);

/// Returns the elements of \p Column, a column of B of type \p T, that row
/// \p Row (of 16) of A keeps, in A's order. \p Selector is the instruction's
/// last operand; \p Metadata is the register of the 32 lanes of a warp.
/// Metadata that PTX does not define, nibbles that repeat or mix units, select
/// as on silicon.
llvm::SmallVector<uint64_t, 64> keptElements(ElementType T, unsigned Row,
                                             unsigned Selector,
                                             llvm::ArrayRef<uint32_t> Metadata,
                                             llvm::ArrayRef<uint64_t> Column);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_SPARSESELECTION_H
