//===- Descriptors.cpp - Vectors and matrices of cuSPARSE -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptors.h"
#include <cassert>

namespace heddle::math {
namespace {

/// Reports an entry that is in no row or column of \p Which; false.
bool refuseEntry(const char *Name) {
  return areAccessible(Name,
                       {{"an entry beyond the rows or columns", nullptr, 1}});
}

bool hasIndices(const char *Name, const char *Which, const IndexArray &A,
                int64_t Count) {
  return areAccessible(
      Name, {{Which, A.Data, bytesOf(Count, 1, 1, A.elementBytes())}});
}

bool hasValues(const char *Name, const char *Which, const NumberArray &A,
               int64_t Count) {
  return areAccessible(
      Name, {{Which, A.Data, bytesOf(Count, 1, 1, elementBytes(A.Type))}});
}

bool areWithin(const IndexArray &A, int64_t Count, int64_t Low, int64_t End) {
  for (int64_t I = 0; I != Count; ++I)
    if (A[I] < Low || A[I] >= End)
      return false;
  return true;
}

bool isSoundBatch(const char *Name, const char *Which, const SparseMatrix &M) {
  assert(M.BlockRows > 0 && M.BlockCols > 0 && "blocks of no elements");
  if (M.Format == CUSPARSE_FORMAT_BLOCKED_ELL) {
    const int64_t Blocks = M.Rows / M.BlockRows * M.EllBlocks;
    if (!hasIndices(Name, Which, M.Indices, Blocks) ||
        !hasValues(Name, Which, M.Values, Blocks * M.BlockRows * M.BlockCols))
      return false;
    for (int64_t I = 0, End = M.Cols / M.BlockCols; I != Blocks; ++I)
      if (!M.Indices.isAbsent(I) && (M.Indices[I] < 0 || M.Indices[I] >= End))
        return refuseEntry(Name);
    return true;
  }
  if (!hasOffsetsArray(Name, Which, M) ||
      !hasIndices(Name, Which, M.Indices, M.Count) ||
      !hasValues(Name, Which, M.Values, M.Count * M.BlockRows * M.BlockCols))
    return false;
  const int64_t Lines = M.lines();
  const int64_t Across =
      M.Format == CUSPARSE_FORMAT_CSC ? M.Rows : M.Cols / M.BlockCols;
  if (!areWithin(M.Indices, M.Count, 0, Across))
    return refuseEntry(Name);
  if (!M.hasOffsets())
    return areWithin(M.Offsets, M.Count, 0, M.Rows) || refuseEntry(Name);
  if (!areWithin(M.Offsets, Lines + 1, 0, M.Count + 1))
    return refuseEntry(Name);
  for (int64_t I = 0; I != Lines; ++I)
    if (M.Offsets[I] > M.Offsets[I + 1])
      return refuseEntry(Name);
  return true;
}

} // namespace

DenseMatrix DenseMatrix::batch(int64_t Which) const {
  // One matrix may stand for those of all batches.
  assert(Which >= 0 && (Batches <= 1 || Which < Batches) && "no such batch");
  DenseMatrix One = *this;
  One.Values = advance(Values, Batches > 1 ? Which * BatchStride : 0);
  One.Batches = 1;
  return One;
}

SparseMatrix SparseMatrix::batch(int64_t Which) const {
  assert(Which >= 0 && (Batches <= 1 || Which < Batches) && "no such batch");
  SparseMatrix One = *this;
  if (Batches > 1) {
    One.Offsets = advance(
        Offsets, Which * (hasOffsets() ? OffsetsStride : EntriesStride));
    One.Indices = advance(Indices, Which * EntriesStride);
    One.Values = advance(Values, Which * EntriesStride);
  }
  One.Batches = 1;
  return One;
}

bool hasOffsetsArray(const char *Name, const char *Which,
                     const SparseMatrix &M) {
  return hasIndices(Name, Which, M.Offsets,
                    M.hasOffsets() ? M.lines() + 1 : M.Count);
}

bool isSound(const char *Name, const char *Which, const SparseMatrix &M) {
  for (int B = 0; B != M.Batches; ++B)
    if (!isSoundBatch(Name, Which, M.batch(B)))
      return false;
  return true;
}

bool isSound(const char *Name, const char *Which, const SparseVector &V) {
  if (!hasIndices(Name, Which, V.Indices, V.Count) ||
      !hasValues(Name, Which, V.Values, V.Count))
    return false;
  return areWithin(V.Indices, V.Count, 0, V.Size) || refuseEntry(Name);
}

bool isSound(const char *Name, const char *Which, const DenseVector &V) {
  return hasValues(Name, Which, V.Values, V.Size);
}

bool isSound(const char *Name, const char *Which, const DenseMatrix &M) {
  const bool ByCols = M.Order == CUSPARSE_ORDER_COL;
  for (int B = 0; B != M.Batches; ++B)
    if (!areAccessible(Name, {{Which, M.batch(B).Values.Data,
                               bytesOf(ByCols ? M.Cols : M.Rows, M.Leading,
                                       ByCols ? M.Rows : M.Cols,
                                       elementBytes(M.Values.Type))}}))
      return false;
  return true;
}

} // namespace heddle::math
