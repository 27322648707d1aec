//===- SparseOrder.cpp - Orders of the rows of a sparse matrix ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparseOrder.h"
#include <algorithm>
#include <cstddef>
#include <numeric>

namespace heddle::math {

bool SparsePattern::isSound(int Count) const {
  const int Width = Cols.value_or(N);
  if (N < 0 || Width < 0 || Count < 0 || !RowStarts || (Count && !Columns) ||
      base() < 0 || base() > 1 || RowStarts[N] - base() != Count)
    return false;
  for (int Row = 0; Row != N; ++Row)
    if (begin(Row) > end(Row) || end(Row) > Count)
      return false;
  return std::all_of(Columns, Columns + Count,
                     [&](int C) { return C >= base() && C - base() < Width; });
}

/// The neighbours of each row, itself left out.
static std::vector<std::vector<int>> neighbours(const SparsePattern &A) {
  std::vector<std::vector<int>> Of(static_cast<size_t>(A.N));
  for (int Row = 0; Row != A.N; ++Row)
    for (int E = A.begin(Row); E != A.end(Row); ++E)
      if (const int Column = A.column(E); Column != Row) {
        Of[size_t(Row)].push_back(Column);
        Of[size_t(Column)].push_back(Row);
      }
  for (std::vector<int> &Each : Of) {
    std::sort(Each.begin(), Each.end());
    Each.erase(std::unique(Each.begin(), Each.end()), Each.end());
  }
  return Of;
}

std::vector<int> reverseCuthillMcKee(const SparsePattern &A) {
  const std::vector<std::vector<int>> Of = neighbours(A);
  const auto ByDegree = [&](int L, int R) {
    const size_t Left = Of[size_t(L)].size(), Right = Of[size_t(R)].size();
    return Left != Right ? Left < Right : L < R;
  };
  std::vector<int> Starts(static_cast<size_t>(A.N)), Order;
  std::iota(Starts.begin(), Starts.end(), 0);
  std::sort(Starts.begin(), Starts.end(), ByDegree);
  std::vector<bool> IsTaken(static_cast<size_t>(A.N));
  for (int Start : Starts) {
    if (IsTaken[size_t(Start)])
      continue;
    IsTaken[size_t(Start)] = true;
    Order.push_back(Start);
    for (size_t Next = Order.size() - 1; Next != Order.size(); ++Next) {
      std::vector<int> Found;
      for (int Each : Of[size_t(Order[Next])])
        if (!IsTaken[size_t(Each)]) {
          IsTaken[size_t(Each)] = true;
          Found.push_back(Each);
        }
      std::sort(Found.begin(), Found.end(), ByDegree);
      Order.insert(Order.end(), Found.begin(), Found.end());
    }
  }
  std::reverse(Order.begin(), Order.end());
  return Order;
}

std::vector<int> inverseOrder(const std::vector<int> &Order) {
  std::vector<int> Places(Order.size());
  for (size_t I = 0; I != Order.size(); ++I)
    Places[size_t(Order[I])] = int(I);
  return Places;
}

} // namespace heddle::math
