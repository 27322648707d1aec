//===- MatrixMove.h - Between rows of memory and fragments ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The permutations of registers of ldmatrix, stmatrix and movmatrix. On the
/// memory side, lane N has row N of the matrices, one after another, in four
/// words: 16 bytes.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_MATRIXMOVE_H
#define HEDDLE_MATRIX_MATRIXMOVE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace heddle::matrix {

enum class MatrixMove : uint8_t {
#define HEDDLE_MATRIX_MOVE(NAME, TEXT, DIRECTION, LAYOUT, SHAPE, BITS) NAME,
#include "heddle/Matrix/MatrixMoves.def"
};

unsigned numMatrixMoves();

/// "ldmatrix.m8n8.trans.b16".
llvm::StringRef matrixMoveName(MatrixMove M);
std::optional<MatrixMove> findMatrixMove(llvm::StringRef Name);

/// Moves four registers, each a row of 32 words, from \p From to \p To, which
/// may be the same. Registers beyond the matrices of the move are left
/// undefined.
void moveMatrix(MatrixMove M, const uint32_t *From, uint32_t *To);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_MATRIXMOVE_H
