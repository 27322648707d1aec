//===- SparseSelection.h - Which elements a sparse matrix keeps -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of 2:4 sparse instructions A holds half of its elements, and metadata in
/// some lanes' registers say which. Each nibble is about one chunk of a row:
/// its low two bits are the place of the first element kept, its high two bits
/// that of the second.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_SPARSESELECTION_H
#define HEDDLE_MATRIX_SPARSESELECTION_H

#include "heddle/Matrix/ElementType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace heddle::matrix {

/// The columns, ascending from chunk to chunk, whose elements row \p Row (of
/// 16) of A keeps. \p K counts all columns; \p Selector is the instruction's
/// last operand; \p Metadata is the register of a warp's 32 lanes.
llvm::SmallVector<unsigned, 64> keptColumns(ElementType A, unsigned K,
                                            unsigned Row, unsigned Selector,
                                            llvm::ArrayRef<uint32_t> Metadata);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_SPARSESELECTION_H
