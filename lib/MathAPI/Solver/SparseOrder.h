//===- SparseOrder.h - Orders of the rows of a sparse matrix ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_SOLVER_SPARSEORDER_H
#define HEDDLE_MATHAPI_SOLVER_SPARSEORDER_H

#include <optional>
#include <vector>

namespace heddle::math {

/// Where the entries of a matrix in CSR are. It is square but for permutations.
/// Row pointers tell by the first whether indices begin at 0 or at 1.
struct SparsePattern {
  int N = 0;
  const int *RowStarts = nullptr, *Columns = nullptr;
  /// The number of columns, where it is another one than that of rows.
  std::optional<int> Cols = std::nullopt;

  int base() const { return RowStarts[0]; }
  int begin(int Row) const { return RowStarts[Row] - base(); }
  int end(int Row) const { return RowStarts[Row + 1] - base(); }
  int column(int Entry) const { return Columns[Entry] - base(); }
  /// Whether rows follow each other, end at \p Count entries, and have columns
  /// of the matrix.
  bool isSound(int Count) const;
};

/// Returns which row comes first, second and so on, so that entries are near
/// the diagonal (E. Cuthill and J. McKee, Reducing the bandwidth of sparse
/// symmetric matrices, 1969; reversed). Row and column i are neighbours of j if
/// (i,j) or (j,i) is an entry.
std::vector<int> reverseCuthillMcKee(const SparsePattern &A);

/// Returns at which place of \p Order each number is.
std::vector<int> inverseOrder(const std::vector<int> &Order);

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_SOLVER_SPARSEORDER_H
