//===- Rows.h - Entries of a matrix by rows ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_SPARSE_ROWS_H
#define HEDDLE_MATHAPI_SPARSE_ROWS_H

#include "Descriptors.h"
#include <algorithm>
#include <map>
#include <vector>

namespace heddle::math {

template <typename T> struct RowEntry {
  int64_t Col;
  T Value;
};

/// The entries of what an operation makes of a matrix, by rows, each in the
/// order of the columns.
template <typename T> struct Rows {
  std::vector<int64_t> Start;
  std::vector<RowEntry<T>> Entries;

  Rows(const SparseMatrix &M, cusparseOperation_t Op) {
    const bool Trans = Op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    const bool Conj = Op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    Start.assign(size_t(Trans ? M.Cols : M.Rows) + 1, 0);
    forEachEntry(M, [&](int64_t Row, int64_t Col, int64_t) {
      ++Start[size_t(Trans ? Col : Row) + 1];
    });
    for (size_t I = 1; I < Start.size(); ++I)
      Start[I] += Start[I - 1];
    Entries.resize(size_t(Start.back()));
    std::vector<int64_t> Next(Start.begin(), Start.end() - 1);
    forEachEntry(M, [&](int64_t Row, int64_t Col, int64_t I) {
      const T V = M.Values.load<T>(I);
      Entries[size_t(Next[size_t(Trans ? Col : Row)]++)] = {
          Trans ? Row : Col, Conj ? conjugate(V) : V};
    });
    for (size_t R = 0; R + 1 < Start.size(); ++R)
      std::sort(Entries.begin() + Start[R], Entries.begin() + Start[R + 1],
                [](const RowEntry<T> &A, const RowEntry<T> &B) {
                  return A.Col < B.Col;
                });
  }

  int64_t count() const { return int64_t(Start.size()) - 1; }
  const RowEntry<T> *begin(int64_t Row) const {
    return Entries.data() + Start[size_t(Row)];
  }
  const RowEntry<T> *end(int64_t Row) const {
    return Entries.data() + Start[size_t(Row) + 1];
  }
};

/// Sums of entries, by rows in the order of columns.
template <typename T> using SumRows = std::vector<std::map<int64_t, T>>;

template <typename T>
SumRows<T> multiplyRows(const Rows<T> &A, const Rows<T> &B) {
  SumRows<T> Sums(size_t(A.count()));
  for (int64_t R = 0; R != A.count(); ++R)
    for (const RowEntry<T> *E = A.begin(R); E != A.end(R); ++E)
      for (const RowEntry<T> *F = B.begin(E->Col); F != B.end(E->Col); ++F)
        Sums[size_t(R)][F->Col] += E->Value * F->Value;
  return Sums;
}

template <typename T> int64_t countOf(const SumRows<T> &Sums) {
  int64_t Count = 0;
  for (const std::map<int64_t, T> &Row : Sums)
    Count += int64_t(Row.size());
  return Count;
}

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_SPARSE_ROWS_H
